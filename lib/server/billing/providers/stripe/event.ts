import 'server-only'
import * as z from 'zod'
import type { StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { stripeClient } from './client'

/**
 * The customer that a signed Stripe event is about, or null when it is not one to act on, or no event at all. The
 * event is read here and not by the SDK, which refuses those of Stripe's second interface.
 * @throws ApiFailure `bad-signature` for anything but a fresh message signed with our secret, `invalid-request` for
 *   one that is no JSON
 */
export function stripeEventCustomer(settings: StripeEnv, raw: Buffer, signature: string | null): string | null {
  // As text: of bytes the SDK would leave out a byte order mark, which nobody has signed.
  const message = raw.toString()
  try {
    const { signature: seal } = stripeClient(settings).webhooks
    if (!seal) throw new Error('the SDK cannot check signatures')
    seal.verifyHeader(message, signature ?? '', settings.webhookSecret, 300)
  } catch (cause) {
    throw new ApiFailure('bad-signature', { cause })
  }
  try {
    return customerOfEvent(JSON.parse(message))
  } catch (cause) {
    throw new ApiFailure('invalid-request', { cause })
  }
}

/** The customer that an event is about, or null when it is not one to act on. Its shape is the sender's version's. */
export function customerOfEvent(told: unknown): string | null {
  const { data } = event.safeParse(told)
  if (!data || !isKnown(data.type)) return null
  const { object } = data.data
  const named = object.object === 'customer' ? object : object.customer
  return typeof named === 'string' ? named : (named?.id ?? null)
}

/** No database takes a text with a zero in it. */
const id = z.string().regex(/^\P{Cc}{1,255}$/u)

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string().optional().catch(undefined),
      id: id.optional().catch(undefined),
      customer: id.or(z.object({ id })).nullish().catch(null),
    }),
  }),
})

/** What an endpoint at Stripe has to send us; of a subscription everything is acted on that comes. */
export const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  // A balance, a discount or an item for the next invoice changes what is charged next.
  'customer.updated',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'invoiceitem.created',
  'invoiceitem.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const

const needed = new Set<string>(neededEvents)

const isKnown = (type: string) => needed.has(type) || /^customer\.subscription\.\w+$/.test(type)
