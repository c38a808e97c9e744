/** Chargebee’s JSON of items, customers and subscriptions. */
import type {
  Customer as SdkCustomer,
  Item as SdkItem,
  ItemFamily,
  ItemPrice,
  Subscription as SdkSubscription,
} from 'chargebee'
import { catalogueCreatedAt, type Offer, offerByItemPrice, trialDays } from '@/local/vendors/catalogue'
import type { Context } from '@/local/vendors/context'
import { isTrialing } from '@/local/vendors/term'
import type { Customer, Family, Item, CreatedItemPrice, Subscription } from './records'

export const familyId = 'unhurried'

export const itemId = (offer: Offer) => offer.product ?? `plan-${offer.key}`

const isCreated = (offer: Offer): offer is CreatedItemPrice => offer.product !== undefined

export const typeOf = (offer: Offer) => (isCreated(offer) ? offer.type : 'plan')

export const trialDaysOf = (offer: Offer) => (isCreated(offer) ? 0 : trialDays)

const secondsOf = (version: number) => Math.floor(version / 1000) || catalogueCreatedAt

export const familyWire = ({ id, name, version }: Family) =>
  ({
    id,
    name,
    status: 'active',
    resource_version: version,
    updated_at: secondsOf(version),
    channel: 'web',
    deleted: false,
  }) satisfies Partial<ItemFamily>

export const itemWire = ({ id, name, type, family, version }: Item) =>
  ({
    id,
    name,
    external_name: name,
    status: 'active',
    resource_version: version || catalogueCreatedAt * 1000,
    updated_at: secondsOf(version),
    item_family_id: family,
    type,
    is_shippable: false,
    is_giftable: false,
    enabled_for_checkout: true,
    enabled_in_portal: true,
    item_applicability: 'all',
    metered: false,
    channel: 'web',
    deleted: false,
  }) satisfies Partial<SdkItem>

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.priceIds.chargebee,
    name: isCreated(offer) ? offer.name : `${offer.name} ${offer.currency}`,
    item_family_id: isCreated(offer) ? offer.family : familyId,
    item_id: itemId(offer),
    status: 'active',
    external_name: offer.name,
    pricing_model: 'flat_fee',
    price: offer.amount,
    period: 1,
    currency_code: offer.currency,
    period_unit: offer.interval,
    ...(trialDaysOf(offer) > 0 && {
      trial_period: trialDaysOf(offer),
      trial_period_unit: 'day' as const,
      trial_end_action: 'activate_subscription' as const,
    }),
    free_quantity: 0,
    channel: 'web',
    resource_version: isCreated(offer) ? offer.version : catalogueCreatedAt * 1000,
    updated_at: secondsOf(isCreated(offer) ? offer.version : 0),
    created_at: secondsOf(isCreated(offer) ? offer.version : 0),
    is_taxable: true,
    item_type: typeOf(offer),
    show_description_in_invoices: false,
    show_description_in_quotes: false,
    deleted: false,
  }) satisfies Partial<ItemPrice> & { object?: string }

export const findOffer = (context: Context, itemPrice: string): Offer | undefined =>
  context.state.chargebee.itemPrices[itemPrice] ?? offerByItemPrice(itemPrice)

/** @throws for an unknown price; prices are never removed */
export function getOffer(context: Context, itemPrice: string): Offer {
  const offer = findOffer(context, itemPrice)
  if (!offer) throw new Error(`There is no item price ${itemPrice}.`)
  return offer
}

export const customerWire = (customer: Customer) =>
  ({
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    auto_collection: 'on',
    net_term_days: 0,
    allow_direct_debit: false,
    created_at: customer.created,
    taxability: 'taxable',
    updated_at: customer.created,
    pii_cleared: 'active',
    channel: 'web',
    resource_version: customer.version,
    deleted: customer.deleted ?? false,
    promotional_credits: customer.promotionalCredits ?? 0,
    refundable_credits: 0,
    excess_payments: 0,
    unbilled_charges: 0,
    meta_data: customer.metaData,
  }) satisfies Partial<SdkCustomer>

type Status = SdkSubscription['status']

export function statusOf({ term }: Subscription, now: number): Status {
  if (term.endedAt !== null) return 'cancelled'
  if (term.suspension === 'paused' || term.suspension === 'future') return term.suspension
  if (isTrialing(term, now)) return 'in_trial'
  // A later end still renews until then.
  return term.cancelAt === null || term.cancelAt > term.periodEnd ? 'active' : 'non_renewing'
}

export const itemsOf = (context: Context, { itemPrice, quantity, unitPrice, extraItems = [] }: Subscription) =>
  [{ itemPrice, quantity, unitPrice }, ...extraItems].map((one) => ({
    ...one,
    unitPrice: one.unitPrice ?? getOffer(context, one.itemPrice).amount,
  }))

export const periodAmount = (context: Context, subscription: Subscription) =>
  itemsOf(context, subscription).reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)

export function subscriptionWire(context: Context, subscription: Subscription) {
  const now = context.now()
  const { term, itemPrice, coupons = [], pauseDate, resumeDate, remainingCycles } = subscription
  const offer = getOffer(context, itemPrice)
  const amount = periodAmount(context, subscription)
  const status = statusOf(subscription, now)
  const trial = status === 'in_trial'
  const runs = status !== 'cancelled'
  const begun = status !== 'future'
  const renews = runs && (term.cancelAt === null || term.cancelAt > term.periodEnd)
  const pausesFirst = pauseDate !== undefined && pauseDate <= term.periodEnd
  const dues = term.pastDue && runs ? amount : 0
  return {
    id: subscription.id,
    billing_period: 1,
    billing_period_unit: offer.interval,
    customer_id: subscription.customer,
    status,
    currency_code: offer.currency,
    auto_collection: 'on',
    ...(remainingCycles !== undefined && { remaining_billing_cycles: remainingCycles }),
    ...(coupons.length > 0 && { coupons: coupons.map((id) => ({ coupon_id: id, applied_count: 0 })) }),
    ...(pauseDate !== undefined && { pause_date: pauseDate }),
    ...(resumeDate !== undefined && { resume_date: resumeDate }),
    ...(term.trialStart !== null && { trial_start: term.trialStart }),
    ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
    ...(!trial &&
      begun && {
        current_term_start: term.periodStart,
        current_term_end: term.periodEnd,
        activated_at: term.trialEnd ?? subscription.created,
      }),
    ...(renews && !pausesFirst && { next_billing_at: term.periodEnd }),
    created_at: subscription.created,
    ...(begun ? { started_at: subscription.created } : { start_date: term.periodEnd }),
    ...(status === 'paused' && pauseDate === undefined && { pause_date: Math.floor(subscription.version / 1000) }),
    ...((term.endedAt ?? term.cancelAt) !== null && { cancelled_at: term.endedAt ?? term.cancelAt ?? undefined }),
    ...(runs &&
      subscription.cancelScheduledAt !== null && { cancel_schedule_created_at: subscription.cancelScheduledAt }),
    updated_at: Math.floor(subscription.version / 1000),
    has_scheduled_advance_invoices: false,
    has_scheduled_changes: false,
    channel: 'web',
    resource_version: subscription.version,
    deleted: subscription.deleted ?? false,
    due_invoices_count: dues > 0 ? 1 : 0,
    ...(dues > 0 && { due_since: term.periodStart, total_dues: dues }),
    mrr: runs && begun && !trial ? Math.round(amount / (offer.interval === 'year' ? 12 : 1)) : 0,
    subscription_items: itemsOf(context, subscription).map(({ itemPrice: id, unitPrice, quantity }) => {
      const type = typeOf(getOffer(context, id))
      return {
        item_price_id: id,
        item_type: type,
        quantity,
        unit_price: unitPrice,
        amount: unitPrice * quantity,
        free_quantity: 0,
        ...(type === 'plan' && term.trialEnd !== null && { trial_end: term.trialEnd }),
      }
    }),
    ...(subscription.metaData !== undefined && { meta_data: subscription.metaData }),
    decommissioned: false,
  } satisfies Partial<SdkSubscription>
}
