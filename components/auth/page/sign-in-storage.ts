/** Entries expire after an hour, like the widget's own. Email addresses are never stored. */
import type { Visit } from '@/components/auth/widget/look-up'
import { readFromLastHour, writeForAnHour } from '@/lib/browser/json-storage'
import { storageKeys } from '@/lib/site'

/** `blocked` by the browser's settings, `missing` for other failures, or null. */
export function storageProblem(): 'blocked' | 'missing' | null {
  try {
    for (const store of [localStorage, sessionStorage]) {
      store.setItem('unhurried-probe', '1')
      store.removeItem('unhurried-probe')
    }
    return null
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'SecurityError' ? 'blocked' : 'missing'
  }
}

type Redirect = { provider: string; byLink: boolean }

export function storeRedirect(redirect: Redirect | null) {
  writeForAnHour('sessionStorage', storageKeys.redirect, redirect)
}

export function readRedirect(): Redirect | null {
  const redirect = readFromLastHour('sessionStorage', storageKeys.redirect)
  return typeof redirect?.provider === 'string'
    ? { provider: redirect.provider, byLink: redirect.byLink === true }
    : null
}

/** For the page that an emailed link opens. */
export function storeLinkVisit(visit: Visit) {
  writeForAnHour('localStorage', storageKeys.sentLink, { visit })
}

export function readLinkVisit(): Visit | null {
  const visit = readFromLastHour('localStorage', storageKeys.sentLink)?.visit
  return visit === 'in' || visit === 'new' ? visit : null
}

/** Keeps an opened link for a reload, because the widget removes its code. */
export function storeOpenedLink(href: string | null) {
  writeForAnHour('sessionStorage', storageKeys.openedLink, href === null ? null : { href })
}

/** Whether the widget has removed an emailed link's code from the address of this history entry. */
export const isClearedByWidget = (state: unknown) =>
  typeof state === 'object' && state !== null && 'operation' in state && state.operation === 'clear'

/** The link that this history entry was opened with. */
export function readOpenedLink(state: unknown): string | null {
  const href = isClearedByWidget(state) ? readFromLastHour('sessionStorage', storageKeys.openedLink)?.href : null
  return typeof href === 'string' && URL.parse(href)?.origin === location.origin ? href : null
}

/** Removes the widget's stored target from an abandoned visit. */
export function forgetWidgetTarget() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('firebaseui::redirectUrl')) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage may be blocked.
  }
}

export function removeExpired() {
  readRedirect()
  readLinkVisit()
  readFromLastHour('sessionStorage', storageKeys.openedLink)
}

export function clearSignInStorage() {
  storeRedirect(null)
  storeOpenedLink(null)
  writeForAnHour('localStorage', storageKeys.sentLink, null)
}
