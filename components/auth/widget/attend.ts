import { codeOf } from '@/lib/browser/sdk-error'
import { secondFactorRequired } from '@/lib/browser/second-factor'
import { refuseWrongPhone } from './as-typed'
import type { Around, Call, CallName } from './calls'
import { completed } from './completed'
import { sentences } from './error-words'
import { passes, recode, worded } from './recode'

/** What stands in the way of a sign-in by a provider: an account of the same address with other ways in. */
export type Conflict = { provider: string; ways: readonly string[] }

/** The page's part in the calls that the widget makes. */
export type Attendant = {
  /** The widget's page that is showing, by the name in its class. */
  page: () => string
  /** The ways in that the widget is told of. */
  lookUp: (email: string, methods: string[]) => Promise<string[]>
  conflict: (conflict: Conflict) => void
  linkSent: () => void
  /** An action of an e-mailed link was carried out. */
  applied: () => void
  /** The address of an e-mailed link belongs to another account than the guest's. */
  taken: () => void
  /** The page is about to be left for a provider; null when it stays after all. */
  leaving: (provider: string | null) => void
  /** Back from a provider: with a person, with an error, or with nothing. */
  returned: (result: 'person' | 'error' | 'nothing') => void
  /** The button of the widget that was pressed last; the widget takes the focus from it. */
  pressed?: () => HTMLElement | null
  /** The mode that the page's address names. */
  mode?: () => string
  /** Says what is in the way, and resolves when the person wants to try again; never, once the call is abandoned. */
  interrupted: (sentence: string) => Promise<void>
  /** The project sends no links; whether the person has something else here. */
  linkRefused: () => boolean
  /** Takes the person through the second factor that a call failed for, and resolves with its result. */
  secondStep?: (cause: unknown) => Promise<unknown>
  /** Aborts when the calls that are under way have lost the page that they were made for. */
  signal: () => AbortSignal
  /** The widget starts again: what is under way must not come back to it. */
  abandon: () => void
}

/** The widget takes a failure of these for a link that is used up, or loses what was typed. */
const repeated = new Set<CallName>([
  'applyActionCode',
  'checkActionCode',
  'confirmPasswordReset',
  'signInWithEmailLink',
  'updateProfile',
  'verifyPasswordResetCode',
])
const actions = new Set<CallName>([
  'applyActionCode',
  'checkActionCode',
  'confirmPasswordReset',
  'verifyPasswordResetCode',
])
const leaves = new Set<CallName>(['signInWithRedirect', 'linkWithRedirect'])
const popups = new Set<CallName>(['signInWithPopup', 'linkWithPopup'])
/** In the provider's hands: whoever comes back from there has meant to, whatever the page shows by then. */
const abroad = new Set<CallName>([...leaves, ...popups])
const closed = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])

type Fields = Record<string, unknown>
const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Fields)[name] : undefined
const textOf = (from: unknown, name: string): string => {
  const value = field(from, name)
  return typeof value === 'string' ? value : ''
}

/** The provider says which of the account's ways in it has verified itself; a password is never among them. */
function conflictOf(cause: unknown): Conflict | null {
  if (!['auth/account-exists-with-different-credential', 'auth/email-already-in-use'].includes(codeOf(cause)))
    return null
  const provider = textOf(field(cause, 'credential'), 'providerId')
  const ways = field(field(field(cause, 'customData'), '_tokenResponse'), 'verifiedProvider')
  return provider ? { provider, ways: Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : [] } : null
}

const sentenceOf = (cause: unknown) =>
  codeOf(cause) === 'auth/network-request-failed' ? 'A network error has occurred' : (cause as Error).message

/** Attends every call of the widget for the page that is mounted; without one the calls go their own way. */
export function attend(attendant: () => Attendant | null): Around {
  return async (call) => {
    const page = attendant()
    return page ? attended(call, page) : call.go()
  }
}

async function attended(call: Call, page: Attendant): Promise<unknown> {
  const { name, args } = call
  await refuseWrongPhone(name, args)
  if (name === 'fetchSignInMethodsForEmail') {
    return page.lookUp(String(args[0]), (await attempt(call, page)) as string[])
  }
  if (popups.has(name)) return popup(call, page)
  if (name === 'signInAnonymously' || leaves.has(name)) backToPressed(page)()
  if (leaves.has(name)) {
    page.leaving(textOf(args[0], 'providerId'))
    return attempt(call, page).catch((cause: unknown) => {
      page.leaving(null)
      throw cause
    })
  }
  const result = await attempt(call, page)
  refuseOtherCode(name, result, page.mode?.() ?? '')
  if (name === 'getRedirectResult') page.returned(field(result, 'user') ? 'person' : 'nothing')
  if (name === 'sendSignInLinkToEmail') page.linkSent()
  return result
}

/** What a code has to be for, where the widget believes the address: it would say that this was done, or nothing at all. */
const operations: Record<string, string> = {
  recoverEmail: 'RECOVER_EMAIL',
  revertSecondFactorAddition: 'REVERT_SECOND_FACTOR_ADDITION',
}

/** @throws `auth/invalid-action-code` for a code of another kind than the address says */
function refuseOtherCode(name: CallName, result: unknown, mode: string): void {
  const isOther =
    (name === 'checkActionCode' && mode in operations && field(result, 'operation') !== operations[mode]) ||
    (name === 'verifyPasswordResetCode' && !result)
  if (isOther) throw Object.assign(new Error('This code is for something else.'), { code: 'auth/invalid-action-code' })
}

/** An abandoned call does not end: the widget would act on its end, on a page that knows nothing of it. */
const endless = () => new Promise<never>(() => {})

async function attempt(call: Call, page: Attendant): Promise<unknown> {
  const signal = page.signal()
  const abandoned = () => signal.aborted && !abroad.has(call.name)
  for (;;) {
    try {
      const result = await withSecondStep(call, page)
      // The account has changed, whoever still waits for it.
      if (call.name === 'applyActionCode') page.applied()
      return abandoned() ? endless() : result
    } catch (cause) {
      if (abandoned()) return endless()
      if (call.name === 'sendSignInLinkToEmail' && codeOf(cause) === 'auth/operation-not-allowed' && page.linkRefused())
        throw worded(cause as Error, { message: sentences.links })
      const said = recode(completed(cause), momentOf(call, page))
      if (repeated.has(call.name) && passes(said)) {
        await page.interrupted(sentenceOf(said))
        continue
      }
      const conflict = conflictOf(said)
      if (conflict) page.conflict(conflict)
      // The account is made. The widget would stay on its form without a word; the name can be set on the profile.
      if (call.name === 'updateProfile') return undefined
      if (call.name === 'getRedirectResult') page.returned('error')
      if (call.name === 'linkWithCredential' && byLink(call) && codeOf(said).endsWith('already-in-use')) page.taken()
      throw said
    }
  }
}

/** A sign-in that asks for a second factor goes on as soon as the person has given it. */
async function withSecondStep(call: Call, page: Attendant): Promise<unknown> {
  try {
    return await call.go()
  } catch (cause) {
    if (codeOf(cause) !== secondFactorRequired || !page.secondStep) throw cause
    return page.secondStep(cause)
  }
}

const byLink = ({ args: [credential] }: Call) => textOf(credential, 'signInMethod') === 'emailLink'

function momentOf({ name, args, guest }: Call, page: Attendant) {
  const [credential] = args
  return {
    call: name,
    codeless: actions.has(name) && !credential,
    // Elsewhere the widget has a place for a sentence.
    between: page.page() === 'callback' && (name === 'updateCurrentUser' || (name === 'linkWithCredential' && guest)),
    password:
      name === 'signInWithEmailAndPassword' ||
      name === 'createUserWithEmailAndPassword' ||
      textOf(credential, 'signInMethod') === 'password',
  }
}

/** Gives the focus back to what was pressed, unless the person has gone elsewhere: the widget takes it away at once. */
function backToPressed(page: Attendant): () => void {
  const pressed = page.pressed?.() ?? document.activeElement
  return () => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && pressed instanceof HTMLElement && pressed.isConnected) pressed.focus()
  }
}

/** Whoever closes the window stands where they stood. */
async function popup(call: Call, page: Attendant): Promise<unknown> {
  const back = backToPressed(page)
  back()
  try {
    return await attempt(call, page)
  } catch (cause) {
    if (closed.has(codeOf(cause))) back()
    throw cause
  }
}
