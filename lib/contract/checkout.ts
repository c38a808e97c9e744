import * as z from 'zod'
import { provider, type Provider } from './plan'
import { address, id } from './text'

/** Both URLs are absolute and on this origin. */
export const checkoutRequest = z.object({
  priceId: id,
  successUrl: address,
  cancelUrl: address,
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

export const checkoutUi = z.enum(['hosted', 'embedded'])
export type CheckoutUi = z.infer<typeof checkoutUi>

/** An embedded session has a `clientSecret` and no `url`. */
export type StripeCheckout = { id: string; url: string } | { id: string; url: null; clientSecret: string }

export type ChargebeeCheckout = { id: string; url: string; type: string; state: string }

/** Without a provider, the one of the current plan. */
export const portalRequest = z.object({ returnUrl: address, provider: provider.optional() })
export type PortalRequest = z.infer<typeof portalRequest>

export type Invoice = {
  id: string
  /** ISO 8601, UTC. */
  date: string
  /** In the minor unit of `currency`. */
  amount: number
  currency: string
  status: string
  url: string | null
  /** What is still to be paid of an open invoice, in the minor unit. */
  due?: number
  /** When the provider tries to collect it again: ISO 8601, UTC. */
  nextAttempt?: string
  /** In the minor unit; missing if the provider names none. */
  tax?: number
  /** In the minor unit. */
  refunded?: number
}

/**
 * `elsewhere`: other providers with invoices. `unread`: providers that did not answer. `refused`: providers that
 * never will.
 */
export type Invoices = { invoices: Invoice[]; elsewhere?: Provider[]; unread?: Provider[]; refused?: Provider[] }

export const ephemeralKeyQuery = z.object({
  api_version: z.tuple([
    z.string().refine((text) => {
      const [, date] = /^(\d{4}-\d{2}-\d{2})(\.[a-z]{1,32})?$/.exec(text) ?? []
      return z.iso.date().safeParse(date).success
    }),
  ]),
})
