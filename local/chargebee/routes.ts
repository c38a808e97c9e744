import * as z from 'zod'
import { offerByItemPrice, offers } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import type { Form } from '@/local/vendors/form'
import { newId } from '@/local/vendors/ids'
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
import { eventWire } from './events'
import { acknowledge, createPage, findPage, pageRequest } from './hosted-pages'
import { documentOf, findInvoice, refund, refundRequest, writeOff } from './invoices'
import { check, filter, flag, listing, momentFilter, paged, passes, text, whole } from './params'
import { missing } from './refusal'
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
import { itemId, itemPriceWire } from './catalogue-wire'
import { invoiceWire } from './invoice-wire'
import { pageWire, portalWire } from './page-wire'
import { customerWire, subscriptionWire } from './subscription-wire'
import { webhookEndpointWire } from './webhook-endpoint-wire'

type Call = { desk: Desk; id: string; form: Form }
type Route = (call: Call) => object

const itemPriceListing = z.strictObject({
  ...listing,
  id: filter,
  item_id: filter,
  item_type: filter,
  currency_code: filter,
  status: filter,
})

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

const keepRequest = z.strictObject({ billing_cycles: whole.optional() })

const reactivateRequest = z.strictObject({ invoice_immediately: flag.optional(), trial_end: whole.optional() })

function listItemPrices({ form }: Call): object {
  const query = check(itemPriceListing, form)
  const found = offers
    .filter((offer) => passes(query.id, offer.itemPriceId) && passes(query.item_id, itemId(offer)))
    .filter((offer) => passes(query.currency_code, offer.currency))
    .filter(() => passes(query.item_type, 'plan') && passes(query.status, 'active'))
  return paged(
    found.map((offer) => ({ item_price: itemPriceWire(offer) })),
    query,
  )
}

function itemPriceById({ id }: Call): object {
  const offer = offerByItemPrice(id)
  if (!offer) throw missing('item_price', id)
  return { item_price: itemPriceWire(offer) }
}

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
    subscription: subscriptionWire(subscription, desk.now()),
    customer: customerWire(findCustomer(desk, subscription.customer)),
  }
}

/** Every call that the stand-in knows, by method and path; `:id` is one part of the path. */
export const routes: Record<string, Route> = {
  'GET /item_prices': listItemPrices,
  'GET /item_prices/:id': itemPriceById,
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
    return { ...together(desk, id), invoice: invoiceWire(invoice) }
  },
  'POST /portal_sessions': openPortal,
  'GET /invoices': ({ desk, form }) => {
    const query = check(invoiceListing, form)
    return paged(listInvoices(desk, query), query)
  },
  'GET /invoices/:id': ({ desk, id }) => ({ invoice: invoiceWire(findInvoice(desk, id)) }),
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
