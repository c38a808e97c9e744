import { limits } from '@/lib/site'
import { codedError, networkError } from './errors'

export const clientCalls = [
  'applyActionCode',
  'checkActionCode',
  'confirmPasswordReset',
  'createUserWithEmailAndPassword',
  'fetchSignInMethodsForEmail',
  'getRedirectResult',
  'sendPasswordResetEmail',
  'sendSignInLinkToEmail',
  'signInAnonymously',
  'signInWithCredential',
  'signInWithEmailAndPassword',
  'signInWithEmailLink',
  'signInWithPhoneNumber',
  'signInWithPopup',
  'signInWithRedirect',
  'updateCurrentUser',
  'verifyPasswordResetCode',
] as const
export const userCalls = [
  'linkWithCredential',
  'linkWithPhoneNumber',
  'linkWithPopup',
  'linkWithRedirect',
  'updateProfile',
] as const

export type CallName = (typeof clientCalls)[number] | (typeof userCalls)[number] | 'confirm'
export type Call = {
  name: CallName
  args: readonly unknown[]
  isGuest: boolean
  make: (...others: unknown[]) => Promise<unknown>
}
export type Interceptor = (call: Call) => Promise<unknown>

type Method = (this: { isAnonymous?: boolean }, ...args: unknown[]) => Promise<unknown>
type Confirmation = { confirm: (code: unknown) => Promise<unknown> }

const phoneCalls = new Set<string>(['signInWithPhoneNumber', 'linkWithPhoneNumber'])

function withConfirm(result: unknown, intercept: Interceptor): unknown {
  if (typeof result !== 'object' || result === null || !('confirm' in result)) return result
  const confirm = (result.confirm as (...args: unknown[]) => Promise<unknown>).bind(result)
  return Object.assign(result, {
    confirm: (...args: unknown[]) => intercept({ name: 'confirm', args, isGuest: false, make: () => confirm(...args) }),
  })
}

const intercepted = new WeakSet<object>()

/** Intercepts calls on a prototype, once. The widget's own clients only share the prototype. */
export function interceptCalls(prototype: object, names: readonly CallName[], intercept: Interceptor) {
  if (intercepted.has(prototype)) return
  intercepted.add(prototype)
  const methods = prototype as Record<string, Method | undefined>
  for (const name of names) {
    const method = methods[name]
    if (!method) continue
    methods[name] = async function (...given) {
      const args = await normalizeArguments(name, given)
      const result = await intercept({
        name,
        args,
        isGuest: this.isAnonymous === true,
        make: async (...others) => method.apply(this, others.length > 0 ? others : args),
      })
      return withConfirm(result, intercept)
    }
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#0': '' }

/** The widget escapes names, so O'Brien would become `O&#39;Brien`. */
const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#0);/g, (_, name: string) => entities[name] ?? '').slice(0, limits.nameLength)

const profileOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'displayName' in given && typeof given.displayName === 'string'
    ? { ...given, displayName: unescape(given.displayName) }
    : given

async function phoneNumber(text: string): Promise<string | null> {
  const reader = await import('@/lib/browser/phone-number').catch((cause: unknown) => {
    throw networkError('The parser of phone numbers could not be loaded.', cause)
  })
  return reader.e164Of(text)
}

export async function normalizeArguments(name: string, args: readonly unknown[]): Promise<unknown[]> {
  const [first, ...others] = args
  if (name === 'updateProfile') return [profileOf(first), ...others]
  if (phoneCalls.has(name) && typeof first === 'string') return [(await phoneNumber(first)) ?? first, ...others]
  return [...args]
}

/** @throws `auth/invalid-phone-number`, also with an emulator */
export async function refuseWrongPhone(name: string, args: readonly unknown[]): Promise<void> {
  if (!phoneCalls.has(name) || typeof args[0] !== 'string' || (await phoneNumber(args[0]))) return
  throw codedError('auth/invalid-phone-number')
}

export function trackSentCodes(next: Interceptor) {
  let last: { call: Call; resent: Confirmation | null } | null = null
  return {
    intercept: (async (call) => {
      if (call.name === 'confirm') {
        const resent = last?.resent
        return next(resent ? { ...call, make: () => resent.confirm(call.args[0]) } : call)
      }
      const result = await next(call)
      if (phoneCalls.has(call.name)) last = { call, resent: null }
      return result
    }) satisfies Interceptor,
    /** @param verifier a new captcha, since the first one is gone */
    async resend(verifier: unknown): Promise<string> {
      if (!last) throw new Error('No code was sent before.')
      const sent = last
      const { call } = sent
      const args = [call.args[0], verifier]
      sent.resent = (await next({ ...call, args, make: () => call.make(...args) })) as Confirmation
      return String(call.args[0])
    },
  }
}
