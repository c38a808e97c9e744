import * as z from 'zod'
import { providers } from './plan'

/** HTTP status of each error code. */
export const errorStatus = {
  'invalid-request': 400,
  'unknown-price': 400,
  'invalid-return-url': 400,
  'bad-signature': 400,
  unauthenticated: 401,
  'bad-credentials': 401,
  forbidden: 403,
  'recent-sign-in-required': 403,
  'email-not-confirmed': 403,
  'not-found': 404,
  'user-not-found': 404,
  'subscription-not-found': 404,
  'no-customer': 404,
  'method-not-allowed': 405,
  'already-subscribed': 409,
  'terms-changed': 409,
  'cancel-in-store': 409,
  'not-cancelled': 409,
  'refund-window-over': 409,
  'not-pausable': 409,
  'not-changeable': 409,
  'provider-refused': 409,
  'too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  'provider-unavailable': 502,
  'not-configured': 503,
  unavailable: 503,
} as const

/** `unknown`: the change may have been made. `partly`: some of it was. */
const outcome = z.enum(['unknown', 'partly'])
export type Outcome = z.infer<typeof outcome>

/** Why a retry would fail again. `clock`: the server's clock is wrong. */
const reason = z.enum(['clock'])

export type ErrorCode = keyof typeof errorStatus

/**
 * `message` is a sentence for visitors in the language that `Accept-Language` names; without it, in English and for programs.
 * `allProvidersBlocked`: every provider's checkout waits for `provider`. `challenge`: a proof of work
 * for the contact form.
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
    provider: providers.optional(),
    allProvidersBlocked: z.literal(true).optional(),
    challenge: z.object({ token: z.string(), bits: z.number().int() }).optional(),
  }),
})
export type ApiError = z.infer<typeof apiError>
