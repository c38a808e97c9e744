import type {
  Customer as SdkCustomer,
  HostedPage as SdkPage,
  Invoice as SdkInvoice,
  ItemPrice,
  Subscription as SdkSubscription,
} from 'chargebee'
import { catalogueMade, offerByItemPrice, trialDays, type Offer } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import { isTrialing } from '@/local/vendors/term'
import type { Customer, HostedPage, Invoice, PortalSession, Subscription } from './records'

export const itemId = (offer: Offer) => `plan-${offer.key}`

export const itemPriceWire = (offer: Offer) =>
  ({
    id: offer.itemPriceId,
    name: `${offer.name} ${offer.currency}`,
    item_family_id: 'unhurried',
    item_id: itemId(offer),
    status: 'active',
    external_name: offer.name,
    pricing_model: 'flat_fee',
    price: offer.amount,
    period: 1,
    currency_code: offer.currency,
    period_unit: offer.interval,
    trial_period: trialDays,
    trial_period_unit: 'day',
    trial_end_action: 'activate_subscription',
    free_quantity: 0,
    channel: 'web',
    resource_version: catalogueMade * 1000,
    updated_at: catalogueMade,
    created_at: catalogueMade,
    is_taxable: true,
    item_type: 'plan',
    show_description_in_invoices: false,
    show_description_in_quotes: false,
    deleted: false,
  }) satisfies Partial<ItemPrice> & { object?: string }

/** An offer that the stand-in itself took into a record; prices are never removed from the catalogue. */
export function soldOffer(itemPrice: string): Offer {
  const offer = offerByItemPrice(itemPrice)
  if (!offer) throw new Error(`The catalogue has no item price ${itemPrice}.`)
  return offer
}

export const customerWire = (customer: Customer) =>
  ({
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    auto_collection: 'on',
    net_term_days: 0,
    allow_direct_debit: false,
    created_at: customer.created,
    taxability: 'taxable',
    updated_at: customer.created,
    pii_cleared: 'active',
    channel: 'web',
    resource_version: customer.version,
    deleted: false,
    promotional_credits: 0,
    refundable_credits: 0,
    excess_payments: 0,
    unbilled_charges: 0,
    meta_data: customer.metaData,
  }) satisfies Partial<SdkCustomer>

type Status = SdkSubscription['status']

export function statusOf({ term }: Subscription, now: number): Status {
  if (term.endedAt !== null) return 'cancelled'
  if (isTrialing(term, now)) return 'in_trial'
  return term.cancelAt === null ? 'active' : 'non_renewing'
}

export function subscriptionWire(subscription: Subscription, now: number) {
  const { term, quantity } = subscription
  const offer = soldOffer(subscription.itemPrice)
  const status = statusOf(subscription, now)
  const trial = status === 'in_trial'
  const runs = status !== 'cancelled'
  const renews = runs && term.cancelAt === null
  const dues = term.pastDue && runs ? offer.amount * quantity : 0
  return {
    id: subscription.id,
    billing_period: 1,
    billing_period_unit: offer.interval,
    customer_id: subscription.customer,
    status,
    currency_code: offer.currency,
    auto_collection: 'on',
    ...(term.trialStart !== null && { trial_start: term.trialStart }),
    ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
    ...(!trial && {
      current_term_start: term.periodStart,
      current_term_end: term.periodEnd,
      activated_at: term.trialEnd ?? subscription.created,
    }),
    ...(renews && { next_billing_at: term.periodEnd }),
    created_at: subscription.created,
    started_at: subscription.created,
    ...((term.endedAt ?? term.cancelAt) !== null && { cancelled_at: term.endedAt ?? term.cancelAt ?? undefined }),
    ...(runs &&
      subscription.cancelScheduledAt !== null && { cancel_schedule_created_at: subscription.cancelScheduledAt }),
    updated_at: Math.floor(subscription.version / 1000),
    has_scheduled_advance_invoices: false,
    has_scheduled_changes: false,
    channel: 'web',
    resource_version: subscription.version,
    deleted: false,
    due_invoices_count: dues > 0 ? 1 : 0,
    ...(dues > 0 && { due_since: term.periodStart, total_dues: dues }),
    mrr: runs && !trial ? Math.round((offer.amount * quantity) / (offer.interval === 'year' ? 12 : 1)) : 0,
    subscription_items: [
      {
        item_price_id: offer.itemPriceId,
        item_type: 'plan',
        quantity,
        unit_price: offer.amount,
        amount: offer.amount * quantity,
        free_quantity: 0,
        ...(term.trialEnd !== null && { trial_end: term.trialEnd }),
      },
    ],
    decommissioned: false,
  } satisfies Partial<SdkSubscription>
}

export const invoiceWire = (invoice: Invoice) =>
  ({
    id: invoice.id,
    customer_id: invoice.customer,
    subscription_id: invoice.subscription,
    recurring: true,
    status: invoice.status,
    price_type: 'tax_inclusive',
    date: invoice.date,
    due_date: invoice.date,
    net_term_days: 0,
    currency_code: invoice.currency,
    tax: 0,
    sub_total: invoice.amount,
    total: invoice.amount,
    amount_due: invoice.status === 'paid' ? 0 : invoice.amount,
    amount_adjusted: 0,
    amount_paid: invoice.status === 'paid' ? invoice.amount : 0,
    ...(invoice.status === 'paid' && { paid_at: invoice.date }),
    write_off_amount: 0,
    credits_applied: 0,
    resource_version: invoice.version,
    updated_at: Math.floor(invoice.version / 1000),
    first_invoice: invoice.first,
    has_advance_charges: false,
    term_finalized: true,
    is_gifted: false,
    channel: 'web',
    line_items: [
      {
        id: `li_${invoice.id}`,
        date_from: invoice.periodStart,
        date_to: invoice.periodEnd,
        unit_amount: invoice.amount,
        quantity: 1,
        amount: invoice.amount,
        pricing_model: 'flat_fee',
        is_taxed: false,
        tax_amount: 0,
        subscription_id: invoice.subscription,
        customer_id: invoice.customer,
        description: soldOffer(invoice.itemPrice).name,
        entity_type: 'plan_item_price',
        entity_id: invoice.itemPrice,
        discount_amount: 0,
        item_level_discount_amount: 0,
      },
    ],
    deleted: false,
  }) satisfies Partial<SdkInvoice>

export function pageWire(desk: Desk, hosted: HostedPage) {
  const { customers, subscriptions, invoices } = desk.state.chargebee
  const subscription = hosted.subscription ? subscriptions[hosted.subscription] : undefined
  const customer = subscription ? customers[subscription.customer] : undefined
  const invoice = hosted.invoice ? invoices[hosted.invoice] : undefined
  const content = {
    ...(subscription && { subscription: subscriptionWire(subscription, desk.now()) }),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(invoice) }),
  }
  return {
    id: hosted.id,
    type: 'checkout_new',
    url: `${desk.settings.origin}/pages/v4/${hosted.id}/checkout`,
    state: hosted.state,
    ...(hosted.passThru !== null && { pass_thru_content: hosted.passThru }),
    embed: true,
    created_at: hosted.created,
    expires_at: hosted.expiresAt,
    layout: 'in_app',
    // Nothing of a purchase before there is one.
    ...(subscription && { content }),
    updated_at: Math.floor(hosted.version / 1000),
    resource_version: hosted.version,
  } satisfies Partial<Omit<SdkPage, 'content'>> & { content?: object }
}

export const portalWire = (desk: Desk, portal: PortalSession) => ({
  id: portal.id,
  token: portal.token,
  access_url: `${desk.settings.origin}/portal/chargebee/${portal.token}`,
  ...(portal.redirectUrl !== null && { redirect_url: portal.redirectUrl }),
  status: 'created',
  created_at: portal.created,
  expires_at: portal.created + 3600,
  customer_id: portal.customer,
  linked_customers: [
    {
      customer_id: portal.customer,
      has_billing_address: false,
      has_payment_method: true,
      has_active_subscription: true,
    },
  ],
})
