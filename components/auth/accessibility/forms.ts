import { set, unset } from './attributes'

/** Buttons and forms as they would have been written: only one button sends, and nothing ever navigates. */
export function mendForms(container: HTMLElement) {
  for (const form of container.querySelectorAll('form')) {
    // Code in an attribute breaks the site's policy on the first submit; `keepHere` does its work.
    unset(form, 'onsubmit')
    set(form, { novalidate: '' })
  }
  // A button that says nothing sends, and the first one in a form is pressed by Enter: that would be "Cancel".
  for (const button of container.querySelectorAll('button:not([type])')) set(button, { type: 'button' })
}

/** The widget acts when its button is pressed; the form itself must not lead anywhere. */
export const keepHere = (event: Event) => event.preventDefault()

/**
 * Enter in a field goes on to the next one that is still empty, and sends when there is none. The
 * widget alone would stop at fields that a password manager has filled in, and at the phone number.
 */
export function enterField(event: KeyboardEvent) {
  const field = event.target
  if (event.key !== 'Enter' || event.isComposing || event.repeat || !(field instanceof HTMLInputElement)) return
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const form = field.form
  const send = form?.querySelector<HTMLElement>('.firebaseui-id-submit')
  if (!form || !send) return
  event.preventDefault()
  event.stopPropagation()
  const fields = [...form.querySelectorAll<HTMLInputElement>('input.firebaseui-input, input.firebaseui-input-invalid')]
  const next = fields.slice(fields.indexOf(field) + 1).find(({ value }) => value === '')
  if (next) next.focus()
  else send.click()
}

const byKey =
  '.firebaseui-id-page-phone-sign-in-start .firebaseui-id-submit, .firebaseui-id-page-phone-sign-in-finish .firebaseui-id-resend-link'

/** The widget acts on the key itself, before any press: what this page does at a press would be passed over. */
export function pressByKey(event: KeyboardEvent) {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(byKey) : null
  if (event.key !== 'Enter' || !target) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) target.click()
}
