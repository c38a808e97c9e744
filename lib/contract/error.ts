import * as z from 'zod'
import { provider } from './plan'

/** Every code that the API may answer with, and its HTTP status. One table: handlers throw the code alone. */
export const errorStatus = {
  'invalid-request': 400,
  'unknown-price': 400,
  'invalid-return-url': 400,
  'bad-signature': 400,
  unauthenticated: 401,
  'bad-credentials': 401,
  forbidden: 403,
  'recent-sign-in-required': 403,
  'not-found': 404,
  'user-not-found': 404,
  'subscription-not-found': 404,
  'no-customer': 404,
  'method-not-allowed': 405,
  'already-subscribed': 409,
  'terms-changed': 409,
  'cancel-in-store': 409,
  'not-cancelled': 409,
  'provider-refused': 409,
  'too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  'provider-unavailable': 502,
  'not-configured': 503,
  unavailable: 503,
} as const

/**
 * Set where an error does not mean that nothing was done. `unknown`: nobody can say what was; `partly`: some of
 * it was, and the message says what is left.
 */
const outcome = z.enum(['unknown', 'partly'])
export type Outcome = z.infer<typeof outcome>

/** Why, where doing what the code asks for would lead to the same error again. `clock`: the server's is wrong. */
const reason = z.enum(['clock'])
export type Reason = z.infer<typeof reason>

export type ErrorCode = keyof typeof errorStatus

/**
 * The body of every error. `message` is a sentence a person can act on; `cancelUrl` comes with `cancel-in-store`.
 * `provider` comes with `provider-unavailable` and `provider-refused` where it is known who it was. At a checkout `everyWay` says that
 * no other way to pay can work meanwhile, since that provider is asked about this person before anything is sold.
 * `challenge` comes with a 429 of the contact form: the work (`lib/contract/proof`) with which the message is taken.
 */
export const apiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    cancelUrl: z.string().optional(),
    outcome: outcome.optional(),
    reason: reason.optional(),
    provider: provider.optional(),
    everyWay: z.literal(true).optional(),
    challenge: z.object({ token: z.string(), bits: z.number().int() }).optional(),
  }),
})
export type ApiError = z.infer<typeof apiError>
