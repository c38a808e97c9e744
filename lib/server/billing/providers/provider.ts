import 'server-only'
import type { CheckoutUi, Invoice } from '@/lib/contract/checkout'
import type { NeverBegan, PaymentIssue, PlanOffer, PlanStatus, Price, Provider } from '@/lib/contract/plan'
import type { OwnershipEvidence } from './ownership'

/** In the currency's minor unit. Null means uncertain. */
export type NextCharge = { at: Date | null; amount: number | null; currency: string | null }

export type Charges = {
  nextCharge: NextCharge | null
  adjusted: boolean
}

export type ProviderSubscription = SubscriptionState & Charges & { paymentIssue: PaymentIssue | null }

export type SubscriptionState = {
  id: string
  customerId: string
  productIdentifier: string | null
  price: Price | null
  status: PlanStatus
  isUnSubscribed: boolean
  access: boolean
  currentPeriodEnd: Date | null
  /** If after `currentPeriodEnd`, it renews until then. */
  endsAt: Date | null
  trialEnd: Date | null
  /** The newest invoice may be charged even if the plan ends. */
  openInvoice: boolean
  neverBegan: NeverBegan | null
  startedAt: Date
}

export type Purchase = {
  key: string
  uid: string
  customerId: string
  priceId: string
  /** The one that was shown. A provider must not convert it. */
  currency: string
  successUrl: string
  cancelUrl: string
  trialDays: number
  ui: CheckoutUi
}

export type InvoiceFilter = { customer: string; evidence?: OwnershipEvidence } | { subscription: string }

export const maxInvoices = 24

/** In the currency's minor unit; null if nothing was paid. */
export type Refund = { amount: number; currency: string } | null

export class CustomerMissing extends Error {
  constructor(cause: unknown) {
    super('the provider does not know this customer', { cause })
    this.name = 'CustomerMissing'
  }
}

/** `answer` goes to the browser and is not stored. */
export type ProviderCheckout = {
  id: string
  state: 'open' | 'complete' | 'expired'
  expiresAt: Date
  answer: object
}

/**
 * A payment provider in our terms. Every method asks the provider and has a deadline.
 * @throws ApiFailure `provider-unavailable` without an answer or on a failure, `provider-refused` if a retry is useless
 */
export interface BillingProvider {
  readonly name: Provider
  offers(): Promise<PlanOffer[]>
  createCustomer(user: { uid: string; email: string | null; generation: number }): Promise<string>
  changeEmail(customerId: string, email: string): Promise<void>
  /** @throws CustomerMissing */
  openCheckout(purchase: Purchase): Promise<ProviderCheckout>
  /** An unknown page counts as expired, for example after a change of API keys. */
  retrieveCheckout(id: string): Promise<ProviderCheckout>
  closeCheckout(id: string): Promise<void>
  /** Includes ended ones. `foreign`: ids of other products' subscriptions. */
  subscriptions(
    customerId: string,
    evidence?: OwnershipEvidence,
  ): Promise<{ own: ProviderSubscription[]; foreign: string[] }>
  cancelAtPeriodEnd(subscriptionId: string): Promise<ProviderSubscription>
  resume(subscriptionId: string): Promise<ProviderSubscription>
  /** Without proration. Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>
  /** Whether anything was ever paid, even if refunded. */
  hasPayments(subscriptionId: string): Promise<boolean>
  /** A payment under way cannot be stopped. A missing customer is no error. */
  closeInvoices(filter: InvoiceFilter): Promise<void>
  /**
   * Refunds all payments of an ended subscription and closes its open invoices. Idempotent, also after manual refunds.
   * @returns null if nothing was ever paid
   * @throws ApiFailure `provider-unavailable` while a payment is under way; call again later
   */
  refundAll(subscriptionId: string, key: string): Promise<Refund>
  /** Customers of undelivered events. @param since Stripe keeps events for thirty days */
  missedCustomers(since: Date): Promise<string[]>
  /** @throws CustomerMissing */
  portal(customerId: string, returnUrl: string): Promise<string>
  invoices(customerId: string, evidence?: OwnershipEvidence): Promise<Invoice[]>
}

/** The offers that exist, marked if the checkout accepts promotion codes. */
export const withPromotionCodes = (offers: (PlanOffer | null)[], codes: boolean): PlanOffer[] =>
  offers.flatMap((offer) => (offer ? [{ ...offer, ...(codes && { promotionCodes: true as const }) }] : []))

export const expiredCheckout = (id: string): ProviderCheckout => ({
  id,
  state: 'expired',
  expiresAt: new Date(0),
  answer: { id },
})

export type AccessState = Pick<SubscriptionState, 'status' | 'isUnSubscribed' | 'access'>

export const withAccess = (status: PlanStatus, isUnSubscribed: boolean): AccessState => ({
  status,
  isUnSubscribed,
  access: true,
})
export const withoutAccess = (status: PlanStatus): AccessState => ({ status, isUnSubscribed: true, access: false })

/** @param seconds since 1970; 0 is unset */
export const toDate = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

export const uncertainCharge = (at: Date | null): NextCharge => ({ at, amount: null, currency: null })

export function isEmpty(value: unknown): boolean {
  return value && typeof value === 'object' ? Object.values(value).every(isEmpty) : !value
}

export const fieldSet = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Whether all other fields are empty. A new field of the vendor counts as not neutral. */
export const hasOnlyNeutralFields = (neutral: ReadonlySet<string>, object: object): boolean =>
  Object.entries(object).every(([name, value]) => neutral.has(name) || isEmpty(value))
