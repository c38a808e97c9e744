import * as z from 'zod'
import { provider, type Provider } from './plan'
import { address, id } from './text'

/** The body of both checkout-session calls. The addresses are absolute and on this site's origin. */
export const checkoutRequest = z.object({
  priceId: id,
  successUrl: address,
  cancelUrl: address,
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

/** Where a purchase is paid: on the provider's own page, or in a frame of the provider's inside ours. */
export const checkoutUi = z.enum(['hosted', 'embedded'])
export type CheckoutUi = z.infer<typeof checkoutUi>

/**
 * What Stripe's call answers: the session and the hosted page to send the browser to. Asked for by
 * `checkoutUiHeader`, and with a publishable key, it is embedded instead: then `url` is null and
 * `clientSecret` opens it.
 */
export type StripeCheckout = { id: string; url: string } | { id: string; url: null; clientSecret: string }

/** What Chargebee's call answers: its hosted-page object. */
export type ChargebeeCheckout = { id: string; url: string; type: string; state: string }

/** `provider` is whose page it is; without one it is that of the present plan's. */
export const portalRequest = z.object({ returnUrl: address, provider: provider.optional() })
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
  /** What of it was paid back since, in the minor unit; missing where nothing was. */
  refunded?: number
}

/**
 * What the invoices call answers: those of all providers. `elsewhere` names providers that have some and are not the
 * present plan's, `unread` those that did not answer just now, `refused` those that never will; each is missing where
 * there are none.
 */
export type Invoices = { invoices: Invoice[]; elsewhere?: Provider[]; unread?: Provider[]; refused?: Provider[] }

/** The query of ephemeral_keys: one version of the mobile SDK's API, a date with or without a release name. */
export const ephemeralKeyQuery = z.object({
  api_version: z.tuple([
    z.string().refine((text) => {
      const [, date] = /^(\d{4}-\d{2}-\d{2})(\.[a-z]{1,32})?$/.exec(text) ?? []
      return z.iso.date().safeParse(date).success
    }),
  ]),
})
