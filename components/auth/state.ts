import type { ComponentProps } from 'react'
import type { SecondStep } from '@/components/session/second-step'
import { providerNames } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import type { SignInSettings } from '@/lib/contract/sign-in'
import type { ActionMode, Visit } from './address'

// Widget pages by their class `firebaseui-id-page-…`, grouped for the page around them.

const firstSteps = new Set(['provider-sign-in', 'sign-in'])
/** Pages with the choice of new or known, or of link or password. Later, it would discard entered data. */
const withChoice = new Set([...firstSteps, 'password-sign-in', 'password-sign-up', 'password-linking'])
/** Pages on which the widget only waits. */
const waiting = ['blank', 'callback', 'spinner']
const credentialPages = new Set([
  'email-link-sign-in-linking',
  'email-link-sign-in-linking-different-device',
  'federated-linking',
  'password-linking',
  'password-sign-in',
])
const linkPages = new Set([
  'email-link-sign-in-confirmation',
  'email-link-sign-in-linking-different-device',
  ...waiting,
])
const startPages = new Set([
  '',
  'callback',
  'provider-sign-in',
  'select-tenant',
  'provider-match-by-email',
  'unrecoverable-error',
])
const results = /^(password-reset|email-change|email-verification|verify-and-change|revert-second|sign-out)/

export const nameOf = (page: Element | null) => /firebaseui-id-page-([\w-]+)/.exec(page?.className ?? '')?.[1] ?? ''

export const pageOf = (container: HTMLElement): string => nameOf(container.firstElementChild)

export const isFirst = (page: string) => firstSteps.has(page)

export const isWait = (page: string) => waiting.includes(page)

const waitSelector = waiting.map((page) => `.firebaseui-id-page-${page}`).join()
export const showsWait = (container: HTMLElement) => container.querySelector(waitSelector) !== null

/** On a page of tenants after a sign-out, their own link leads back. */
const isDeadEnd = (page: string) => page === 'password-recovery-email-sent' || (isResult(page) && page !== 'sign-out')

function wayOut(page: string, hasButtons: boolean): 'back' | 'other' | null {
  if (isDeadEnd(page)) return hasButtons ? null : 'back'
  return credentialPages.has(page) ? 'other' : null
}

export const keepsLink = (page: string) => linkPages.has(page)

export const isResult = (page: string) => results.test(page)

/** The visitor can switch between these two. */
export const stepOf = (page: string) => (/^password-sign-(in|up)$/.test(page) ? 'password' : page)

export const restorableSteps: ReadonlySet<string> = new Set([
  'provider-sign-in',
  'select-tenant',
  'sign-in',
  'password',
  'phone-sign-in-start',
])

export const isSuccess = (page: string) => isResult(page) && page.endsWith('-success')

export const isStartPage = (page: string) => startPages.has(page)

type SecondStepProps = ComponentProps<typeof SecondStep>

export type Stage =
  | { at: 'loading' }
  | { at: 'widget' }
  | { at: 'stuck' }
  /** The account asks for a second factor. Its component is loaded on demand. */
  | { at: 'second'; Step: typeof SecondStep; step: SecondStepProps }
  /** Signed in earlier or in another tab. */
  | { at: 'already'; person: Person; next: string }
  /** Has just created an account without the consent. */
  | { at: 'consent'; onAgree: () => void; onDecline: () => Promise<string | null> }
  | { at: 'leaving' }
  | { at: 'unknown-host' }
  | { at: 'failed'; text: string }

/** An emailed link that has lost a part, or whose code is used or expired. */
export type LinkNote = { kind: 'link'; problem: 'incomplete' | 'used'; mode: ActionMode | 'unknown' }

export type Note =
  /** Returned from the provider with neither a user nor an error. */
  | { kind: 'unfinished'; provider: string }
  /** The widget has waited long; `provider` after a redirect. */
  | { kind: 'waiting'; provider: string | null }
  | { kind: 'interrupted'; sentence: string; onRetry: () => void }
  /** A guest opened a link for an existing account. */
  | { kind: 'taken' }
  | LinkNote
  | { kind: 'stranded' }

export type State = {
  stage: Stage
  settings: SignInSettings | null
  page: { name: string; hasButtons: boolean }
  visit: Visit
  hasConsent: boolean
  consentRefusals: number
  emailLink: boolean
  ledBy: 'visitor' | 'account'
  note: Note | null
  /** The code of the last refusal on this page, or empty. */
  refusal: string
  /** The provider of the redirect that has just returned. */
  returnedFrom: string | null
  isMerging: boolean
}

export const initialState: State = {
  stage: { at: 'loading' },
  settings: null,
  page: { name: '', hasButtons: true },
  visit: 'in',
  hasConsent: false,
  consentRefusals: 0,
  emailLink: false,
  ledBy: 'visitor',
  note: null,
  refusal: '',
  returnedFrom: null,
  isMerging: false,
}

const withoutWidget = new Set(['already', 'consent', 'leaving', 'failed', 'unknown-host', 'second'])

export const isHidden = ({ stage }: State) => withoutWidget.has(stage.at)

/** The widget is finished. */
export const isDone = (state: State) => isHidden(state) && state.stage.at !== 'second'

function noteAfterPage({ note }: State, name: string): Note | null {
  // It explains why the widget's page reports a failure.
  if (note?.kind === 'link' && (isResult(name) || isWait(name))) return note
  const continues =
    note?.kind === 'waiting' ? !isWait(name) : !isFirst(name) && name !== 'callback' && note?.kind !== 'interrupted'
  return continues ? null : note
}

/** @param unfinished the provider of a redirect that has returned without a user */
export function afterPage(state: State, page: State['page'], unfinished: string | null): State {
  const { name } = page
  const note: Note | null =
    unfinished === null ? noteAfterPage(state, name) : { kind: 'unfinished', provider: unfinished }
  return {
    ...state,
    page,
    refusal: name === state.page.name ? state.refusal : '',
    returnedFrom: name === 'callback' ? state.returnedFrom : null,
    note: isHidden(state) ? state.note : note,
  }
}

function signInProviderName(id: string, settings: Pick<SignInSettings, 'signInOptions' | 'tenants'>): string | null {
  const lists = [settings.signInOptions, ...Object.values(settings.tenants ?? {}).map((tenant) => tenant.signInOptions)]
  const configuredName = lists.flat().find(({ provider }) => provider === id)?.providerName
  return configuredName ?? providerNames[id] ?? null
}

/** Point to the choice above the form, because either of the two may be wrong. */
const choiceHints: Record<string, 'wrongPassword' | 'emailInUse'> = {
  'auth/wrong-password': 'wrongPassword',
  'auth/email-already-in-use': 'emailInUse',
}

/** Whether this page may create an account. Phone numbers and providers may, whatever the visitor chose. */
export const asksForConsent = ({ stage, page, visit }: State) =>
  stage.at === 'widget' &&
  (page.name === 'password-sign-up' || (visit === 'new' && (isFirst(page.name) || page.name === 'phone-sign-in-start')))

const isAddressGiven = (button: Element) => Boolean(button.parentElement?.querySelector('input')?.value)

/** Whether pressing this button would create an account without the consent. */
export function lacksConsent(state: State, pressed: Element): boolean {
  if (state.hasConsent || !asksForConsent(state)) return false
  const { name } = state.page
  if (name === 'provider-sign-in') {
    const isEmail = pressed.matches('[data-provider-id="password"]')
    return isEmail ? state.emailLink && isAddressGiven(pressed) : pressed.matches('[data-provider-id]')
  }
  return (name !== 'sign-in' || state.emailLink) && pressed.matches('.firebaseui-id-submit')
}

export function viewOf(state: State) {
  const { stage, settings, page, note, refusal, emailLink, ledBy, visit } = state
  const email = settings?.signInOptions.find(({ provider }) => provider === 'password')
  const { name, hasButtons } = page
  const isLinking = name === 'password-linking'
  const isOpen = stage.at === 'widget'
  const isSignUp = isOpen && name === 'password-sign-up'
  const noteProvider = note && 'provider' in note ? note.provider : null
  return {
    isOpen,
    hidesWidget: isHidden(state),
    showsNote: note !== null && (!isHidden(state) || (stage.at === 'already' && note.kind === 'link')),
    isLoading: stage.at === 'loading' || (isOpen && name === ''),
    noteProvider,
    providerName: settings && noteProvider ? signInProviderName(noteProvider, settings) : null,
    hasEmail: email !== undefined,
    warnsOfApps:
      isOpen &&
      name === 'provider-sign-in' &&
      settings?.signInOptions.some(({ provider }) => provider === 'google.com'),
    isSingleWay: settings !== null && !settings.tenants && settings.signInOptions.length === 1,
    choiceHint: choiceHints[refusal] ?? null,
    isSignUp,
    /** Where the project reveals it. */
    isUnknownAddress: isSignUp && ledBy === 'account' && visit === 'in',
    /** Not for emailed links or later steps. */
    showsChoice:
      isOpen && email !== undefined && (isFirst(name) || (ledBy === 'visitor' && withChoice.has(name) && !isLinking)),
    showsLinkSwitch:
      isOpen &&
      email?.signInMethod === 'password' &&
      (withChoice.has(name) || name === 'unsupported-provider') &&
      !(isLinking && emailLink),
    wayOut: isOpen ? wayOut(name, hasButtons) : null,
  }
}

export type Store = ReturnType<typeof createStore>

export function createStore() {
  let state = initialState
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (change: Partial<State>) => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
