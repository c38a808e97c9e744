import 'server-only'
import { traced } from '@/lib/server/traced'
import { assertTimeLeft, withinDeadline, type BillingProvider } from './provider'

/** No list of one person's is longer than this; reading ends there instead of never. */
export const mostOfOne = 1000

/** A month of lost messages of a site in trouble; what is beyond it is found by asking for every customer. */
export const mostEvents = 10_000

const bound =
  <A extends unknown[], T>(name: string, run: (...asked: A) => Promise<T>) =>
  async (...asked: A): Promise<T> => {
    assertTimeLeft()
    return withinDeadline(traced(name, {}, () => run(...asked)))
  }

/**
 * The same provider, with a span around each method and an end to how long it may take: a vendor's client bounds one call, and
 * does not bound an answer that trickles in or a method that asks several times. Looking for lost messages
 * serves nobody who waits; its calls are bounded, and so is their number.
 */
export function bounded(provider: BillingProvider): BillingProvider {
  const { name } = provider
  return {
    name,
    offers: bound(`${name} offers`, provider.offers),
    createCustomer: bound(`${name} createCustomer`, provider.createCustomer),
    openCheckout: bound(`${name} openCheckout`, provider.openCheckout),
    checkout: bound(`${name} checkout`, provider.checkout),
    closeCheckout: bound(`${name} closeCheckout`, provider.closeCheckout),
    subscriptions: bound(`${name} subscriptions`, provider.subscriptions),
    cancelAtPeriodEnd: bound(`${name} cancelAtPeriodEnd`, provider.cancelAtPeriodEnd),
    resume: bound(`${name} resume`, provider.resume),
    cancelNow: bound(`${name} cancelNow`, provider.cancelNow),
    hasBroughtIn: bound(`${name} hasBroughtIn`, provider.hasBroughtIn),
    closeInvoices: bound(`${name} closeInvoices`, provider.closeInvoices),
    refundAll: bound(`${name} refundAll`, provider.refundAll),
    missedCustomers: provider.missedCustomers,
    portal: bound(`${name} portal`, provider.portal),
    invoices: bound(`${name} invoices`, provider.invoices),
  }
}
