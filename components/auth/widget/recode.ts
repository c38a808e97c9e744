import { codeOf, functionError } from '@/lib/browser/sdk-error'
import { network, others, sentences, understood, words } from './error-words'

/** An error as the identity SDK throws it; what it carries beside its code leads the widget on. */
type Coded = { code: string; message: string }

type Moment = {
  /** The SDK's name of the call that failed. */
  call: string
  /** The widget is between two pages, and shows an error nowhere: it has to be sent back to its first page. */
  between: boolean
  /** The call was about an address and a password. */
  password: boolean
  /** The address of an e-mailed link lacks its code. */
  codeless: boolean
}

const expired = new Set(['auth/invalid-user-token', 'auth/user-token-expired', 'auth/requires-recent-login'])
const token = /invalid.+(access|id).token|token.expired/i
/** Answers of a server that is down or too slow, whose words the SDK makes a code of. */
const unreachable = /unavailable|deadline|timed?-?out|backend-error|bad-gateway/i
/** The same of a server that has too many to answer: "Resource has been exhausted (e.g. check quota)." */
const exhausted = /exhausted/i

const isCoded = (cause: unknown): cause is Coded & Error =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string'

/** The same error, with all that it carries, under another code or message. */
export function worded(cause: Error, change: Partial<Coded>): Error {
  return Object.assign(new Error(change.message ?? cause.message, { cause }), cause, change)
}

/** Why a call failed without the code of an e-mailed link being at fault: trying again may help. */
export const passes = (cause: unknown): boolean =>
  [network, 'auth/too-many-requests', 'auth/quota-exceeded', 'auth/internal-error'].includes(codeOf(cause))

/**
 * The error as the widget should see it. It words a handful of codes, and shows the message of every
 * other: "Firebase: … (auth/…)". Whatever has no sentence of the widget's own gets one here.
 * @returns the error itself where the widget does right by it, or one that carries the same beside new words
 */
export function recode(cause: unknown, { call, between, password, codeless }: Moment): unknown {
  if (cause instanceof Error && !('code' in cause)) return worded(cause, { message: sentences.generic })
  if (!isCoded(cause)) return cause
  const { code, message } = cause
  if (message.includes('error=consent_required')) return worded(cause, { code: 'auth/user-cancelled' })
  const refused = /cloud function/i.test(message) ? functionError(message) : null
  if (refused) return worded(cause, { code: 'auth/blocked-by-function', message: refused.message })
  if (expired.has(code) || token.test(code) || (!understood.has(code) && token.test(message))) {
    // The widget restarts on this answer of old, and on no other.
    const answer = JSON.stringify({ error: { message: 'INVALID_ID_TOKEN' } })
    return worded(cause, { code: 'auth/invalid-user-token', message: between ? answer : sentences.expired })
  }
  if (/invalid-(login-)?credentials?$/.test(code) && password) return worded(cause, { code: 'auth/wrong-password' })
  if (code === 'auth/too-many-requests') return tooMany(cause, call, password)
  if (codeless) return worded(cause, { code: 'auth/invalid-action-code' })
  if (code === 'auth/password-does-not-meet-requirements') return tooWeak(cause, call)
  if (understood.has(code)) return cause
  const other = others[code] ?? (unreachable.test(code) ? network : undefined)
  if (other) return worded(cause, { code: other })
  const busy = 'auth/quota-exceeded'
  if (exhausted.test(code)) return worded(cause, { code: busy, message: words[busy] ?? sentences.generic })
  return worded(cause, { message: words[code] ?? sentences.generic })
}

/** The widget words it for a password, a new account and a text message; elsewhere it would speak of a password, too. */
function tooMany(cause: Coded & Error, call: string, password: boolean): Error {
  if (/signInWithPhoneNumber|linkWithPhoneNumber/.test(call) || password) return cause
  const message = call === 'confirm' ? sentences.phoneRequests : sentences.manyRequests
  return worded(cause, { code: 'auth/quota-exceeded', message })
}

function tooWeak(cause: Coded & Error, call: string): Error {
  // On setting a new one, every other code would read as if the link had expired.
  if (call === 'confirmPasswordReset') return worded(cause, { code: 'auth/weak-password' })
  const rules = /\[([^\]]+)\]/.exec(cause.message)?.[1] ?? ''
  return worded(cause, { message: (sentences.weak + rules.split(/,\s*/).join('. ')).trim() })
}
