/** Widget pages by their class `firebaseui-id-page-…`, grouped for the page around them. */

const firstSteps = new Set(['provider-sign-in', 'sign-in'])
/** Pages with the choice of new or known, or of link or password. */
const withChoice = new Set([...firstSteps, 'password-sign-in', 'password-sign-up', 'password-linking'])
/** Pages that may lack a button back to the start. */
const deadEnds = new Set([
  'email-change-revoke-failure',
  'email-change-revoke-success',
  'email-verification-failure',
  'password-recovery-email-sent',
  'password-reset-failure',
  'revert-second-factor-addition-failure',
  'revert-second-factor-addition-success',
  'verify-and-change-email-failure',
])
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

export const allowsLink = (page: string) => withChoice.has(page) || page === 'unsupported-provider'

/** Later, the choice would discard entered data. */
export const allowsChoice = (page: string) => withChoice.has(page)

export function wayOut(page: string, hasButtons: boolean): string | null {
  if (deadEnds.has(page)) return hasButtons ? null : 'Back to sign in'
  return credentialPages.has(page) ? 'Use another address or way to sign in' : null
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
