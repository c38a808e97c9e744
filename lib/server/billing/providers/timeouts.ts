import 'server-only'
import { traced } from '@/lib/server/observability/traced'
import type { Provider } from '@/lib/contract/plan'
import { ApiFailure } from '@/lib/server/http/errors'
import { whileAsking } from '@/lib/server/http/request-context'
import { assertTimeLeft, withinDeadline, type BillingProvider } from './provider'

/** No list of one person's is longer than this; reading ends there instead of never. */
export const mostOfOne = 1000

/** A month of lost messages of a site in trouble; what is beyond it is found by asking for every customer. */
export const mostEvents = 10_000

/** Adds the provider's name to its failure. */
const namedAs = (provider: Provider) => (error: unknown) => {
  if (!(error instanceof ApiFailure) || !error.code.startsWith('provider-')) throw error
  throw new ApiFailure(error.code, { ...error.extra, message: error.message, provider })
}

const boundOf =
  (name: Provider) =>
  <A extends unknown[], T>(method: string, run: (...asked: A) => Promise<T>) =>
  async (...asked: A): Promise<T> => {
    assertTimeLeft()
    const asking = whileAsking(name, () => traced(`${name} ${method}`, {}, () => run(...asked)))
    return withinDeadline(asking).catch(namedAs(name))
  }

/**
 * The same provider, with a span around each method, its name in each failure and an end to how long it may take: a
 * vendor's client bounds one call, and does not bound an answer that trickles in or a method that asks several times.
 * Looking for lost messages serves nobody who waits; its calls are bounded, and so is their number.
 */
export function bounded(provider: BillingProvider): BillingProvider {
  const { name } = provider
  const bound = boundOf(name)
  return {
    name,
    offers: bound('offers', provider.offers),
    createCustomer: bound('createCustomer', provider.createCustomer),
    changeEmail: bound('changeEmail', provider.changeEmail),
    openCheckout: bound('openCheckout', provider.openCheckout),
    checkout: bound('checkout', provider.checkout),
    closeCheckout: bound('closeCheckout', provider.closeCheckout),
    subscriptions: bound('subscriptions', provider.subscriptions),
    foreignSubscriptions: bound('foreignSubscriptions', provider.foreignSubscriptions),
    cancelAtPeriodEnd: bound('cancelAtPeriodEnd', provider.cancelAtPeriodEnd),
    resume: bound('resume', provider.resume),
    cancelNow: bound('cancelNow', provider.cancelNow),
    hasBroughtIn: bound('hasBroughtIn', provider.hasBroughtIn),
    closeInvoices: bound('closeInvoices', provider.closeInvoices),
    refundAll: bound('refundAll', provider.refundAll),
    missedCustomers: provider.missedCustomers,
    portal: bound('portal', provider.portal),
    invoices: bound('invoices', provider.invoices),
  }
}
