import type { Visit } from '@/components/auth/widget/look-up'
import { storageKeys } from '@/lib/site'

type Kind = 'localStorage' | 'sessionStorage'

/** The same as the widget's. Email addresses are never stored. */
export const lifetimeMs = 3600_000

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

function write(kind: Kind, key: string, value: object | null) {
  try {
    if (value) window[kind].setItem(key, JSON.stringify({ ...value, at: Date.now() }))
    else window[kind].removeItem(key)
  } catch {
    // Storage may be blocked.
  }
}

function read<T extends object>(kind: Kind, key: string): Partial<T> | null {
  try {
    const value = JSON.parse(window[kind].getItem(key) ?? 'null') as (Partial<T> & { at?: unknown }) | null
    const age = typeof value?.at === 'number' ? Date.now() - value.at : -1
    if (age >= 0 && age < lifetimeMs) return value
  } catch {
    // Storage may be blocked.
  }
  write(kind, key, null)
  return null
}

type Redirect = { provider: string; byLink: boolean }

export function markRedirect(redirect: Redirect | null) {
  write('sessionStorage', storageKeys.redirect, redirect)
}

export function markedRedirect(): Redirect | null {
  const found = read<Redirect>('sessionStorage', storageKeys.redirect)
  return typeof found?.provider === 'string' ? { provider: found.provider, byLink: found.byLink === true } : null
}

/** For the page that an emailed link opens. */
export function rememberVisit(visit: Visit) {
  write('localStorage', storageKeys.sentLink, { visit })
}

export function rememberedVisit(): Visit | null {
  const visit = read<{ visit: Visit }>('localStorage', storageKeys.sentLink)?.visit
  return visit === 'in' || visit === 'new' ? visit : null
}

/** Keeps an opened link for a reload, because the widget removes its code. */
export function keepOpenedLink(href: string | null) {
  write('sessionStorage', storageKeys.openedLink, href === null ? null : { href })
}

const isCleared = (state: unknown) =>
  typeof state === 'object' && state !== null && 'operation' in state && state.operation === 'clear'

/** The link that this history entry was opened with. */
export function openedLink(state: unknown): string | null {
  const href = isCleared(state) ? read<{ href: string }>('sessionStorage', storageKeys.openedLink)?.href : null
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
  markedRedirect()
  rememberedVisit()
  read('sessionStorage', storageKeys.openedLink)
}

export function forgetAll() {
  markRedirect(null)
  keepOpenedLink(null)
  write('localStorage', storageKeys.sentLink, null)
}
