import { storageKeys } from '@/lib/site'
import type { Visit } from '@/components/auth/widget/look-up'

/**
 * What the sign-in page remembers while the person is elsewhere: at a provider, or in their mailbox.
 * No address is among it. After an hour it counts as forgotten, as the widget's own entries do, and the next
 * look takes it away.
 */
type Kind = 'localStorage' | 'sessionStorage'

export const lifetimeMs = 3600_000

const keys = { redirect: storageKeys.redirect, link: storageKeys.sentLink, opened: storageKeys.openedLink } as const

function write(kind: Kind, key: string, value: object | null) {
  try {
    if (value) window[kind].setItem(key, JSON.stringify({ ...value, at: Date.now() }))
    else window[kind].removeItem(key)
  } catch {
    // Nothing is remembered then, and the page asks again.
  }
}

function read<T extends object>(kind: Kind, key: string): Partial<T> | null {
  try {
    const value = JSON.parse(window[kind].getItem(key) ?? 'null') as (Partial<T> & { at?: unknown }) | null
    const age = typeof value?.at === 'number' ? Date.now() - value.at : -1
    if (age >= 0 && age < lifetimeMs) return value
  } catch {
    // No storage, or not what was written.
  }
  write(kind, key, null)
  return null
}

/** A sign-in by redirect that has left this page; `byLink` is how the person said that they get in by e-mail. */
type Redirect = { provider: string; byLink: boolean }

export function markRedirect(redirect: Redirect | null) {
  write('sessionStorage', keys.redirect, redirect)
}

export function markedRedirect(): Redirect | null {
  const found = read<Redirect>('sessionStorage', keys.redirect)
  return typeof found?.provider === 'string' ? { provider: found.provider, byLink: found.byLink === true } : null
}

/** Remembers what the person said of themselves when a link was sent: it opens in a page that does not know. */
export function rememberVisit(visit: Visit) {
  write('localStorage', keys.link, { visit })
}

export function rememberedVisit(): Visit | null {
  const visit = read<{ visit: Visit }>('localStorage', keys.link)?.visit
  return visit === 'in' || visit === 'new' ? visit : null
}

/**
 * Keeps the address that a sign-in link opened this page with: the widget takes its code out of the address bar at
 * once, and may still ask for the e-mail address. Null once the link is used, refused or turned away from.
 */
export function keepOpenedLink(href: string | null) {
  write('sessionStorage', keys.opened, href === null ? null : { href })
}

/** The mark that the widget leaves on the entry of the history whose link it has taken out of the address. */
const isTakenOut = (state: unknown) =>
  typeof state === 'object' && state !== null && 'operation' in state && state.operation === 'clear'

/**
 * The link that this page was opened with before it was loaded again; null where it is another entry of the history:
 * whoever comes anew begins anew.
 * @param state that of the history's present entry
 */
export function openedLink(state: unknown): string | null {
  const href = isTakenOut(state) ? read<{ href: string }>('sessionStorage', keys.opened)?.href : null
  return typeof href === 'string' && URL.parse(href)?.origin === location.origin ? href : null
}

/**
 * Forgets where the widget was asked to lead the last time that this tab was at the page: it keeps that until somebody
 * has signed in, and whoever left without signing in has gone another way since.
 */
export function forgetWay() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('firebaseui::redirectUrl')) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing is kept there then.
  }
}

/** Takes away what has expired. */
export function sweep() {
  markedRedirect()
  rememberedVisit()
  read('sessionStorage', keys.opened)
}

/** Forgets everything: what it was kept for has come to its end. */
export function forget() {
  markRedirect(null)
  keepOpenedLink(null)
  write('localStorage', keys.link, null)
}
