import 'server-only'
import { z } from 'zod'
import type { ChargebeeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { sameSecret } from '@/lib/server/secret'

const known = /^(subscription|payment|invoice|customer|credit_note|card|payment_source)_/

const event = z.object({
  event_type: z.string(),
  content: z.object({
    customer: z.object({ id: z.string() }).optional(),
    subscription: z.object({ customer_id: z.string() }).optional(),
    invoice: z.object({ customer_id: z.string() }).optional(),
  }),
})

/**
 * Checks the basic credentials of a Chargebee message, in constant time.
 * @throws ApiFailure `bad-credentials`
 */
export function checkChargebeeCredentials(settings: ChargebeeEnv, authorization: string | null): void {
  const expected = Buffer.from(`${settings.webhookUser}:${settings.webhookPassword}`).toString('base64')
  if (!sameSecret(authorization, `Basic ${expected}`)) throw new ApiFailure('bad-credentials')
}

/** The customer that a Chargebee event is about, or null when the event is not one to act on. */
export function chargebeeEventCustomer(body: Record<string, unknown>): string | null {
  if (typeof body.event_type === 'string' && !known.test(body.event_type)) return null
  const parsed = event.safeParse(body)
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  const { content } = parsed.data
  return content.customer?.id ?? content.subscription?.customer_id ?? content.invoice?.customer_id ?? null
}
