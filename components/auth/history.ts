import { readFromLastHour, writeForAnHour } from '@/lib/browser/json-storage'
import { pageLocale, parseUrl } from '@/lib/browser/page-address'
import {
  ignoresUser,
  readEmailedLink,
  requestedMode,
  requestedReturnAddress,
  returnAddress,
  unwrapAction,
  withoutMode,
  type Visit,
} from './address'
import { storageKeys } from '@/lib/site'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { isWait, restorableSteps, stepOf } from './state'

/** Entries expire after an hour, like the widget's own. Email addresses are never stored. */

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
const isClearedByWidget = (state: unknown) =>
  typeof state === 'object' && state !== null && 'operation' in state && state.operation === 'clear'

export function readOpenedLink(state: unknown): string | null {
  const href = isClearedByWidget(state) ? readFromLastHour('sessionStorage', storageKeys.openedLink)?.href : null
  return typeof href === 'string' && parseUrl(href)?.origin === location.origin ? href : null
}

export function clearSignInStorage() {
  storeRedirect(null)
  storeOpenedLink(null)
  writeForAnHour('localStorage', storageKeys.sentLink, null)
}

/** Why the browser stores nothing for this site: its settings (`blocked`), or anything else (`missing`). */
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

const stateKey = 'signInStep'
/** Maximum wait for the browser. */
const traversalMs = 500

/** Skipped, because they also appear on the way to a later step. */
const passed = new Set(['provider-sign-in', 'sign-in'])

const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && stateKey in state ? Number(state[stateKey]) || 0 : 0

/** Gives each step of the form a history entry, so that Back leads to the previous step. */
export class StepHistory {
  private steps: string[] = []
  private index = indexOf(history.state)
  private latest = ''
  /** The requested step, until the form shows it. */
  private asked: string | null = null
  private arrived: (() => void) | null = null
  private isEnded = false

  constructor(private readonly goTo: (step: string) => boolean) {
    addEventListener('popstate', this.onPop)
    // A reload starts at the first step.
    if (this.index > 0) void this.travel(0)
  }

  shown(page: string) {
    if (page === '' || isWait(page)) return
    this.latest = stepOf(page)
    this.update()
  }

  /** Goes one step back. Returns false if the form has to do it. */
  back(): boolean {
    if (!restorableSteps.has(this.steps[this.index - 1] ?? '')) return false
    history.back()
    return true
  }

  /** Returns to the first entry, so that Back on the next page skips the steps. */
  async end(): Promise<void> {
    this.isEnded = true
    if (this.index > 0) await this.travel(0)
  }

  private update() {
    if (this.isEnded || this.arrived || this.latest === '') return
    if (this.steps.length === 0) this.steps = [this.latest]
    if (this.asked !== null) return this.answer(this.asked)
    if (this.latest === this.steps[this.index]) return
    const known = this.steps.lastIndexOf(this.latest, this.index)
    if (known >= 0) return void this.travel(known)
    this.steps = [...this.steps.slice(0, ++this.index), this.latest]
    history.pushState({ ...history.state, [stateKey]: this.index }, '')
  }

  /** An unexpected page replaces the entry, or Back would get stuck there. */
  private answer(asked: string) {
    if (this.latest !== asked && passed.has(this.latest)) return
    this.steps[this.index] = this.latest
    this.asked = null
  }

  private travel(to: number): Promise<void> {
    const by = to - this.index
    this.index = to
    return new Promise((resolve) => {
      const done = () => {
        if (this.arrived !== done) return
        this.arrived = null
        resolve()
        this.update()
      }
      this.arrived = done
      setTimeout(done, traversalMs)
      history.go(by)
    })
  }

  private readonly onPop = ({ state }: PopStateEvent) => {
    if (this.arrived) return this.arrived()
    const from = this.index
    this.index = indexOf(state)
    if (this.index === from || this.isEnded) return
    const step = this.steps[this.index] ?? ''
    this.asked = step
    if (this.goTo(step)) return
    this.asked = null
    if (this.index > from) void this.travel(from)
    else history.back()
  }
}

export type OpenedAddress = ReturnType<typeof openAddress>

/** Reads the page's address, after converting an emailed link or restoring it after a reload. */
export function openAddress(settings: SignInSettings) {
  const link = readEmailedLink(readOpenedLink(history.state) ?? location.href, settings)
  // The widget removes the code of an opened link from the address.
  const incomplete = isClearedByWidget(history.state) ? null : link.incomplete
  const href = incomplete ? withoutMode(link.href, settings) : unwrapAction(link.href, settings)
  if (href !== location.href) history.replaceState(history.state, '', href)
  const mode = () => requestedMode(location.search, settings)
  const ignoringUser = ignoresUser(location.search, settings)
  storeOpenedLink(ignoringUser && mode() === 'signIn' ? location.href : null)
  return {
    incomplete,
    ignoresUser: ignoringUser,
    isSelect: mode() === 'select',
    mode,
    returnTo: returnAddress(requestedReturnAddress(location.search, settings), {
      origin: location.origin,
      fallback: settings.signInSuccessUrl,
      locale: pageLocale(),
    }),
    clearMode: () => {
      const plain = withoutMode(location.href, settings)
      if (ignoringUser && plain !== location.href) history.replaceState(history.state, '', plain)
    },
  }
}

function openerOf(page: Window): Window | null {
  try {
    const opener = page.opener as Window | null
    return opener && !opener.closed && opener.location.origin === page.location.origin ? opener : null
  } catch {
    // The opener is on another site.
    return null
  }
}

/** Goes to the next page. In pop-up mode the opener goes there, and this window closes. */
export function goToNextPage(next: string, popupMode: boolean, page: Window = window) {
  const opener = popupMode ? openerOf(page) : null
  if (!opener) return page.location.assign(next)
  opener.location.assign(next)
  page.close()
  if (!page.closed) page.location.assign(next)
}
