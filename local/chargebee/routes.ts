/** Every call that the product or its tests make, by method and path. */
import type { Context } from '@/local/vendors/context'
import { decoded, type Form } from '@/local/vendors/form'
import { createItemPrice, getOffer, itemPriceWire, listItemPrices } from './catalogue'
import { changeCustomer, createCustomer, customerWire, findCustomer, openPortal } from './customers'
import { listEvents, webhookEndpointWire } from './events'
import { createPage, findPage, pageWire } from './hosted-pages'
import { documentOf, findInvoice, invoiceWire, listInvoices, refund, writeOff } from './invoices'
import type { Subscription } from './records'
import { paged, type Filter, type Listing } from './requests'
import {
  cancel,
  createSubscription,
  deleteCustomer,
  findSubscription,
  listSubscriptions,
  removeScheduledEnd,
  renewalEstimate,
  subscriptionWire,
} from './subscriptions'

type Call = { context: Context; id: string; form: Form }
type Route = (call: Call) => object

const call =
  <P>(run: (context: Context, params: P, id: string) => object): Route =>
  ({ context, form, id }) =>
    run(context, decoded<P>(form), id)

const withCustomer = (context: Context, subscription: Subscription): object => ({
  subscription: subscriptionWire(context, subscription),
  customer: customerWire(findCustomer(context, subscription.customer)),
})

export const routes: Record<string, Route> = {
  'GET /item_prices': call((context, query: Listing & { item_type?: Filter }) =>
    paged(listItemPrices(context, query.item_type), query),
  ),
  'POST /item_prices': call((context, params: Parameters<typeof createItemPrice>[1]) => ({
    item_price: itemPriceWire(createItemPrice(context, params)),
  })),
  'GET /item_prices/:id': call((context, _, id) => ({ item_price: itemPriceWire(getOffer(context, id)) })),
  'POST /customers': call((context, params: Parameters<typeof createCustomer>[1]) => ({
    customer: customerWire(createCustomer(context, params)),
  })),
  'GET /customers/:id': call((context, _, id) => ({ customer: customerWire(findCustomer(context, id)) })),
  'POST /customers/:id': call((context, params: Parameters<typeof changeCustomer>[2], id) => ({
    customer: customerWire(changeCustomer(context, id, params)),
  })),
  'POST /customers/:id/delete': call((context, _, id) => ({ customer: customerWire(deleteCustomer(context, id)) })),
  'POST /hosted_pages/checkout_new_for_items': call((context, params: Parameters<typeof createPage>[1]) => ({
    hosted_page: pageWire(context, createPage(context, params)),
  })),
  'GET /hosted_pages/:id': call((context, _, id) => ({ hosted_page: pageWire(context, findPage(context, id)) })),
  'POST /customers/:id/subscription_for_items': call((context, params: Parameters<typeof createSubscription>[2], id) =>
    withCustomer(context, createSubscription(context, id, params)),
  ),
  'GET /subscriptions': call((context, query: Listing & Parameters<typeof listSubscriptions>[1]) => {
    const { list, ...rest } = paged(listSubscriptions(context, query), query)
    return { list: list.map((one) => withCustomer(context, one)), ...rest }
  }),
  'GET /subscriptions/:id': call((context, _, id) => withCustomer(context, findSubscription(context, id))),
  'POST /subscriptions/:id/cancel_for_items': call((context, params: Parameters<typeof cancel>[2], id) => {
    const subscription = findSubscription(context, id)
    cancel(context, subscription, params)
    return withCustomer(context, subscription)
  }),
  'POST /subscriptions/:id/remove_scheduled_cancellation': call((context, _, id) => {
    const subscription = findSubscription(context, id)
    removeScheduledEnd(context, subscription)
    return withCustomer(context, subscription)
  }),
  'GET /subscriptions/:id/renewal_estimate': call((context, _, id) => ({
    estimate: renewalEstimate(context, findSubscription(context, id)),
  })),
  'POST /portal_sessions': call((context, params: Parameters<typeof openPortal>[1]) => ({
    portal_session: openPortal(context, params),
  })),
  'GET /invoices': call((context, query: Listing & Parameters<typeof listInvoices>[1]) =>
    paged(listInvoices(context, query), query),
  ),
  'GET /invoices/:id': call((context, _, id) => ({ invoice: invoiceWire(findInvoice(context, id)) })),
  'POST /invoices/:id/refund': call((context, params: Parameters<typeof refund>[2], id) =>
    refund(context, findInvoice(context, id), params),
  ),
  'POST /invoices/:id/write_off': call((context, _, id) => writeOff(context, findInvoice(context, id))),
  'POST /invoices/:id/pdf': call((context, _, id) => ({ download: documentOf(context, findInvoice(context, id)) })),
  'GET /events': call(listEvents),
  'GET /webhook_endpoints': call((context, query: Listing) =>
    paged([{ webhook_endpoint: webhookEndpointWire(context) }], query),
  ),
}
