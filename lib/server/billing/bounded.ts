import 'server-only'
import { assertTimeLeft, withinDeadline, type BillingProvider } from './provider'

/** No list of one person's is longer than this; reading ends there instead of never. */
export const mostOfOne = 1000

/** A month of lost messages of a site in trouble; what is beyond it is found by asking for every customer. */
export const mostEvents = 10_000

const bound =
  <A extends unknown[], T>(run: (...asked: A) => Promise<T>) =>
  async (...asked: A): Promise<T> => {
    assertTimeLeft()
    return withinDeadline(run(...asked))
  }

/**
 * The same provider, with an end to how long each method may take: a vendor's client bounds one call, and
 * does not bound an answer that trickles in or a method that asks several times. Looking for lost messages
 * serves nobody who waits; its calls are bounded, and so is their number.
 */
export function bounded(provider: BillingProvider): BillingProvider {
  return {
    name: provider.name,
    offers: bound(provider.offers),
    createCustomer: bound(provider.createCustomer),
    openCheckout: bound(provider.openCheckout),
    checkout: bound(provider.checkout),
    closeCheckout: bound(provider.closeCheckout),
    subscriptions: bound(provider.subscriptions),
    cancelAtPeriodEnd: bound(provider.cancelAtPeriodEnd),
    resume: bound(provider.resume),
    cancelNow: bound(provider.cancelNow),
    hasBroughtIn: bound(provider.hasBroughtIn),
    closeInvoices: bound(provider.closeInvoices),
    refundAll: bound(provider.refundAll),
    missedCustomers: provider.missedCustomers,
    portal: bound(provider.portal),
    invoices: bound(provider.invoices),
  }
}
