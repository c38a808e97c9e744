import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import type { Form } from '@/local/vendors/routing'
import {
  changeCustomer,
  createCustomer,
  customerEnd,
  customerFields,
  customerListing,
  deleteCustomer,
  findCustomer,
  listCustomers,
  presentCustomer,
} from './customers'
import {
  changeCredits,
  couponRequest,
  couponWire,
  createCoupon,
  creditRequest,
  findCoupon,
  itemsUpdate,
  pause,
  pauseRequest,
  resume,
  resumeRequest,
  updateForItems,
} from './adjustments'
import { documentOf, findInvoice, refund, refundRequest, renewalEstimate, writeOff } from './invoices'
import { eventWire, webhookEndpointWire } from './events'
import { acknowledge, createPage, findPage, pageRequest, pageWire, portalWire } from './hosted-pages'
import {
  createFamily,
  createItem,
  createItemPrice,
  familyFields,
  itemById,
  itemFields,
  itemPriceById,
  itemPriceFields,
  itemPriceListing,
  itemPriceUpdate,
  listItemPrices,
  updateItemPrice,
} from './catalogue'
import { createSubscription, subscriptionStart } from './new-subscriptions'
import { check, filter, flag, listing, momentFilter, paged, passes, text, whole } from './requests'
import {
  cancel,
  cancelRequest,
  findSubscription,
  invoiceListing,
  keep,
  listInvoices,
  listSubscriptions,
  reactivate,
  subscriptionListing,
} from './subscriptions'
import { customerWire, familyWire, itemPriceWire, itemWire, subscriptionWire } from './wire'
import { invoiceWire } from './invoice-wire'

type Call = { desk: Desk; id: string; form: Form }
type Route = (call: Call) => object

const eventListing = z.strictObject({
  ...listing,
  id: filter,
  event_type: filter,
  webhook_status: filter,
  occurred_at: momentFilter,
  start_time: whole.optional(),
  end_time: whole.optional(),
})

const portalRequest = z.strictObject({
  customer: z.strictObject({ id: z.string() }),
  redirect_url: z.url({ protocol: /^https?$/ }).optional(),
  forward_url: z.string().optional(),
})

const estimateRequest = z.strictObject({
  include_delayed_charges: flag.optional(),
  use_existing_balances: flag.optional(),
  ignore_scheduled_cancellation: flag.optional(),
  ignore_scheduled_changes: flag.optional(),
})

const keepRequest = z.strictObject({ billing_cycles: whole.optional() })

const reactivateRequest = z.strictObject({ invoice_immediately: flag.optional(), trial_end: whole.optional() })

function listEvents({ desk, form }: Call): object {
  const query = check(eventListing, form)
  const found = desk.state.chargebee.events
    .filter((event) => passes(query.id, event.id) && passes(query.event_type, event.type))
    .filter((event) => query.occurred_at?.(event.occurredAt) ?? true)
    .map((event) => ({ event: eventWire(desk, event) }))
    .filter(({ event }) => passes(query.webhook_status, event.webhook_status))
  return paged(found.toReversed(), query)
}

function openPortal({ desk, form }: Call): object {
  const { customer, redirect_url } = check(portalRequest, form)
  const { id } = presentCustomer(desk, customer.id)
  const portal = {
    id: newId('portal_', 20),
    token: newId('', 40),
    customer: id,
    redirectUrl: redirect_url ?? null,
    created: desk.now(),
  }
  desk.state.chargebee.portals[portal.token] = portal
  desk.changed()
  return { portal_session: portalWire(desk, portal) }
}

/** A subscription and whose it is: the answer of most calls about one. */
function together(desk: Desk, id: string): object {
  const subscription = findSubscription(desk, id)
  return {
    subscription: subscriptionWire(desk, subscription),
    customer: customerWire(findCustomer(desk, subscription.customer)),
  }
}

/** Every call that the stand-in knows, by method and path; `:id` is one part of the path. */
export const routes: Record<string, Route> = {
  'POST /item_families': ({ desk, form }) => ({
    item_family: familyWire(createFamily(desk, check(familyFields, form))),
  }),
  'POST /items': ({ desk, form }) => ({ item: itemWire(createItem(desk, check(itemFields, form))) }),
  'GET /items/:id': ({ desk, id }) => itemById(desk, id),
  'GET /item_prices': ({ desk, form }) => {
    const query = check(itemPriceListing, form)
    return paged(listItemPrices(desk, query), query)
  },
  'POST /item_prices': ({ desk, form }) => ({
    item_price: itemPriceWire(createItemPrice(desk, check(itemPriceFields, form))),
  }),
  'GET /item_prices/:id': ({ desk, id }) => itemPriceById(desk, id),
  'POST /item_prices/:id': ({ desk, id, form }) => ({
    item_price: itemPriceWire(updateItemPrice(desk, id, check(itemPriceUpdate, form))),
  }),
  'GET /customers': ({ desk, form }) => {
    const query = check(customerListing, form)
    return paged(listCustomers(desk, query), query)
  },
  'POST /customers': ({ desk, form }) => ({
    customer: customerWire(createCustomer(desk, check(customerFields, form))),
  }),
  'GET /customers/:id': ({ desk, id }) => ({ customer: customerWire(findCustomer(desk, id)) }),
  'POST /customers/:id': ({ desk, id, form }) => ({
    customer: customerWire(changeCustomer(desk, presentCustomer(desk, id), check(customerFields, form))),
  }),
  'POST /customers/:id/delete': ({ desk, id, form }) => {
    check(customerEnd, form)
    return { customer: customerWire(deleteCustomer(desk, id)) }
  },
  'POST /hosted_pages/checkout_new_for_items': ({ desk, form }) => ({
    hosted_page: pageWire(desk, createPage(desk, check(pageRequest, form))),
  }),
  'GET /hosted_pages/:id': ({ desk, id }) => ({ hosted_page: pageWire(desk, findPage(desk, id)) }),
  'POST /hosted_pages/:id/acknowledge': ({ desk, id }) => ({ hosted_page: pageWire(desk, acknowledge(desk, id)) }),
  'POST /customers/:id/subscription_for_items': ({ desk, id, form }) => {
    const { subscription, invoice } = createSubscription(desk, id, check(subscriptionStart, form))
    return { ...together(desk, subscription.id), ...(invoice && { invoice: invoiceWire(desk, invoice) }) }
  },
  'GET /subscriptions': ({ desk, form }) => {
    const query = check(subscriptionListing, form)
    const { list, ...rest } = paged(listSubscriptions(desk, query), query)
    return { list: list.map(({ id }) => together(desk, id)), ...rest }
  },
  'GET /subscriptions/:id': ({ desk, id }) => together(desk, id),
  'POST /subscriptions/:id/cancel_for_items': ({ desk, id, form }) => {
    cancel(desk, findSubscription(desk, id), check(cancelRequest, form))
    return together(desk, id)
  },
  'POST /subscriptions/:id/remove_scheduled_cancellation': ({ desk, id, form }) => {
    check(keepRequest, form)
    keep(desk, findSubscription(desk, id))
    return together(desk, id)
  },
  'POST /subscriptions/:id/reactivate': ({ desk, id, form }) => {
    check(reactivateRequest, form)
    const invoice = reactivate(desk, findSubscription(desk, id))
    return { ...together(desk, id), invoice: invoiceWire(desk, invoice) }
  },
  'POST /subscriptions/:id/update_for_items': ({ desk, id, form }) => {
    updateForItems(desk, findSubscription(desk, id), check(itemsUpdate, form))
    return together(desk, id)
  },
  'POST /subscriptions/:id/pause': ({ desk, id, form }) => {
    pause(desk, findSubscription(desk, id), check(pauseRequest, form))
    return together(desk, id)
  },
  'POST /subscriptions/:id/resume': ({ desk, id, form }) => {
    resume(desk, findSubscription(desk, id), check(resumeRequest, form))
    return together(desk, id)
  },
  'GET /subscriptions/:id/renewal_estimate': ({ desk, id, form }) => {
    const { ignore_scheduled_cancellation: ignoresEnd = false } = check(estimateRequest, form)
    return { estimate: renewalEstimate(desk, findSubscription(desk, id), ignoresEnd) }
  },
  'POST /coupons/create_for_items': ({ desk, form }) => ({
    coupon: couponWire(createCoupon(desk, check(couponRequest, form))),
  }),
  'GET /coupons/:id': ({ desk, id }) => ({ coupon: couponWire(findCoupon(desk, id)) }),
  'POST /promotional_credits/add': ({ desk, form }) => changeCredits(desk, 'add', check(creditRequest, form)),
  'POST /promotional_credits/deduct': ({ desk, form }) => changeCredits(desk, 'deduct', check(creditRequest, form)),
  'POST /promotional_credits/set': ({ desk, form }) => changeCredits(desk, 'set', check(creditRequest, form)),
  'POST /portal_sessions': openPortal,
  'GET /invoices': ({ desk, form }) => {
    const query = check(invoiceListing, form)
    return paged(listInvoices(desk, query), query)
  },
  'GET /invoices/:id': ({ desk, id }) => ({ invoice: invoiceWire(desk, findInvoice(desk, id)) }),
  'POST /invoices/:id/refund': ({ desk, id, form }) => refund(desk, findInvoice(desk, id), check(refundRequest, form)),
  'POST /invoices/:id/write_off': ({ desk, id, form }) => {
    check(z.strictObject({ comment: text(300) }), form)
    return writeOff(desk, findInvoice(desk, id))
  },
  'POST /invoices/:id/pdf': ({ desk, id, form }) => {
    check(z.strictObject({ disposition_type: z.string().optional() }), form)
    return { download: documentOf(desk, findInvoice(desk, id)) }
  },
  'GET /events': listEvents,
  'GET /webhook_endpoints': ({ desk, form }) =>
    paged([{ webhook_endpoint: webhookEndpointWire(desk) }], check(z.strictObject(listing), form)),
}
