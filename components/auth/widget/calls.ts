import { asTyped } from './as-typed'

/** Calls of the identity SDK that the widget makes and that somebody here has a part in. */
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
/** One call that the widget makes: `go` makes it, as often as one likes, with other arguments if they are given. */
export type Call = {
  name: CallName
  args: readonly unknown[]
  guest: boolean
  go: (...others: unknown[]) => Promise<unknown>
}
export type Around = (call: Call) => Promise<unknown>

type Method = (this: { isAnonymous?: boolean }, ...args: unknown[]) => Promise<unknown>

/** A text message's answer brings the next call with it. */
function withConfirm(result: unknown, around: Around): unknown {
  if (typeof result !== 'object' || result === null || !('confirm' in result)) return result
  const confirm = (result.confirm as (...args: unknown[]) => Promise<unknown>).bind(result)
  return Object.assign(result, {
    confirm: (...args: unknown[]) => around({ name: 'confirm', args, guest: false, go: () => confirm(...args) }),
  })
}

const mended = new WeakSet<object>()

/**
 * Puts `around` about every call of these names, for all clients or users that share the prototype:
 * the widget makes clients of its own, which nobody else can reach. A prototype is changed once.
 */
export function interceptCalls(prototype: object, names: readonly CallName[], around: Around) {
  if (mended.has(prototype)) return
  mended.add(prototype)
  const methods = prototype as Record<string, Method | undefined>
  for (const name of names) {
    const method = methods[name]
    if (!method) continue
    methods[name] = async function (...given) {
      const args = await asTyped(name, given)
      const guest = this.isAnonymous === true
      const result = await around({
        name,
        args,
        guest,
        go: async (...others) => method.apply(this, others.length > 0 ? others : args),
      })
      return withConfirm(result, around)
    }
  }
}
