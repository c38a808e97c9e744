import { limits } from '@/lib/site'
import { set } from './attributes'

/** What a field asks of the browser, its password manager and the keyboard on a screen. */
const wishes: Record<string, Record<string, string>> = {
  'firebaseui-id-email': {
    autocomplete: 'username',
    autocapitalize: 'none',
    autocorrect: 'off',
    inputmode: 'email',
    spellcheck: 'false',
  },
  'firebaseui-id-name': {
    autocomplete: 'name',
    autocapitalize: 'words',
    maxlength: String(limits.nameLength),
    spellcheck: 'false',
  },
  'firebaseui-id-password': { autocomplete: 'current-password', autocapitalize: 'none', spellcheck: 'false' },
  'firebaseui-id-new-password': { autocomplete: 'new-password', autocapitalize: 'none', spellcheck: 'false' },
  // Whole numbers with a plus are understood, and choose the country.
  'firebaseui-id-phone-number': { autocomplete: 'tel', inputmode: 'tel' },
  // The widget calls the code a number, which loses a pasted "123 456" and can be counted up and down.
  'firebaseui-id-phone-confirmation-code': {
    type: 'text',
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    inputmode: 'numeric',
    pattern: '[0-9]*',
    spellcheck: 'false',
  },
}

export function mendFields(container: HTMLElement) {
  for (const [name, attributes] of Object.entries(wishes)) {
    for (const field of container.querySelectorAll(`input.${name}`)) {
      set(field, { ...attributes, 'aria-required': 'true' })
    }
  }
  for (const form of container.querySelectorAll('form')) addUsername(form)
}

/**
 * Where the address is only text, a password manager cannot tell whose password is asked for or
 * changed. A field for it alone, which nobody sees, hears or reaches, says so.
 */
function addUsername(form: HTMLFormElement) {
  const password = form.querySelector('input.firebaseui-id-password, input.firebaseui-id-new-password')
  const known = form.querySelector('input.firebaseui-id-email, input[autocomplete="username"]')
  const email = form.querySelector('.firebaseui-text strong')?.textContent?.trim()
  if (!password || known || !email) return
  const field = document.createElement('input')
  field.hidden = true
  field.readOnly = true
  field.value = email
  set(field, { type: 'text', name: 'username', autocomplete: 'username' })
  form.prepend(field)
}
