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
  for (const bar of container.querySelectorAll('.firebaseui-info-bar')) set(bar, { role: 'alert' })
  for (const code of container.querySelectorAll('.firebaseui-id-phone-confirmation-code')) {
    set(code, { autocomplete: 'one-time-code', inputmode: 'numeric' })
  }
}

/**
 * Puts right what the widget's markup leaves out for people who do not see it, on each of its pages:
 * names, errors that are announced and tied to their fields, and codes that a phone may fill in.
 * @returns stops doing so
 */
export function mendMarkup(container: HTMLElement): () => void {
  const observer = new MutationObserver(() => mend(container))
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['class'], characterData: true })
  mend(container)
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
