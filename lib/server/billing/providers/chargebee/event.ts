import 'server-only'
import * as z from 'zod'
import type { ChargebeeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { assertSecret } from '@/lib/server/http/secret'

const known = /^(subscription|payment|invoice|customer|promotional_credits|credit_note|card|payment_source)_/

/** No database takes a text with a zero in it. */
const id = z.string().regex(/^\P{Cc}*$/u)

/** Whom an event is about stands in several places, of which one is enough; what else they hold is not looked at. */
const part = z.looseObject({}).nullish().catch(null)

const content = z.object({ customer: part, subscription: part, invoice: part })

const event = z.object({ event_type: z.string(), content })

/**
 * Checks the basic credentials of a Chargebee message, in constant time.
 * @throws ApiFailure `bad-credentials`, `too-many-requests` after many wrong ones
 */
export function checkChargebeeCredentials(settings: ChargebeeEnv, authorization: string | null): void {
  const expected = Buffer.from(`${settings.webhookUser}:${settings.webhookPassword}`).toString('base64')
  // The name of the scheme may be written in any case.
  const given = authorization?.replace(/^basic /i, '') ?? null
  // A header without the Basic scheme counts as a wrong credential.
  assertSecret('chargebee', authorization === given ? null : given, expected)
}

/**
 * The customer that a Chargebee message is about, or null when it is not one to act on.
 * @throws ApiFailure `invalid-request` for what is no event of Chargebee's
 */
export function chargebeeEventCustomer(body: Record<string, unknown>): string | null {
  if (typeof body.event_type === 'string' && !known.test(body.event_type)) return null
  const parsed = event.safeParse(body)
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  const named = namedIn(parsed.data.content)
  const customer = firstId(named)
  if (customer === null && named.length > 0) throw new ApiFailure('invalid-request')
  return customer
}

/** The same of an event that Chargebee's own list tells; one that is not understood is not acted on. */
export function customerOfEvent(type: string | undefined, told: unknown): string | null {
  const parsed = content.safeParse(told)
  return type !== undefined && known.test(type) && parsed.success ? firstId(namedIn(parsed.data)) : null
}

/** Whatever stands where the id of a customer does. */
const namedIn = ({ customer, subscription, invoice }: z.infer<typeof content>): unknown[] =>
  [customer?.id, subscription?.customer_id, invoice?.customer_id].filter((named) => named !== undefined)

function firstId(named: readonly unknown[]): string | null {
  for (const one of named) {
    const { data } = id.safeParse(one)
    if (data !== undefined) return data
  }
  return null
}
