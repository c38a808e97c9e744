let count = 0

function set(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    // Writing the same again would be a change, and wake the observer once more.
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

/** The field that an error of the widget belongs to: the one in front of it, in the same group. */
function fieldOf(error: Element): Element | null {
  for (let group = error.parentElement; group; group = group.parentElement) {
    const fields = group.querySelectorAll('input')
    if (fields.length > 0) {
      const before = [...fields].filter((field) => field.compareDocumentPosition(error) & 4)
      return before.at(-1) ?? fields[0] ?? null
    }
  }
  return null
}

function mend(container: HTMLElement) {
  for (const toggle of container.querySelectorAll('.firebaseui-id-password-toggle')) {
    const shows = toggle.classList.contains('firebaseui-input-toggle-off')
    set(toggle, { role: 'button', 'aria-label': shows ? 'Hide password' : 'Show password' })
  }
  for (const error of container.querySelectorAll('.firebaseui-error')) {
    if (!error.id) error.id = `sign-in-error-${++count}`
    const speaks = !error.classList.contains('firebaseui-hidden') && error.textContent !== ''
    set(error, { role: 'alert' })
    const field = fieldOf(error)
    if (field && speaks) set(field, { 'aria-describedby': error.id, 'aria-invalid': 'true' })
    else if (field?.getAttribute('aria-describedby') === error.id) {
      field.removeAttribute('aria-describedby')
      field.removeAttribute('aria-invalid')
    }
  }
  // The page has a heading of its own, above the widget's.
  for (const title of container.querySelectorAll('h1')) set(title, { role: 'heading', 'aria-level': '2' })
  for (const bar of container.querySelectorAll('.firebaseui-info-bar')) {
    set(bar, { role: 'alert' })
    // The widget adds it at its foot, below the legal links and often outside of the window.
    const page = bar.parentElement
    if (page && page.firstElementChild !== bar) page.prepend(bar)
  }
  // The widget leaves it below the legal links, far from the field that it is about.
  const again = container.querySelector('.firebaseui-resend-container')
  const content = container.querySelector('.firebaseui-card-content')
  if (again && content && !content.contains(again)) content.append(again)
  for (const code of container.querySelectorAll('.firebaseui-id-phone-confirmation-code')) {
    set(code, { autocomplete: 'one-time-code', inputmode: 'numeric' })
  }
}

/** The widget's dialogs stand outside of its container; each is made anew when it opens. */
function nameDialogs() {
  for (const dialog of document.querySelectorAll('dialog.firebaseui-dialog')) {
    const message = dialog.querySelector('.firebaseui-progress-dialog-message')
    if (message) {
      if (!message.id) message.id = `sign-in-message-${++count}`
      set(dialog, { 'aria-labelledby': message.id })
    } else {
      const lists = dialog.classList.contains('firebaseui-list-box-dialog')
      set(dialog, { 'aria-label': lists ? 'Choose a country code' : 'Signing in' })
    }
  }
}

/**
 * Puts right what the widget's markup leaves out for people who do not see it, on each of its pages:
 * names, errors that are announced and tied to their fields, and codes that a phone may fill in.
 * @returns stops doing so
 */
export function mendMarkup(container: HTMLElement): () => void {
  const mendAll = () => {
    mend(container)
    nameDialogs()
  }
  const observer = new MutationObserver(mendAll)
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['class'], characterData: true })
  observer.observe(document.body, { childList: true })
  mendAll()
  const press = (event: KeyboardEvent) => {
    const toggle = event.target instanceof HTMLElement && event.target.closest('.firebaseui-id-password-toggle')
    if (event.key !== ' ' || !toggle) return
    event.preventDefault()
    ;(toggle as HTMLElement).click()
  }
  container.addEventListener('keydown', press)
  return () => {
    observer.disconnect()
    container.removeEventListener('keydown', press)
  }
}
