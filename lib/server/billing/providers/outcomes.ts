/** What an error of a provider says about the call: answered, refused, or unknown. */
import 'server-only'
import * as z from 'zod'
import { ApiFailure } from '@/lib/server/http/errors'

const told = z.union([
  z.object({ statusCode: z.number(), code: z.string().optional() }),
  z.object({ http_status_code: z.number() }).transform(({ http_status_code: statusCode }) => ({ statusCode })),
])

/** The status by which a provider answered a call that failed; null where it gave no answer. */
function statusOf(error: unknown): number | null {
  const { data } = told.safeParse(error instanceof ApiFailure ? error.extra.cause : undefined)
  return data && !('code' in data && isUnderWay(data)) ? data.statusCode : null
}

/**
 * Whether Stripe says that the very call, or another about the same thing, is being carried out: what comes of it
 * is not known yet. Chargebee has a 409 too, and means by it that a state does not allow the change.
 */
export const isUnderWay = ({ code }: { code?: string | undefined }): boolean =>
  code === 'idempotency_key_in_use' || code === 'lock_timeout'

/**
 * Whether a provider gave an answer, if only a refusal or a failure of its own: then the change that was
 * asked for is not under way. Without one nobody can know.
 */
export const isAnswered = (error: unknown): boolean => statusOf(error) !== null

/** Whether a provider refused: then it has changed nothing. A failure of its own may have come after the change. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && status < 500
}

/** Codes of a refusal that passes by itself: somebody else is at the same thing. */
const passing = /lock_timeout|idempotency_key_in_use|in_progress|temporar|unreadable_answer/

/** Whether a refusal would be the same again. A key that is wrong (401, 403) or a limit (429) is not the person's. */
export const isFinal = (status: number | undefined, code = ''): boolean =>
  status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && !passing.test(code)

/** Whether a provider has refused for good what it was asked to do. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'provider-refused'
