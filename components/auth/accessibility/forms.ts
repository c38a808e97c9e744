import type { Words } from '@/components/auth/answers'
import { normalizeEmail, latinDigitsOf, findCode } from '@/lib/browser/account-rules'
import { limits } from '@/lib/site'

let count = 0

/** Writes only changes, because each write triggers the mutation observer. */
export function setAttributes(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

type Content = { text?: string } & Record<string, string>

/** Creates an element; `text` is its content, and the rest are attributes. */
export function createElementWith<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { text = '', ...attributes }: Content,
) {
  const element = document.createElement(tag)
  element.textContent = text
  setAttributes(element, attributes)
  return element
}

export function removeAttributes(element: Element, ...names: string[]) {
  for (const name of names) if (element.hasAttribute(name)) element.removeAttribute(name)
}

export const idOf = (element: Element) => (element.id ||= `sign-in-part-${++count}`)

/** The widget hides by class and leaves the old text in place. */
export const hiddenClass = 'firebaseui-hidden'
export const isShown = (element: Element) => !element.classList.contains(hiddenClass)

export const closestTo = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

export const isSingleWay = (place: Element) => place.querySelectorAll('.firebaseui-idp-button').length === 1

const fieldAttributes: Record<string, Record<string, string>> = {
  'firebaseui-id-email': {
    autocomplete: 'username',
    autocapitalize: 'none',
    autocorrect: 'off',
    dir: 'ltr',
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
  // The widget expects whole numbers, whose prefix selects the country.
  'firebaseui-id-phone-number': { autocomplete: 'tel', dir: 'ltr', inputmode: 'tel' },
  // The widget's type "number" rejects a pasted "123 456" and adds spin buttons.
  'firebaseui-id-phone-confirmation-code': {
    type: 'text',
    autocomplete: 'one-time-code',
    autocapitalize: 'none',
    dir: 'ltr',
    inputmode: 'numeric',
    pattern: '[0-9]*',
    spellcheck: 'false',
  },
}

export function fixForms(container: HTMLElement) {
  for (const [name, attributes] of Object.entries(fieldAttributes)) {
    for (const field of container.querySelectorAll(`input.${name}`)) {
      setAttributes(field, { ...attributes, ...(field.closest('form') && { 'aria-required': 'true' }) })
    }
  }
  for (const form of container.querySelectorAll('form')) {
    // The policy forbids inline handlers; a listener replaces it.
    removeAttributes(form, 'onsubmit')
    setAttributes(form, { novalidate: '' })
    addUsername(form)
  }
  // Otherwise Enter would press the first button, which is "Cancel".
  for (const button of container.querySelectorAll('button:not([type])')) setAttributes(button, { type: 'button' })
}

const page = (name: string) => `.firebaseui-id-page-${name}`

/** Parts of the widget's pages whose words we replace. */
const betterWords = {
  [`${page('sign-in')} .firebaseui-title`]: 'form.emailTitle',
  'label[for$="-name-input"]': 'form.yourName',
  [`${page('email-verification-success')} .firebaseui-text`]: 'form.canSignIn',
} as const

export function fixWords(container: HTMLElement, { auth }: Words) {
  for (const [selector, key] of Object.entries(betterWords)) {
    const words = auth(key)
    for (const part of container.querySelectorAll(selector)) if (part.textContent !== words) part.textContent = words
  }
}

const fieldHints = {
  'firebaseui-id-name': 'form.nameHint',
  'firebaseui-id-new-password': 'form.passwordHint',
} as const

/** Shows the requirements of a field beside it. */
export function fixHints(container: HTMLElement, { auth }: Words) {
  for (const [name, key] of Object.entries(fieldHints)) {
    for (const field of container.querySelectorAll<HTMLElement>(`.${name}:not([data-hint])`)) {
      const hint = createElementWith('p', { class: 'sign-in-hint', text: auth(key) })
      field.closest('.firebaseui-textfield')?.append(hint)
      field.dataset.hint = idOf(hint)
      describe(field)
    }
  }
}

function describe(field: Element, error?: Element) {
  const ids = [error && idOf(error), field.getAttribute('data-hint')].filter(Boolean).join(' ')
  if (ids) setAttributes(field, { 'aria-describedby': ids })
  else removeAttributes(field, 'aria-describedby')
}

const passwordPages = ':is(.firebaseui-id-page-password-sign-in, .firebaseui-id-page-password-sign-up)'

/** Shows a known address as text, and keeps its field for password managers. */
export function fixKnownAddress(container: HTMLElement, { auth }: Words) {
  for (const field of container.querySelectorAll<HTMLInputElement>(`${passwordPages} .firebaseui-id-email`)) {
    const box = field.closest<HTMLElement>('.firebaseui-textfield:not([hidden])')
    if (!box || !field.value) continue
    box.hidden = true
    const line = createElementWith('p', { class: 'sign-in-address' })
    const change = {
      type: 'button',
      class: 'link sign-in-change',
      'aria-label': auth('form.changeLabel'),
      text: auth('form.change'),
    }
    line.append(createElementWith('strong', { text: field.value }), createElementWith('button', change))
    box.before(line)
  }
}

/** Asks for the address on the list of ways, beside its button. The widget asks on a page of its own. */
export function addEmailField(container: HTMLElement, { auth }: Words) {
  const button = container.querySelector<HTMLElement>(`${page('provider-sign-in')} [data-provider-id="password"]`)
  if (!button || button.parentElement?.querySelector('.sign-in-email')) return
  const box = createElementWith('div', { class: 'firebaseui-textfield sign-in-email' })
  const field = createElementWith('input', {
    class: 'firebaseui-input firebaseui-id-email',
    type: 'email',
    name: 'email',
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    if (!event.repeat) button.click()
  })
  const text = auth('form.email')
  box.append(createElementWith('label', { class: 'firebaseui-label', for: idOf(field), text }), field)
  button.before(box)
}

/** The names of the buttons must not contain the labels of their fields. */
const revealNames = {
  'firebaseui-id-password': 'form.showTyped',
  'firebaseui-id-new-password': 'form.showPassword',
} as const

/** Replaces the widget's own button, which is no button to the keyboard and which only new passwords have. */
export function addReveal(container: HTMLElement, { auth }: Words) {
  for (const [name, label] of Object.entries(revealNames)) {
    for (const field of container.querySelectorAll<HTMLInputElement>(`input.${name}`)) {
      const box = field.closest('.firebaseui-textfield')
      if (!box || box.querySelector('.sign-in-reveal')) continue
      const toggle = createElementWith('button', {
        type: 'button',
        class: 'sign-in-reveal',
        'aria-label': auth(label),
        'aria-pressed': 'false',
      })
      toggle.addEventListener('click', () => {
        const isShowing = field.type === 'password'
        field.type = isShowing ? 'text' : 'password'
        setAttributes(toggle, { 'aria-pressed': String(isShowing) })
      })
      box.classList.add('sign-in-revealable')
      box.append(toggle)
    }
  }
}

function addUsername(form: HTMLFormElement) {
  const password = form.querySelector('input.firebaseui-id-password, input.firebaseui-id-new-password')
  const known = form.querySelector('input.firebaseui-id-email, input[autocomplete="username"]')
  const email = form.querySelector('.firebaseui-text strong')?.textContent?.trim()
  if (!password || known || !email) return
  const field = { type: 'text', name: 'username', autocomplete: 'username', value: email, hidden: '', readonly: '' }
  form.prepend(createElementWith('input', field))
}

/** The field or captcha of an error: the last one before it in its group. */
function fieldOf(error: Element): Element | null {
  const captcha = error.closest('.firebaseui-recaptcha-wrapper')
  if (captcha) return captcha.querySelector('.firebaseui-recaptcha-container')
  const change = error.matches('.firebaseui-id-email-error') && error.closest('form')?.querySelector('.sign-in-change')
  if (change) return change
  for (let group = error.parentElement; group; group = group.parentElement) {
    const fields = [...group.querySelectorAll('input:not([hidden])')]
    if (fields.length > 0) {
      const before = fields.filter((field) => field.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING)
      return before.at(-1) ?? fields[0] ?? null
    }
  }
  return null
}

const reported = new WeakSet<Element>()

/** Links errors to their fields. Returns whether there is a new one. */
export function fixErrors(container: HTMLElement): boolean {
  let isNew = false
  for (const error of container.querySelectorAll('.firebaseui-error')) {
    setAttributes(error.closest('.firebaseui-error-wrapper') ?? error, { role: 'alert' })
    const field = fieldOf(error)
    if (isShown(error) && error.textContent !== '') {
      isNew ||= !reported.has(error)
      reported.add(error)
      if (field) describe(field, error)
      if (field instanceof HTMLInputElement) setAttributes(field, { 'aria-invalid': 'true' })
    } else {
      reported.delete(error)
      if (field && error.id && field.getAttribute('aria-describedby')?.split(' ')[0] === error.id) {
        describe(field)
        removeAttributes(field, 'aria-invalid')
      }
    }
  }
  return isNew
}

export function focusInvalid(container: HTMLElement) {
  const invalid = [
    ...container.querySelectorAll<HTMLElement>(
      '[aria-invalid="true"], [role="group"][aria-describedby], .sign-in-change[aria-describedby]',
    ),
  ]
  const { activeElement } = document
  if (invalid.some((field) => field === activeElement)) return
  if (activeElement === document.body || container.contains(activeElement)) invalid[0]?.focus()
}

/** The widget adds info bars at the bottom, often out of sight. */
export function fixInfoBars(container: HTMLElement) {
  for (const bar of container.querySelectorAll('.firebaseui-info-bar')) {
    setAttributes(bar, { role: 'alert' })
    const page = bar.parentElement
    if (page && page.firstElementChild !== bar) page.prepend(bar)
  }
}

const isCode = (field: HTMLInputElement) => field.classList.contains('firebaseui-id-phone-confirmation-code')
const isEmail = (field: HTMLInputElement) => field.classList.contains('firebaseui-id-email')

export function handlePaste(event: ClipboardEvent) {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || !isCode(field)) return
  const code = findCode(event.clipboardData?.getData('text') ?? '')
  if (code === null) return
  event.preventDefault()
  field.value = code
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

export function normalizeInput(event: Event) {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || (event instanceof InputEvent && event.isComposing)) return
  const { value } = field
  const normal = isCode(field) ? latinDigitsOf(value) : isEmail(field) ? normalizeEmail(value) : value
  if (normal !== value) field.value = normal
}
