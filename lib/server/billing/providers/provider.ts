import 'server-only'
import type { CheckoutUi, Invoice } from '@/lib/contract/checkout'
import type { PlanOffer, PlanStatus, Price, Provider } from '@/lib/contract/plan'
import type { KnownCustomer } from './ownership'

/** A charge that is to come, in the currency's minor unit. A null date or amount is not known for certain. */
export type NextCharge = { at: Date | null; amount: number | null; currency: string | null }

/** What a subscription will charge. */
export type Charges = {
  /** Null if nothing more will be charged, for certain. */
  nextCharge: NextCharge | null
  /** A charge may differ from the price. */
  adjusted: boolean
}

/** A subscription as a provider tells it, in our nouns. */
export type ProviderSubscription = SubscriptionState & Charges

/** The same without its charges. */
export type SubscriptionState = {
  id: string
  customerId: string
  productIdentifier: string | null
  price: Price | null
  status: PlanStatus
  /** It will not renew. */
  isUnSubscribed: boolean
  /** It opens the paid parts now. */
  access: boolean
  currentPeriodEnd: Date | null
  /** When it ends, if an end is set; after `currentPeriodEnd` it renews until then. */
  endsAt: Date | null
  trialEnd: Date | null
  /** Its newest invoice is neither paid nor closed: it may be charged, whatever becomes of the plan. */
  openInvoice: boolean
  startedAt: Date
}

/** A purchase to be opened at the provider. `key` makes the call safe to repeat. */
export type Purchase = {
  key: string
  uid: string
  customerId: string
  priceId: string
  successUrl: string
  cancelUrl: string
  trialDays: number
  ui: CheckoutUi
}

/** Whose invoices are meant: those for all plans of this site that a customer has, or for one plan. */
export type InvoicesOf = { customer: string; known?: KnownCustomer } | { subscription: string }

/** How many invoices of a person are listed. */
export const mostInvoices = 24

/** Money that was paid back, in the currency's minor unit; null where nothing had been paid. */
export type Refund = { amount: number; currency: string } | null

/** The provider no longer knows the customer that we have of a person. */
export class CustomerMissing extends Error {
  constructor(cause: unknown) {
    super('the provider does not know this customer', { cause })
    this.name = 'CustomerMissing'
  }
}

/** The provider's page for a purchase. `answer` is what the API hands to the browser; nothing of it is stored. */
export type ProviderCheckout = {
  id: string
  state: 'open' | 'complete' | 'expired'
  expiresAt: Date
  answer: object
}

/**
 * What the product needs of a payment provider. Each method asks the provider's present truth or
 * changes it, speaks our nouns, and is bounded in time.
 * @throws ApiFailure `provider-unavailable` when the provider does not answer or fails, `provider-refused` when it
 *   will never do what was asked
 */
export interface BillingProvider {
  readonly name: Provider
  /** The catalogue's prices, as they will be charged. */
  offers(): Promise<PlanOffer[]>
  /**
   * Makes the person's customer, or finds the one that was made before under the same key.
   * @param person its `generation` counts the customers that the provider has lost
   */
  createCustomer(person: { uid: string; email: string | null; generation: number }): Promise<string>
  /**
   * Has the provider write to another address from now on: receipts, and what becomes of a payment.
   * A customer that it no longer knows is no error.
   */
  changeEmail(customerId: string, email: string): Promise<void>
  /** @throws CustomerMissing when the provider no longer knows the customer: only then a new one is made */
  openCheckout(purchase: Purchase): Promise<ProviderCheckout>
  /** A page that the provider does not know has expired: keys of another account find none of the old ones. */
  checkout(id: string): Promise<ProviderCheckout>
  /** Closes a page that was not paid, where the provider can; a page that is not open is no error. */
  closeCheckout(id: string): Promise<void>
  /**
   * All subscriptions of this site that the customer ever had, ended ones too; none for a customer that the provider
   * no longer knows. The other methods take ids from here alone: what else the customer has is never touched.
   * @param known by which ours are recognised beside their price and product
   */
  subscriptions(customerId: string, known?: KnownCustomer): Promise<ProviderSubscription[]>
  /** Ids of what `subscriptions` leaves out: the same customer may have subscriptions of other products. */
  foreignSubscriptions(customerId: string, known?: KnownCustomer): Promise<string[]>
  /** Ends renewal; access stays until the period's end. Repeating it is no error. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<ProviderSubscription>
  /** Takes back a cancellation whose end has not come. */
  resume(subscriptionId: string): Promise<ProviderSubscription>
  /** Ends a subscription at once, without proration. One that has ended, or is unknown, is no error. */
  cancelNow(subscriptionId: string): Promise<void>
  /** Whether a subscription has ever brought in money, also what was paid back since. */
  hasBroughtIn(subscriptionId: string): Promise<boolean>
  /**
   * Closes the open invoices of this site's plans at a customer, or of one plan. A payment under way cannot be
   * stopped. An unknown customer is no error.
   */
  closeInvoices(of: InvoicesOf): Promise<void>
  /**
   * Pays back all that was paid for a subscription that has ended, and closes its open invoices, so that nothing
   * is collected later. Repeating it under the same key, or after it was paid back by hand, pays nothing more.
   * @returns null when nothing was ever paid, and nothing can be any more
   * @throws ApiFailure `provider-unavailable` also while a payment is under way: what is paid by then has been
   * paid back, and the rest is for another call
   */
  refundAll(subscriptionId: string, key: string): Promise<Refund>
  /**
   * Customers of events that may not have reached us, each once.
   * @param since events before it are left out; Stripe keeps thirty days of them
   */
  missedCustomers(since: Date): Promise<string[]>
  /** @throws CustomerMissing when the provider no longer knows the customer */
  portal(customerId: string, returnUrl: string): Promise<string>
  /** Invoices for subscriptions of this site, newest first. */
  invoices(customerId: string, known?: KnownCustomer): Promise<Invoice[]>
}

/** A page that its provider does not know any more. Nobody can pay it, and nobody is led there. */
export const lostCheckout = (id: string): ProviderCheckout => ({
  id,
  state: 'expired',
  expiresAt: new Date(0),
  answer: { id },
})
