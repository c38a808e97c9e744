import { errorCodeOf } from '@/lib/browser/sdk-error'
import { secondFactorRequired } from '@/lib/browser/second-factor'
import type { SignInSettings } from '@/lib/contract/sign-in'
import type { Mode, Visit } from './address'
import {
  codedError,
  isTemporary,
  translate,
  withCredential,
  methodsWhenHidden,
  usableMethods,
  type Words,
} from './answers'
import { readRedirect, storeRedirect, readLinkVisit, storeLinkVisit } from './history'
import type { Note } from './state'
import type { Call, CallName } from './sdk'

export type Choices = {
  visit: Visit
  emailLink: boolean
}

export type CallEvent =
  | { type: 'note'; note: Note | null }
  | { type: 'looked-up'; ledBy: 'visitor' | 'account' }
  | { type: 'link-preferred' }
  | { type: 'account-changed' }
  /** The service refused the address and password of a form. */
  | { type: 'refused'; code: string }

type Context = {
  settings: SignInSettings
  words: Words
  page: () => string
  mode: () => Mode
  choices: () => Choices
  hidesAccounts: (email: string) => Promise<boolean>
  isVerified: () => Promise<boolean>
  /** The last pressed button, which loses the focus to the widget. */
  pressed: () => HTMLElement | null
  emit: (event: CallEvent) => void
  /** Opens providers in a window, because redirects lose the user. */
  usePopups: () => void
  secondStep: (cause: unknown) => Promise<unknown>
}

type Conflict = { provider: string; methods: readonly string[] }

const codeCalls = new Set<CallName>([
  'applyActionCode',
  'checkActionCode',
  'confirmPasswordReset',
  'verifyPasswordResetCode',
])
const linkCalls = new Set<CallName>([...codeCalls, 'signInWithEmailLink'])
/** An error would make the widget discard a link or typed text, so these are repeated. */
const repeatedCalls = new Set<CallName>([...linkCalls, 'updateProfile'])
const usedCodes = new Set(['auth/invalid-action-code', 'auth/expired-action-code'])
const redirectCalls = new Set<CallName>(['signInWithRedirect', 'linkWithRedirect'])
const popupCalls = new Set<CallName>(['signInWithPopup', 'linkWithPopup'])
const closedByUser = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])

const operations: Record<string, string> = {
  recoverEmail: 'RECOVER_EMAIL',
  revertSecondFactorAddition: 'REVERT_SECOND_FACTOR_ADDITION',
}

type Credential = { providerId?: string; signInMethod?: string } | null | undefined
const firstCredential = ({ args }: Call) => args[0] as Credential

/** Never resolves, so that the restarted widget ignores earlier calls. */
const never = () => new Promise<never>(() => {})

function conflictOf(cause: unknown): Conflict | null {
  if (!['auth/account-exists-with-different-credential', 'auth/email-already-in-use'].includes(errorCodeOf(cause)))
    return null
  const { credential, customData } = cause as {
    credential?: Credential
    customData?: { _tokenResponse?: { verifiedProvider?: unknown } }
  }
  const provider = credential?.providerId
  const methods = customData?._tokenResponse?.verifiedProvider
  return provider
    ? { provider, methods: Array.isArray(methods) ? methods.filter((each) => typeof each === 'string') : [] }
    : null
}

export class CallHandler {
  conflict: Conflict | null = null
  /** Aborted when the page of the running calls is gone. */
  private round = new AbortController()

  constructor(private readonly context: Context) {}

  abandon() {
    this.round.abort()
    this.round = new AbortController()
  }

  async handle(call: Call): Promise<unknown> {
    const { name, args } = call
    if (name === 'fetchSignInMethodsForEmail')
      return this.lookUp(String(args[0]), (await this.attempt(call)) as string[])
    const isRedirect = redirectCalls.has(name)
    if (isRedirect || popupCalls.has(name) || name === 'signInAnonymously') this.restoreFocus()
    if (isRedirect)
      storeRedirect({ provider: firstCredential(call)?.providerId ?? '', byLink: this.context.choices().emailLink })
    const result = await this.attempt(call)
    this.refuseOtherCode(name, result)
    if (name === 'getRedirectResult') this.returned(result)
    if (name === 'sendSignInLinkToEmail') storeLinkVisit(this.context.choices().visit)
    return result
  }

  private async attempt(call: Call): Promise<unknown> {
    const { signal } = this.round
    // Returning from a provider always counts as a wish to sign in.
    const isAbandoned = () => signal.aborted && !redirectCalls.has(call.name) && !popupCalls.has(call.name)
    for (;;) {
      try {
        const result = await this.withSecondStep(call)
        if (call.name === 'applyActionCode') this.context.emit({ type: 'account-changed' })
        return isAbandoned() ? never() : result
      } catch (cause) {
        if (isAbandoned()) return never()
        const { words } = this.context
        const error = translate(withCredential(cause), this.circumstances(call), words)
        if (!repeatedCalls.has(call.name) || !isTemporary(error)) return await this.fail(call, error)
        const sentence =
          errorCodeOf(error) === 'auth/network-request-failed' ? words.identity('network') : (error as Error).message
        await this.interrupt(sentence)
      }
    }
  }

  private async fail(call: Call, error: unknown): Promise<undefined> {
    const code = errorCodeOf(error)
    if (linkCalls.has(call.name) && usedCodes.has(code) && (await this.settleUsedLink(call.name))) return
    this.conflict = conflictOf(error) ?? this.conflict
    this.context.emit({ type: 'refused', code })
    // The account exists, and the name can be set on the profile.
    if (call.name === 'updateProfile') return
    if (call.name === 'getRedirectResult' || redirectCalls.has(call.name)) storeRedirect(null)
    if (popupCalls.has(call.name) && closedByUser.has(code)) this.restoreFocus()
    const isLink = firstCredential(call)?.signInMethod === 'emailLink'
    if (call.name === 'linkWithCredential' && isLink && code.endsWith('already-in-use'))
      this.context.emit({ type: 'note', note: { kind: 'taken' } })
    throw error
  }

  /** Returns true if the link has had its effect: mail scanners open links before their readers do. */
  private async settleUsedLink(name: CallName): Promise<boolean> {
    const { emit, isVerified, mode } = this.context
    const linkMode = mode()
    if (linkMode === 'callback' || linkMode === 'select') return false
    if (name === 'applyActionCode' && linkMode === 'verifyEmail' && (await isVerified())) {
      emit({ type: 'account-changed' })
      return true
    }
    emit({ type: 'note', note: { kind: 'link', problem: 'used', mode: linkMode } })
    return false
  }

  private async withSecondStep(call: Call): Promise<unknown> {
    try {
      return await call.make()
    } catch (cause) {
      if (errorCodeOf(cause) !== secondFactorRequired) throw cause
      return this.context.secondStep(cause)
    }
  }

  private circumstances(call: Call) {
    const { name, isGuest } = call
    const credential = firstCredential(call)
    return {
      call: name,
      lacksCode: codeCalls.has(name) && !credential,
      betweenPages:
        this.context.page() === 'callback' &&
        (name === 'updateCurrentUser' || (name === 'linkWithCredential' && isGuest)),
      usesPassword:
        name === 'signInWithEmailAndPassword' ||
        name === 'createUserWithEmailAndPassword' ||
        credential?.signInMethod === 'password',
    }
  }

  private get emailMethod() {
    return this.context.settings.signInOptions.find(({ provider }) => provider === 'password')?.signInMethod
  }

  private interrupt(sentence: string): Promise<void> {
    const { emit } = this.context
    const { signal } = this.round
    return new Promise((resolve) => {
      const ended = new AbortController()
      const end = () => {
        ended.abort()
        emit({ type: 'note', note: null })
      }
      const onRetry = () => {
        if (ended.signal.aborted) return
        end()
        resolve()
      }
      addEventListener('online', onRetry, { signal: ended.signal })
      signal.addEventListener('abort', end, { signal: ended.signal })
      emit({ type: 'note', note: { kind: 'interrupted', sentence, onRetry } })
    })
  }

  private async lookUp(email: string, methods: string[]): Promise<string[]> {
    const { settings, page, mode, choices, emit } = this.context
    const { signal } = this.round
    const { visit, emailLink } = choices()
    const offers = (method: string) => settings.signInOptions.some(({ provider }) => provider === method)
    const prefersLink = emailLink && this.emailMethod === 'password' && page() !== 'callback'
    const isHidden = methods.length === 0 && (await this.hidesAccounts(email))
    if (signal.aborted) return never()
    emit({ type: 'looked-up', ledBy: isHidden ? 'visitor' : 'account' })
    const answer = isHidden
      ? methodsWhenHidden({
          page: page(),
          mode: mode(),
          visit,
          method: emailLink || this.emailMethod === 'emailLink' ? 'emailLink' : 'password',
          rememberedVisit: readLinkVisit(),
          offers,
          conflictMethods: this.conflict?.methods ?? [],
        })
      : usableMethods(methods, { offers, prefersLink })
    if (page() === 'callback' && answer.join() === 'emailLink') emit({ type: 'link-preferred' })
    return answer
  }

  private async hidesAccounts(email: string): Promise<boolean> {
    const { emailEnumerationProtection: setting } = this.context.settings
    return setting === 'auto' ? this.context.hidesAccounts(email) : setting === 'on'
  }

  /** @throws `auth/invalid-action-code` if the code belongs to another operation */
  private refuseOtherCode(name: CallName, result: unknown): void {
    const expected = operations[this.context.mode()]
    const isOther =
      (name === 'checkActionCode' && expected && (result as { operation?: string } | null)?.operation !== expected) ||
      (name === 'verifyPasswordResetCode' && !result)
    if (isOther) throw codedError('auth/invalid-action-code')
  }

  /** Returns the focus to the pressed button unless another element has it. */
  private restoreFocus() {
    const { activeElement, body } = document
    const pressed = this.context.pressed()
    if (pressed?.isConnected && (activeElement === null || activeElement === body)) pressed.focus()
  }

  private returned(result: unknown) {
    if ((result as { user?: unknown } | null)?.user) return storeRedirect(null)
    // Stays marked until a first step shows, because a later look-up may find a user.
    if (readRedirect()) this.context.usePopups()
  }
}
