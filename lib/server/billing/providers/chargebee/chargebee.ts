import 'server-only'
import { createHash } from 'node:crypto'
import type Chargebee from 'chargebee'
import type { Customer, Invoice, ItemPrice, Subscription } from 'chargebee'
import type { PlanOffer } from '@/lib/contract/plan'
import type { ChargebeeEnv } from '@/lib/env'
import { log } from '@/lib/server/observability/log'
import { bounded, mostEvents, mostOfOne } from '@/lib/server/billing/providers/timeouts'
import { unknownCustomer, type KnownCustomer } from '@/lib/server/billing/providers/ownership'
import { chargesOf } from './charge'
import { ask, askForAll, chargebeeClient, refusedAs } from './client'
import { customerOfEvent } from './event'
import { chargebeeOwnership } from './ownership'
import { closeInvoices, hasBroughtIn, refundAll } from './refund'
import { isWrittenOff, paidBack, toCheckout, toInvoice, toOffer, toSubscription, whyNotOffered } from './shapes'
import {
  CustomerMissing,
  lostCheckout,
  mostInvoices,
  type BillingProvider,
  type ProviderSubscription,
} from '@/lib/server/billing/providers/provider'

/** Customer ids may have 50 characters and a uid 128: a digest keeps one customer a person, by construction. */
function customerIdOf(uid: string, generation: number): string {
  const id = `u-${createHash('sha256').update(uid).digest('base64url').slice(0, 40)}`
  return generation > 0 ? `${id}-${generation}` : id
}

/** Characters that a customer's address may have at Chargebee. */
const longestEmail = 70

/** A longer one would be refused, and its owner could not buy: it is left out, and the payment page asks for one. */
const emailOf = (email: string | null): { email?: string } => (email && email.length <= longestEmail ? { email } : {})

/**
 * An id that is unknown to Chargebee would silently be given another, so it is looked up before.
 * @throws CustomerMissing
 */
async function assertCustomer(chargebee: Chargebee, id: string): Promise<void> {
  const lookedUp = chargebee.customer.retrieve(id).catch((error: unknown) => {
    throw refusedAs(error) === 'resource_not_found' ? new CustomerMissing(error) : error
  })
  const { customer } = await ask(lookedUp)
  if (customer.deleted) throw new CustomerMissing(new Error('deleted'))
}

/**
 * Changes a subscription that may be so already, which Chargebee refuses to repeat: then what is there is
 * the answer, if it is what was wanted.
 */
async function changed<T>(
  retrieve: () => Promise<ProviderSubscription>,
  change: Promise<T>,
  isDone: (found: ProviderSubscription) => boolean,
): Promise<T | ProviderSubscription> {
  try {
    return await change
  } catch (error) {
    if (refusedAs(error) !== 'invalid_state_for_request') return ask(Promise.reject(error))
    const found = await retrieve()
    return isDone(found) ? found : ask(Promise.reject(error))
  }
}

/** One id that is wrong must not take the other prices from the page. */
function noneIfUnknown(price: string): (error: unknown) => null {
  return (error) => {
    if (refusedAs(error) !== 'resource_not_found') throw error
    log().warn({ price }, 'CHARGEBEE_ITEM_PRICE_IDS names an item price that Chargebee does not know')
    return null
  }
}

/** An item price as an offer. One that cannot be on offer is left out as well, and the log says why. */
function offerOf(item: ItemPrice): PlanOffer | null {
  const why = whyNotOffered(item)
  if (why) log().warn({ price: item.id, why }, 'CHARGEBEE_ITEM_PRICE_IDS names an item price that is not on offer')
  return toOffer(item)
}

/** Where a document is for a while; null when Chargebee does not say, since a list is worth showing without it. */
async function receiptAddress(chargebee: Chargebee, invoice: Invoice): Promise<string | null> {
  try {
    return (await chargebee.invoice.pdf(invoice.id)).download.download_url
  } catch (err) {
    log().warn({ err, invoice: invoice.id }, 'no address of a receipt')
    return null
  }
}

/** Chargebee behind the provider interface. */
export function chargebeeProvider(settings: ChargebeeEnv): BillingProvider {
  const chargebee = chargebeeClient(settings)
  const ownership = chargebeeOwnership(chargebee, settings)
  const read = async ({ subscription, customer }: { subscription: Subscription; customer: Customer }) => ({
    ...toSubscription(subscription, await ownership.planOf(subscription)),
    ...(await chargesOf(chargebee, subscription, customer)),
  })
  const retrieve = (id: string) => async () => read(await ask(chargebee.subscription.retrieve(id)))
  const ownIds = async (customerId: string, known?: KnownCustomer) => {
    const { own } = await ownership.divide(customerId, known ?? unknownCustomer)
    return new Set(own.map(({ subscription }) => subscription.id))
  }
  return bounded({
    name: 'chargebee',
    async offers() {
      const prices = await Promise.all(
        settings.itemPriceIds.map((id) => ask(chargebee.itemPrice.retrieve(id).catch(noneIfUnknown(id)))),
      )
      return prices.map((found) => found && offerOf(found.item_price)).filter((offer) => offer !== null)
    },
    async createCustomer({ uid, email, generation }) {
      const id = customerIdOf(uid, generation)
      const made = chargebee.customer.create({ id, ...emailOf(email) }).catch((error: unknown) => {
        // Made before, by a call whose answer was lost.
        if (refusedAs(error) !== 'duplicate_entry') throw error
      })
      await ask(made)
      return id
    },
    async changeEmail(customerId, email) {
      const { email: known } = emailOf(email)
      if (!known) return
      const changed = chargebee.customer.update(customerId, { email: known }).catch((error: unknown) => {
        if (refusedAs(error) !== 'resource_not_found') throw error
      })
      await ask(changed)
    },
    async openCheckout(purchase) {
      await assertCustomer(chargebee, purchase.customerId)
      const { hosted_page } = await ask(
        chargebee.hostedPage.checkoutNewForItems(
          {
            subscription_items: [{ item_price_id: purchase.priceId, quantity: 1 }],
            customer: { id: purchase.customerId },
            // Without a trial of ours the plan's own one must not start either.
            ...(purchase.trialDays === 0 && { subscription: { trial_end: 0 } }),
            redirect_url: purchase.successUrl,
            cancel_url: purchase.cancelUrl,
            pass_thru_content: purchase.key,
          },
          { 'chargebee-idempotency-key': purchase.key },
        ),
      )
      return toCheckout(hosted_page)
    },
    async checkout(id) {
      const found = chargebee.hostedPage.retrieve(id).then(
        ({ hosted_page }) => toCheckout(hosted_page),
        (error: unknown) => {
          if (refusedAs(error) === 'resource_not_found') return lostCheckout(id)
          throw error
        },
      )
      return ask(found)
    },
    // A hosted page cannot be closed; it ends by itself.
    async closeCheckout() {},
    async subscriptions(customerId, known = unknownCustomer) {
      const { own } = await ownership.divide(customerId, known)
      return Promise.all(
        own.map(async ({ subscription, customer, plan }) => ({
          ...toSubscription(subscription, plan),
          ...(await chargesOf(chargebee, subscription, customer)),
        })),
      )
    },
    async foreignSubscriptions(customerId, known = unknownCustomer) {
      return (await ownership.divide(customerId, known)).foreign
    },
    cancelAtPeriodEnd(id) {
      const change = chargebee.subscription
        .cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true })
        .then(read)
      return changed(retrieve(id), change, ({ isUnSubscribed, access }) => isUnSubscribed && access)
    },
    resume(id) {
      const change = chargebee.subscription.removeScheduledCancellation(id, {}).then(read)
      return changed(retrieve(id), change, ({ isUnSubscribed, endsAt }) => !isUnSubscribed && endsAt === null)
    },
    async cancelNow(id) {
      const cancelled = chargebee.subscription
        .cancelForItems(id, {
          end_of_term: false,
          credit_option_for_current_term_charges: 'none',
          // What is unpaid must not be collected for a plan that is over.
          account_receivables_handling: 'write_off',
        })
        .catch((error: unknown) => {
          if (refusedAs(error) !== 'resource_not_found') throw error
        })
      await changed(retrieve(id), cancelled, ({ status }) => status === 'canceled')
    },
    hasBroughtIn: (id) => hasBroughtIn(chargebee, id),
    closeInvoices: (of) =>
      closeInvoices(chargebee, of, async () =>
        'customer' in of ? ownIds(of.customer, of.known) : new Set([of.subscription]),
      ),
    refundAll: (id, key) => refundAll(chargebee, id, key),
    async missedCustomers(since) {
      const after = Math.floor(since.getTime() / 1000) - 1
      const events = await askForAll(mostEvents, (offset) =>
        chargebee.event.list({
          // One filter a field: the SDK sends two of them wrongly.
          occurred_at: { after },
          webhook_status: { is_not: 'succeeded' },
          limit: 100,
          offset,
        }),
      )
      const found = events.map(({ event }) => customerOfEvent(event.event_type, event.content))
      return [...new Set(found.filter((id) => id !== null))]
    },
    async portal(customerId, returnUrl) {
      const opened = chargebee.portalSession
        .create({ customer: { id: customerId }, redirect_url: returnUrl })
        .catch((error: unknown) => {
          throw refusedAs(error) === 'resource_not_found' ? new CustomerMissing(error) : error
        })
      return (await ask(opened)).portal_session.access_url
    },
    async invoices(customerId, known) {
      const all = await askForAll(mostOfOne, (offset) =>
        chargebee.invoice.list({ customer_id: { is: customerId }, limit: 100, offset }),
      )
      if (all.length === 0) return []
      const own = await ownIds(customerId, known)
      const list = all.filter(({ invoice }) => own.has(invoice.subscription_id ?? '')).slice(0, mostInvoices)
      // Each address is a call of its own, so only the newest receipt has one; the portal shows the others.
      const paid = list.map(({ invoice }) => invoice).filter((one) => one.status === 'paid' && !isWrittenOff(one))
      const newest = paid.find((one) => paidBack(one) === 0) ?? paid[0]
      const receipt = newest ? await receiptAddress(chargebee, newest) : null
      return list.map(({ invoice }) => toInvoice(invoice, invoice === newest ? receipt : null))
    },
  })
}
