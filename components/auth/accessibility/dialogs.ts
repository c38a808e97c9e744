import { idOf, set } from './attributes'
import { searchCountries } from './country-list'

const known = new WeakSet<Element>()

/** The widget's dialogs stand outside of its container; each is made anew when it opens. */
export function mendDialogs() {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog')) {
    if (known.has(dialog)) continue
    known.add(dialog)
    const isList = dialog.classList.contains('firebaseui-list-box-dialog')
    const opener = document.querySelector<HTMLElement>('.firebaseui-id-country-selector')
    dialog.addEventListener('close', () => {
      // The widget closes the first one that it finds, which would be one that Escape has left behind.
      dialog.remove()
      // Opened without the focus in it at first, a dialog does not always give it back.
      if (isList && document.activeElement === document.body) opener?.focus()
    })
    const message = dialog.querySelector('.firebaseui-progress-dialog-message')
    if (message) {
      set(dialog, { 'aria-labelledby': idOf(message) })
      keepOpen(dialog)
    } else if (isList) {
      set(dialog, { 'aria-label': 'Choose a country code' })
      searchCountries(dialog)
    } else {
      set(dialog, { 'aria-label': 'Signing in' })
    }
  }
}

/** It ends by itself. Closed before, it would let the same code be sent twice. */
function keepOpen(dialog: HTMLDialogElement) {
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault())
}
