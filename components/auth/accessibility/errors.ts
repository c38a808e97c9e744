import { idOf, isShown, set, unset } from './attributes'

/** What an error of the widget is about: the captcha, or the field in front of it in the same group. */
function fieldOf(error: Element): Element | null {
  const captcha = error.closest('.firebaseui-recaptcha-wrapper')
  if (captcha) return captcha.querySelector('.firebaseui-recaptcha-container')
  for (let group = error.parentElement; group; group = group.parentElement) {
    const fields = [...group.querySelectorAll('input:not([hidden])')]
    if (fields.length > 0) {
      const before = fields.filter((field) => field.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING)
      return before.at(-1) ?? fields[0] ?? null
    }
  }
  return null
}

const spoken = new WeakSet<Element>()

/**
 * Ties each error to its field for as long as it shows. The place around it is announced, because it
 * is there before the error comes and after it goes; the error itself is hidden in between.
 * @returns whether an error has come since the last look
 */
export function mendErrors(container: HTMLElement): boolean {
  let came = false
  for (const error of container.querySelectorAll('.firebaseui-error')) {
    set(error.closest('.firebaseui-error-wrapper') ?? error, { role: 'alert' })
    const field = fieldOf(error)
    if (isShown(error) && error.textContent !== '') {
      if (!spoken.has(error)) came = true
      spoken.add(error)
      if (field) set(field, { 'aria-describedby': idOf(error) })
      if (field instanceof HTMLInputElement) set(field, { 'aria-invalid': 'true' })
    } else {
      spoken.delete(error)
      if (field && error.id && field.getAttribute('aria-describedby') === error.id) {
        unset(field, 'aria-describedby', 'aria-invalid')
      }
    }
  }
  return came
}

/** Moves to the first field that is wrong, unless the person is at a wrong one already. */
export function focusWrong(container: HTMLElement) {
  const wrong = [...container.querySelectorAll<HTMLElement>('[aria-invalid="true"], [role="group"][aria-describedby]')]
  const { activeElement } = document
  if (wrong.some((field) => field === activeElement)) return
  if (activeElement === document.body || container.contains(activeElement)) wrong[0]?.focus()
}

/** The widget adds its notes at the page's foot, below the legal links and often outside of the window. */
export function mendNotes(container: HTMLElement) {
  for (const bar of container.querySelectorAll('.firebaseui-info-bar')) {
    set(bar, { role: 'alert' })
    const page = bar.parentElement
    if (page && page.firstElementChild !== bar) page.prepend(bar)
  }
}
