import { z } from 'zod'
import { id, plainText } from './text'

/** The body of both checkout-session calls. The addresses are absolute and on this site's origin. */
export const checkoutRequest = z.object({
  priceId: id,
  successUrl: plainText(2048).min(1),
  cancelUrl: plainText(2048).min(1),
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

/** What Stripe's call answers: the session and the hosted page to send the browser to. */
export type StripeCheckout = { id: string; url: string }

/** What Chargebee's call answers: its hosted-page object. */
export type ChargebeeCheckout = { id: string; url: string; type: string; state: string }

export const portalRequest = z.object({ returnUrl: plainText(2048).min(1) })
export type PortalRequest = z.infer<typeof portalRequest>

export type Invoice = {
  id: string
  /** ISO 8601, UTC. */
  date: string
  /** Minor unit of `currency`. */
  amount: number
  currency: string
  status: string
  url: string | null
}
