import 'server-only'
import { createHash } from 'node:crypto'
import type Chargebee from 'chargebee'
import type { HostedPage, ItemPrice } from 'chargebee'
import * as z from 'zod'
import { interval, type PlanOffer } from '@/lib/contract/plan'
import { providerLocale } from '@/lib/contract/plan-words'
import type { ChargebeeEnv } from '@/lib/env'
import {
  withTimeouts,
  CustomerMissing,
  expiredCheckout,
  listOffers,
  toDate,
  type BillingProvider,
  type ProviderCheckout,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { translateErrors, chargebeeClient, minorUnits, nullIfMissing, refusalCode } from './client'
import { invoiceMethods } from './invoices'
import { subscriptionIdPrefix, subscriptionMethods } from './subscriptions'

export function chargebeeProvider(settings: ChargebeeEnv): BillingProvider {
  const chargebee = chargebeeClient(settings)
  return withTimeouts({
    name: 'chargebee',
    ...customerMethods(chargebee),
    ...checkoutMethods(chargebee, settings),
    ...subscriptionMethods(chargebee, settings),
    ...invoiceMethods(chargebee),
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

function customerMethods(chargebee: Chargebee): Pick<BillingProvider, 'saveCustomer' | 'portal'> {
  return {
    async saveCustomer({ uid, email, generation, customerId }) {
      const address = emailOf(email)
      if (customerId) {
        if (address.email) await translateErrors(nullIfMissing(chargebee.customer.update(customerId, address)))
        return customerId
      }
      const id = customerIdOf(uid, generation)
      const created = chargebee.customer.create({ id, ...address }).catch((error: unknown) => {
        // Created by an earlier call whose answer was lost.
        if (refusalCode(error) !== 'duplicate_entry') throw error
      })
      await translateErrors(created)
      return id
    },
    async portal(customerId, returnUrl, locale) {
      const open = async () => {
        // Its pages are in the customer's language.
        if (locale) await chargebee.customer.update(customerId, { locale: providerLocale(locale) })
        return chargebee.portalSession.create({ customer: { id: customerId }, redirect_url: returnUrl })
      }
      return (await translateErrors(open().catch(throwIfCustomerMissing))).portal_session.access_url
    },
  }
}

/** Checkout silently creates a customer for an unknown id. @throws CustomerMissing */
async function assertCustomer(chargebee: Chargebee, id: string): Promise<void> {
  const { customer } = await translateErrors(chargebee.customer.retrieve(id).catch(throwIfCustomerMissing))
  if (customer.deleted) throw new CustomerMissing(new Error('deleted'))
}

const hasTrial = ({ trial_period }: ItemPrice) => (trial_period ?? 0) > 0

/** The offer, or the reason why there is none, worded to follow “but”. */
export function toOffer(item: ItemPrice): PlanOffer | string {
  const unit = interval.safeParse(item.period_unit)
  if (item.status !== 'active') return `it is ${item.status ?? 'not active'} there`
  if (!item.period_unit) return 'it is a one-time price'
  if (item.price === undefined) return 'it has no fixed amount'
  if (!unit.success || item.period !== 1) return 'it is not charged by one month or one year'
  if (item.billing_cycles) return 'it ends after a fixed number of cycles, but the pages say it renews'
  // Months have different lengths.
  if (hasTrial(item) && item.trial_period_unit !== 'day')
    return 'its trial is counted in months, while the pages count days'
  if (hasTrial(item) && item.trial_end_action === 'cancel_subscription') return 'its plan ends with the trial'
  return {
    priceId: item.id,
    provider: 'chargebee',
    product: { id: item.item_id ?? item.id, name: item.external_name ?? item.name },
    interval: unit.data,
    amount: minorUnits(item.price, item.currency_code),
    currency: item.currency_code,
    trialDays: item.trial_period ?? 0,
    taxBehavior: 'unspecified',
  }
}

const pageLifeMs = 3 * 3_600_000

function toCheckout(page: HostedPage): ProviderCheckout {
  const { id = '', url = '', type = 'checkout_new', state = 'created' } = page
  const isComplete = state === 'succeeded' || state === 'acknowledged'
  const expiresAt = toDate(page.expires_at) ?? new Date((page.created_at ?? 0) * 1000 + pageLifeMs)
  const isExpired = state === 'cancelled' || expiresAt.getTime() < Date.now()
  return {
    id,
    state: isComplete ? 'complete' : isExpired ? 'expired' : 'open',
    expiresAt,
    answer: { id, url, type, state },
  }
}

function checkoutMethods(
  chargebee: Chargebee,
  settings: ChargebeeEnv,
): Pick<BillingProvider, 'offers' | 'openCheckout' | 'findCheckout'> {
  return {
    async offers() {
      const retrieveOffer = async (id: string) => {
        const found = await translateErrors(nullIfMissing(chargebee.itemPrice.retrieve(id)))
        return found && toOffer(found.item_price)
      }
      return listOffers('CHARGEBEE_ITEM_PRICE_IDS', settings.itemPriceIds, { retrieveOffer, ...settings })
    },
    async openCheckout({ customerId, priceId, trialDays, successUrl, cancelUrl, key, locale }) {
      await assertCustomer(chargebee, customerId)
      const opened = chargebee.hostedPage.checkoutNewForItems(
        {
          subscription_items: [{ item_price_id: priceId, quantity: 1 }],
          customer: { id: customerId, ...(locale && { locale: providerLocale(locale) }) },
          subscription: {
            id: `${subscriptionIdPrefix}${key}`,
            // Turns off the trial of the plan itself.
            ...(trialDays === 0 && { trial_end: 0 }),
          },
          redirect_url: successUrl,
          cancel_url: cancelUrl,
          pass_thru_content: key,
        },
        { 'chargebee-idempotency-key': key },
      )
      return toCheckout((await translateErrors(opened)).hosted_page)
    },
    // Chargebee cannot close a page.
    async findCheckout(id) {
      const page = await translateErrors(nullIfMissing(chargebee.hostedPage.retrieve(id)))
      return page ? toCheckout(page.hosted_page) : expiredCheckout(id)
    },
  }
}

const relevantEvents = /^(subscription|payment|invoice|customer|promotional_credits|credit_note|card|payment_source)_/

/** Databases refuse control characters such as NUL. */
const customerId = z.string().regex(/^\P{Cc}*$/u)

const eventPart = z.looseObject({}).nullish().catch(null)

const event = z.object({
  event_type: z.string(),
  content: z.object({ customer: eventPart, subscription: eventPart, invoice: eventPart }),
})

/** Null if the event is irrelevant. @throws ApiFailure `invalid-request` */
export function chargebeeEventCustomer(body: Record<string, unknown>): string | null {
  if (typeof body.event_type === 'string' && !relevantEvents.test(body.event_type)) return null
  const parsed = event.safeParse(body)
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  const { customer, subscription, invoice } = parsed.data.content
  const ids = [customer?.id, subscription?.customer_id, invoice?.customer_id].filter((id) => id !== undefined)
  const [known] = ids.flatMap((id) => customerId.safeParse(id).data ?? [])
  if (known === undefined && ids.length > 0) throw new ApiFailure('invalid-request')
  return known ?? null
}
