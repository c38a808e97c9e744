import 'server-only'
import type { Provider } from '@/lib/contract/plan'
import { waitingEnds, within } from '@/lib/server/http/deadline'
import { ApiFailure } from '@/lib/server/http/errors'
import { waitedFor, whileAsking } from '@/lib/server/http/request-context'
import { traced } from '@/lib/server/observability/traced'
import type { BillingProvider } from './provider'

/** Milliseconds in which a preview of a charge is worth waiting for; a plan is also known without. */
export const previewMs = 1500

/** Milliseconds that one call to a provider may take, with one repetition inside a person's patience. */
export const timeoutMs = 4000

/**
 * Bounds work that asks a provider several times: by what is left of a person's patience, or of as much.
 * @param reserveMs what of it is kept back for something after this
 * @throws ApiFailure `provider-unavailable`
 */
export function withinDeadline<T>(work: Promise<T>, reserveMs = 0): Promise<T> {
  const asked = waitedFor()
  return within(waitingEnds() - reserveMs, work, () => tooLate(asked[0]))
}

/**
 * Nothing is begun at a provider whose answer nobody waits for any more.
 * @throws ApiFailure `provider-unavailable`
 */
export function assertTimeLeft(): void {
  if (waitingEnds() <= Date.now()) throw tooLate()
}

/**
 * After a time-out nobody can know whether a request was carried out: the sentence must not say more than that.
 * @param provider who has not answered, if anybody was asked
 */
const tooLate = (provider?: Provider) =>
  new ApiFailure('provider-unavailable', {
    message:
      'The payment provider did not answer in time. As far as we know nothing has changed. Please look again in a minute.',
    cause: new Error('deadline'),
    ...(provider && { provider }),
  })

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
