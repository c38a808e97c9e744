import 'server-only'
import { z } from 'zod'
import type { StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { stripeClient } from './stripe-client'

/**
 * The customer that a signed Stripe event is about, or null when it is not one to act on, or no event at all.
 * @throws ApiFailure `bad-signature` for anything but a fresh message signed with our secret
 */
export function stripeEventCustomer(settings: StripeEnv, raw: Buffer, signature: string | null): string | null {
  let signed: unknown
  try {
    // As text: of bytes the SDK would leave out a byte order mark, which nobody has signed.
    signed = stripeClient(settings).webhooks.constructEvent(
      raw.toString(),
      signature ?? '',
      settings.webhookSecret,
      300,
    )
  } catch (cause) {
    throw new ApiFailure('bad-signature', { cause })
  }
  return customerOfEvent(signed)
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
