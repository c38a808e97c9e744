import 'server-only'
import type Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { stripeClient } from './stripe-client'

/**
 * The customer that a signed Stripe event is about, or null when the event is not one to act on.
 * @throws ApiFailure `bad-signature` for anything but a fresh message signed with our secret
 */
export function stripeEventCustomer(settings: StripeEnv, raw: Buffer, signature: string | null): string | null {
  let event: Stripe.Event
  try {
    // As text: of bytes the SDK would leave out a byte order mark, which nobody has signed.
    event = stripeClient(settings).webhooks.constructEvent(raw.toString(), signature ?? '', settings.webhookSecret, 300)
  } catch (cause) {
    throw new ApiFailure('bad-signature', { cause })
  }
  return customerOfEvent(event)
}

/** The customer that an event is about, or null when it is not one to act on. Its shape is the sender's version's. */
export function customerOfEvent(event: Stripe.Event): string | null {
  if (!knownEvents.test(event.type)) return null
  const object = (event.data?.object ?? {}) as {
    id?: string
    object?: string
    customer?: string | { id: string } | null
  }
  const named = object.object === 'customer' ? object : object.customer
  const id: unknown = typeof named === 'object' ? named?.id : named
  return typeof id === 'string' && idShape.test(id) ? id : null
}

/** No database takes a text with a zero in it. */
const idShape = /^\P{Cc}{1,255}$/u

const knownEvents =
  /^(checkout\.session\.(completed|expired|async_payment_(succeeded|failed))|customer\.(deleted|subscription\.\w+)|invoice\.(paid|payment_failed|payment_action_required)|charge\.(refunded|dispute\.created))$/
