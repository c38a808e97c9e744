import 'server-only'
import { createHash } from 'node:crypto'
import type Chargebee from 'chargebee'
import type { PlanOffer } from '@/lib/contract/plan'
import type { ChargebeeEnv } from '@/lib/env'
import { maxEvents, withTimeouts } from '@/lib/server/billing/providers/calls'
import {
  CustomerMissing,
  expiredCheckout,
  withPromotionCodes,
  type BillingProvider,
} from '@/lib/server/billing/providers/provider'
import { log } from '@/lib/server/observability/log'
import { translateErrors, listAll, chargebeeClient, nullIfMissing, refusalCode } from './client'
import { invoiceMethods } from './invoices'
import { customerOfEvent, toCheckout, toOffer, whyNotOffered } from './mapping'
import { chargebeeOwnership, subscriptionMethods } from './subscriptions'

export function chargebeeProvider(settings: ChargebeeEnv): BillingProvider {
  const chargebee = chargebeeClient(settings)
  const ownership = chargebeeOwnership(chargebee, settings)
  return withTimeouts({
    name: 'chargebee',
    ...customerMethods(chargebee),
    ...checkoutMethods(chargebee, settings),
    ...subscriptionMethods(chargebee, ownership, settings),
    ...invoiceMethods(chargebee, ownership),
  })
}

/** A digest, because customer ids may have 50 characters and a uid 128. */
function customerIdOf(uid: string, generation: number): string {
  const id = `u-${createHash('sha256').update(uid).digest('base64url').slice(0, 40)}`
  return generation > 0 ? `${id}-${generation}` : id
}

/** Chargebee refuses longer addresses. The payment page then asks for one. */
const maxEmailLength = 70

const emailOf = (email: string | null): { email?: string } => (email && email.length <= maxEmailLength ? { email } : {})

const throwIfCustomerMissing = (error: unknown): never => {
  throw refusalCode(error) === 'resource_not_found' ? new CustomerMissing(error) : error
}

type CustomerMethods = 'createCustomer' | 'changeEmail' | 'portal' | 'missedCustomers'

function customerMethods(chargebee: Chargebee): Pick<BillingProvider, CustomerMethods> {
  return {
    async createCustomer({ uid, email, generation }) {
      const id = customerIdOf(uid, generation)
      const created = chargebee.customer.create({ id, ...emailOf(email) }).catch((error: unknown) => {
        // Created by an earlier call whose answer was lost.
        if (refusalCode(error) !== 'duplicate_entry') throw error
      })
      await translateErrors(created)
      return id
    },
    async changeEmail(customerId, email) {
      const { email: accepted } = emailOf(email)
      if (accepted) await translateErrors(nullIfMissing(chargebee.customer.update(customerId, { email: accepted })))
    },
    async portal(customerId, returnUrl) {
      const opened = chargebee.portalSession
        .create({ customer: { id: customerId }, redirect_url: returnUrl })
        .catch(throwIfCustomerMissing)
      return (await translateErrors(opened)).portal_session.access_url
    },
    async missedCustomers(since) {
      const after = Math.floor(since.getTime() / 1000) - 1
      const events = await listAll(maxEvents, (offset) =>
        chargebee.event.list({
          // The SDK sends a second filter on the same field wrongly.
          occurred_at: { after },
          webhook_status: { is_not: 'succeeded' },
          limit: 100,
          offset,
        }),
      )
      const ids = events.map(({ event }) => customerOfEvent(event.event_type, event.content))
      return [...new Set(ids.filter((id) => id !== null))]
    },
  }
}

/** Checkout silently creates a customer for an unknown id. @throws CustomerMissing */
async function assertCustomer(chargebee: Chargebee, id: string): Promise<void> {
  const { customer } = await translateErrors(chargebee.customer.retrieve(id).catch(throwIfCustomerMissing))
  if (customer.deleted) throw new CustomerMissing(new Error('deleted'))
}

/** A wrong id must not hide the other prices. */
async function retrieveOffer(chargebee: Chargebee, id: string): Promise<PlanOffer | null> {
  const item = (await translateErrors(nullIfMissing(chargebee.itemPrice.retrieve(id))))?.item_price
  if (!item) {
    log().warn({ price: id }, 'CHARGEBEE_ITEM_PRICE_IDS names an item price that Chargebee does not know')
    return null
  }
  const reason = whyNotOffered(item)
  if (reason)
    log().warn({ price: item.id, why: reason }, 'CHARGEBEE_ITEM_PRICE_IDS names an item price that is not on offer')
  return toOffer(item)
}

type CheckoutMethods = 'offers' | 'openCheckout' | 'retrieveCheckout' | 'closeCheckout'

function checkoutMethods(chargebee: Chargebee, settings: ChargebeeEnv): Pick<BillingProvider, CheckoutMethods> {
  return {
    async offers() {
      const offers = await Promise.all(settings.itemPriceIds.map((id) => retrieveOffer(chargebee, id)))
      return withPromotionCodes(offers, settings.promotionCodes)
    },
    async openCheckout({ customerId, priceId, trialDays, successUrl, cancelUrl, key }) {
      await assertCustomer(chargebee, customerId)
      const opened = chargebee.hostedPage.checkoutNewForItems(
        {
          subscription_items: [{ item_price_id: priceId, quantity: 1 }],
          customer: { id: customerId },
          // Turns off the trial of the plan itself.
          ...(trialDays === 0 && { subscription: { trial_end: 0 } }),
          redirect_url: successUrl,
          cancel_url: cancelUrl,
          pass_thru_content: key,
        },
        { 'chargebee-idempotency-key': key },
      )
      return toCheckout((await translateErrors(opened)).hosted_page)
    },
    async retrieveCheckout(id) {
      const page = await translateErrors(nullIfMissing(chargebee.hostedPage.retrieve(id)))
      return page ? toCheckout(page.hosted_page) : expiredCheckout(id)
    },
    async closeCheckout() {},
  }
}
