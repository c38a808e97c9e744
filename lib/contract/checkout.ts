import * as z from 'zod'
import { locales } from '@/lib/locales'
import {
  checkoutUiHeader,
  consentHeader,
  fillHeader,
  healthConsentHeader,
  healthConsentLanguageHeader,
  shownTermsHeader,
} from '@/lib/site'
import { address, id, providers, type Provider } from './plan'
import {
  consentWording,
  consentWordings,
  shownChangePattern,
  shownTermsPattern,
  type ConsentWording,
  type ShownTerms,
} from './plan-words'

/** Both URLs are absolute and on this origin. */
export const checkoutRequest = z.object({
  priceId: id,
  successUrl: address,
  cancelUrl: address,
  locale: z.enum(locales).optional(),
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

const checkoutUi = z.enum(['hosted', 'embedded'])
export type CheckoutUi = z.infer<typeof checkoutUi>

/** An embedded session has a `clientSecret` and no `url`. */
export const stripeCheckout = z.union([
  z.object({ id: z.string(), url: z.string() }),
  z.object({ id: z.string(), url: z.null(), clientSecret: z.string() }),
])
export type StripeCheckout = z.infer<typeof stripeCheckout>

export const chargebeeCheckout = z.object({ id: z.string(), url: z.string(), type: z.string(), state: z.string() })
export type ChargebeeCheckout = z.infer<typeof chargebeeCheckout>

/** Without a provider, the one of the current plan. */
export const portalRequest = z.object({ returnUrl: address, provider: providers.optional() })
export type PortalRequest = z.infer<typeof portalRequest>

/** Amounts are in the minor unit of the currency, and times in UTC. */
export type Invoice = {
  id: string
  date: string
  amount: number
  currency: string
  status: string
  url: string | null
  /** Still to be paid of an open invoice. */
  due?: number
  /** When the provider tries to collect it again. */
  nextAttempt?: string
  tax?: number
  refunded?: number
}

export type Invoices = {
  invoices: Invoice[]
  /** Other providers with invoices. */
  elsewhere?: Provider[]
  /** Providers that did not answer. */
  unread?: Provider[]
  /** Providers that never will. */
  refused?: Provider[]
}

/** A date, since 2024 with the name of the release: `2026-10-28.endive`. */
const stripeApiVersion = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(\.[a-z]{1,32})?$/)
  .refine((version) => z.iso.date().safeParse(version.slice(0, 10)).success)

export const ephemeralKeyQuery = z.object({ api_version: z.tuple([stripeApiVersion]) })

// Optional headers. A malformed one is refused, because ignoring it could change what the caller agreed to.
const wording = z.enum(Object.keys(consentWordings) as [ConsentWording]).default(consentWording)

const shownTerms = z
  .string()
  .regex(shownTermsPattern)
  .transform((text): ShownTerms => {
    const [amount, currency = '', trialDays] = text.split(' ')
    return { amount: Number(amount), currency, trialDays: Number(trialDays) }
  })

export const consentHeaders = z.object({ [consentHeader]: wording })

/** Clients that show no amounts leave the second one out. */
export const priceChangeHeaders = consentHeaders.extend({
  [shownTermsHeader]: z.string().regex(shownChangePattern).optional(),
})

/** `shown`: the terms beside the pressed button. Clients that show none, such as the mobile app, leave them out. */
export const checkoutOptions = consentHeaders
  .extend({ [shownTermsHeader]: shownTerms.optional(), [checkoutUiHeader]: checkoutUi.default('hosted') })
  .transform((headers) => ({
    wording: headers[consentHeader],
    shown: headers[shownTermsHeader] ?? null,
    ui: headers[checkoutUiHeader],
  }))
export type CheckoutOptions = z.infer<typeof checkoutOptions>

export const userHeaders = z.object({
  [fillHeader]: z.enum(['1', 'true']).optional(),
  [healthConsentHeader]: z.iso.date().optional(),
  [healthConsentLanguageHeader]: z.enum(locales).optional(),
})
