import * as z from 'zod'
import { type Context, newId } from '@/local/vendors/context'
import type { Form } from '@/local/vendors/form'
import {
  changeCustomer,
  createCustomer,
  customerFields,
  deleteCustomer,
  findCustomer,
  activeCustomer,
} from './customers'
import { addCredits, couponRequest, couponWire, createCoupon, creditRequest } from './coupons-and-credits'
import { itemsUpdate, pause, pauseRequest, updateForItems } from './subscription-changes'
import { documentOf, findInvoice, refund, refundRequest, renewalEstimate, writeOff } from './invoices'
import { eventWire, webhookEndpointWire } from './events'
import { createPage, findPage, pageRequest, pageWire, portalWire } from './hosted-pages'
import {
  createFamily,
  createItem,
  createItemPrice,
  familyFields,
  itemFields,
  itemPriceById,
  itemPriceFields,
  itemPriceListing,
  listItemPrices,
} from './catalogue'
import { createSubscription, subscriptionStart } from './new-subscriptions'
import { check, filter, listing, momentFilter, paged, matches } from './requests'
import {
  cancel,
  cancelRequest,
  findSubscription,
  invoiceListing,
  removeScheduledEnd,
  listInvoices,
  listSubscriptions,
  subscriptionListing,
} from './subscriptions'
import { customerWire, familyWire, itemPriceWire, itemWire, subscriptionWire } from './wire'
import { invoiceWire } from './invoice-wire'

type Call = { context: Context; id: string; form: Form }
type Route = (call: Call) => object

const eventListing = z.strictObject({
  ...listing,
  id: filter,
  event_type: filter,
  webhook_status: filter,
  occurred_at: momentFilter,
})

const portalRequest = z.strictObject({
  customer: z.strictObject({ id: z.string() }),
  redirect_url: z.url({ protocol: /^https?$/ }).optional(),
})

const nothing = z.strictObject({})

function listEvents({ context, form }: Call): object {
  const query = check(eventListing, form)
  const found = context.state.chargebee.events
    .filter((event) => matches(query.id, event.id) && matches(query.event_type, event.type))
    .filter(({ occurredAt }) => query.occurred_at === undefined || occurredAt > query.occurred_at.after)
    .map((event) => ({ event: eventWire(context, event) }))
    .filter(({ event }) => matches(query.webhook_status, event.webhook_status))
  return paged(found.toReversed(), query)
}

function openPortal({ context, form }: Call): object {
  const { customer, redirect_url } = check(portalRequest, form)
  const { id } = activeCustomer(context, customer.id)
  const portal = {
    id: newId('portal_', 20),
    token: newId('', 40),
    customer: id,
    redirectUrl: redirect_url ?? null,
    created: context.now(),
  }
  context.state.chargebee.portals[portal.token] = portal
  context.changed()
  return { portal_session: portalWire(context, portal) }
}

function withCustomer(context: Context, id: string): object {
  const subscription = findSubscription(context, id)
  return {
    subscription: subscriptionWire(context, subscription),
    customer: customerWire(findCustomer(context, subscription.customer)),
  }
}

/** Every supported call by method and path. */
export const routes: Record<string, Route> = {
  'POST /item_families': ({ context, form }) => ({
    item_family: familyWire(createFamily(context, check(familyFields, form))),
  }),
  'POST /items': ({ context, form }) => ({ item: itemWire(createItem(context, check(itemFields, form))) }),
  'GET /item_prices': ({ context, form }) => {
    const query = check(itemPriceListing, form)
    return paged(listItemPrices(context, query), query)
  },
  'POST /item_prices': ({ context, form }) => ({
    item_price: itemPriceWire(createItemPrice(context, check(itemPriceFields, form))),
  }),
  'GET /item_prices/:id': ({ context, id }) => itemPriceById(context, id),
  'POST /customers': ({ context, form }) => ({
    customer: customerWire(createCustomer(context, check(customerFields, form))),
  }),
  'GET /customers/:id': ({ context, id }) => ({ customer: customerWire(findCustomer(context, id)) }),
  'POST /customers/:id': ({ context, id, form }) => ({
    customer: customerWire(changeCustomer(context, activeCustomer(context, id), check(customerFields, form))),
  }),
  'POST /customers/:id/delete': ({ context, id, form }) => {
    check(nothing, form)
    return { customer: customerWire(deleteCustomer(context, id)) }
  },
  'POST /hosted_pages/checkout_new_for_items': ({ context, form }) => ({
    hosted_page: pageWire(context, createPage(context, check(pageRequest, form))),
  }),
  'GET /hosted_pages/:id': ({ context, id }) => ({ hosted_page: pageWire(context, findPage(context, id)) }),
  'POST /customers/:id/subscription_for_items': ({ context, id, form }) => {
    const { subscription, invoice } = createSubscription(context, id, check(subscriptionStart, form))
    return { ...withCustomer(context, subscription.id), ...(invoice && { invoice: invoiceWire(context, invoice) }) }
  },
  'GET /subscriptions': ({ context, form }) => {
    const query = check(subscriptionListing, form)
    const { list, ...rest } = paged(listSubscriptions(context, query), query)
    return { list: list.map(({ id }) => withCustomer(context, id)), ...rest }
  },
  'GET /subscriptions/:id': ({ context, id }) => withCustomer(context, id),
  'POST /subscriptions/:id/cancel_for_items': ({ context, id, form }) => {
    cancel(context, findSubscription(context, id), check(cancelRequest, form))
    return withCustomer(context, id)
  },
  'POST /subscriptions/:id/remove_scheduled_cancellation': ({ context, id, form }) => {
    check(nothing, form)
    removeScheduledEnd(context, findSubscription(context, id))
    return withCustomer(context, id)
  },
  'POST /subscriptions/:id/update_for_items': ({ context, id, form }) => {
    updateForItems(context, findSubscription(context, id), check(itemsUpdate, form))
    return withCustomer(context, id)
  },
  'POST /subscriptions/:id/pause': ({ context, id, form }) => {
    pause(context, findSubscription(context, id), check(pauseRequest, form))
    return withCustomer(context, id)
  },
  'GET /subscriptions/:id/renewal_estimate': ({ context, id, form }) => {
    check(nothing, form)
    return { estimate: renewalEstimate(context, findSubscription(context, id)) }
  },
  'POST /coupons/create_for_items': ({ context, form }) => ({
    coupon: couponWire(createCoupon(context, check(couponRequest, form))),
  }),
  'POST /promotional_credits/add': ({ context, form }) => addCredits(context, check(creditRequest, form)),
  'POST /portal_sessions': openPortal,
  'GET /invoices': ({ context, form }) => {
    const query = check(invoiceListing, form)
    return paged(listInvoices(context, query), query)
  },
  'GET /invoices/:id': ({ context, id }) => ({ invoice: invoiceWire(context, findInvoice(context, id)) }),
  'POST /invoices/:id/refund': ({ context, id, form }) =>
    refund(context, findInvoice(context, id), check(refundRequest, form)),
  'POST /invoices/:id/write_off': ({ context, id, form }) => {
    check(nothing, form)
    return writeOff(context, findInvoice(context, id))
  },
  'POST /invoices/:id/pdf': ({ context, id, form }) => {
    check(nothing, form)
    return { download: documentOf(context, findInvoice(context, id)) }
  },
  'GET /events': listEvents,
  'GET /webhook_endpoints': ({ context, form }) =>
    paged([{ webhook_endpoint: webhookEndpointWire(context) }], check(z.strictObject(listing), form)),
}
