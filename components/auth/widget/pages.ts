/** The pages of the widget where both a change of mind and a restart cost nothing. */
const first = new Set(['provider-sign-in', 'sign-in'])
/** Where it still matters whether the person is new, and whether they want a link or a password. */
const open = new Set([...first, 'password-sign-in', 'password-sign-up', 'password-linking'])
/** Pages on which the widget has nothing to press, or nothing that leads back to the start. */
const closed = new Set([
  'email-change-revoke-failure',
  'email-change-revoke-success',
  'email-verification-failure',
  'password-recovery-email-sent',
  'password-reset-failure',
  'revert-second-factor-addition-failure',
  'revert-second-factor-addition-success',
  'verify-and-change-email-failure',
])
/** Where the widget waits for an answer, and has nothing to press meanwhile. */
const waits = ['blank', 'callback', 'spinner']
/** Steps of the widget that lead on only with what the person may not have. */
const narrow = new Set([
  'email-link-sign-in-linking',
  'email-link-sign-in-linking-different-device',
  'federated-linking',
  'password-linking',
  'password-sign-in',
])

/** The name in the class of a widget page, such as `password-sign-in`. */
export const nameOf = (page: Element | null) => /firebaseui-id-page-([\w-]+)/.exec(page?.className ?? '')?.[1] ?? ''

/** The name of the page that the widget shows; empty between two pages. */
export const pageOf = (container: HTMLElement): string => nameOf(container.firstElementChild)

export const isWait = (page: string) => waits.includes(page)

const waitSelector = waits.map((page) => `.firebaseui-id-page-${page}`).join()
/** Whether a page without a way out shows in there, however deep. */
export const showsWait = (container: HTMLElement) => container.querySelector(waitSelector) !== null

export const isFirst = (page: string) => first.has(page)

/** Where a link may be asked for: also by whoever has nothing but links, and is told to recover a password. */
export const leavesLink = (page: string) => open.has(page) || page === 'unsupported-provider'

/** Elsewhere, as at the code of a text message, our own choices would throw away what was entered. */
export const leavesChoice = (page: string) => open.has(page)

/**
 * Our own way out below the widget's page: its words, or null where the widget has one itself.
 * @param buttons whether the widget has any button there: the same page has one or not
 */
export function wayOut(page: string, buttons: boolean): string | null {
  if (closed.has(page)) return buttons ? null : 'Back to sign in'
  return narrow.has(page) ? 'Use another address or way to sign in' : null
}

/** Where a sign-in link is open and waits for the person, who may not get it again. */
const linkWaits = new Set(['email-link-sign-in-confirmation', 'email-link-sign-in-linking-different-device', ...waits])

/** Whether a sign-in link that was opened can still be used from this page on. */
export const holdsLink = (page: string) => linkWaits.has(page)

const answers = /^(password-reset|email-change|email-verification|verify-and-change|revert-second|sign-out)/

/** Pages that say what became of an e-mailed link or of a sign-out: nobody signs in or starts there. */
export const isAnswer = (page: string) => answers.test(page)

/** Pages that say that what an e-mailed link asked for was done: its code is spent. */
export const isDone = (page: string) => isAnswer(page) && page.endsWith('-success')

const beginnings = new Set([
  '',
  'unrecoverable-error',
  'phone-sign-in-start',
  'select-tenant',
  'provider-match-by-email',
])

/** Where an account may be about to be made, so that it is said what having one means. */
export const maySignUp = (page: string) => beginnings.has(page) || open.has(page)
