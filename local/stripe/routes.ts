import type { ZodType } from 'zod'
import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import type { Form } from '@/local/vendors/routing'
import {
  createCustomer,
  customerFields,
  customerListing,
  customerWire,
  deleteCustomer,
  findCustomer,
  listCustomers,
  portalWire,
  updateCustomer,
} from './customers'
import { eventWire, webhookEndpointWire } from './events'
import {
  finalizeInvoice,
  finalRequest,
  findInvoice,
  invoiceListing,
  listInvoices,
  previewInvoice,
  previewRequest,
  voidInvoice,
} from './invoices'
import {
  chargeListing,
  listCharges,
  listPayments,
  listRefunds,
  paymentListing,
  refund,
  refundListing,
  refundRequest,
} from './payments'
import { expanded, paged } from './lists'
import { createSubscription, subscriptionStart } from './new-subscriptions'
import {
  couponRequest,
  couponWire,
  createCoupon,
  createTaxRate,
  findCoupon,
  taxRateRequest,
  taxRateWire,
} from './discounts'
import {
  createInvoiceItem,
  createSchedule,
  deleteInvoiceItem,
  findSchedule,
  invoiceItemListing,
  invoiceItemRequest,
  listInvoiceItems,
  releaseSchedule,
  scheduleRequest,
  scheduleUpdate,
  scheduleWire,
  updateSchedule,
} from './adjustments'
import { check, expand, flag, listing, missing, Refusal } from './requests'
import {
  createPrice,
  createProduct,
  listPrices,
  listProducts,
  priceById,
  priceFields,
  priceListing,
  priceUpdate,
  priceWire,
  productById,
  productFields,
  productListing,
  productWire,
  updatePrice,
} from './catalogue'
import {
  createSession,
  expireSession,
  findSession,
  listSessions,
  sessionListing,
  sessionRequest,
  sessionWire,
} from './checkout-sessions'
import {
  endSubscription,
  findSubscription,
  listSubscriptions,
  subscriptionEnd,
  subscriptionListing,
  subscriptionUpdate,
  updateSubscription,
} from './subscriptions'
import { invoiceWire } from './invoice-wire'
import { subscriptionWire } from './subscription-wire'

/** A call as the routes see it; `version` is the `Stripe-Version` header. */
type Call = { desk: Desk; id: string; form: Form; version: string | undefined }
type Route = (call: Call) => object

const only = z.strictObject({ expand })

/** A route that answers with one object, expanded as the call asks. */
function one<P extends { expand?: string[] }>(schema: ZodType<P>, run: (call: Call, params: P) => object): Route {
  return (call) => {
    const params = check(schema, call.form)
    return expanded(call.desk, run(call, params), params.expand)
  }
}

type Paging = { limit: number; expand?: string[] }

/** A route that answers with a page of a list. */
function many<P extends Paging>(url: string, schema: ZodType<P>, run: (desk: Desk, params: P) => object[]): Route {
  return ({ desk, form }) => {
    const params = check(schema, form)
    return expanded(desk, paged(url, run(desk, params), params), params.expand)
  }
}

/** A list of one customer's, who must be there: Stripe refuses to search for one that it does not know. */
const ofCustomer =
  <Q extends { customer?: string }>(list: (desk: Desk, query: Q) => object[]) =>
  (desk: Desk, query: Q) => {
    if (query.customer !== undefined) findCustomer(desk, query.customer, 'customer')
    return list(desk, query)
  }

const eventListing = z.strictObject({
  ...listing,
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  delivery_success: flag.optional(),
})

const portalRequest = z.strictObject({ customer: z.string(), return_url: z.url().optional(), expand })

function listEvents(desk: Desk, query: z.infer<typeof eventListing>): object[] {
  return desk.state.stripe.events
    .map((event) => eventWire(desk, event))
    .filter(
      ({ type }) =>
        query.type === undefined ||
        new RegExp(`^${query.type.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(type),
    )
    .filter(({ type }) => query.types === undefined || query.types.includes(type))
    .filter(
      (event) => query.delivery_success === undefined || (event.pending_webhooks === 0) === query.delivery_success,
    )
    .toReversed()
}

function openPortal({ desk }: Call, { customer, return_url }: z.infer<typeof portalRequest>): object {
  findCustomer(desk, customer, 'customer')
  const portal = { id: newId('bps_'), customer, returnUrl: return_url ?? null, created: desk.now() }
  desk.state.stripe.portals[portal.id] = portal
  desk.changed()
  return portalWire(desk, portal)
}

/** A key for the mobile SDK: made for that SDK's own API version, which the call must carry. */
function ephemeralKey({ desk, version }: Call, { customer }: { customer: string }): object {
  if (!version || !/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version)) {
    throw new Refusal(400, 'This method requires an API version to be set with the Stripe-Version header.')
  }
  findCustomer(desk, customer, 'customer')
  const created = desk.now()
  return {
    id: newId('ephkey_'),
    object: 'ephemeral_key',
    associated_objects: [{ id: customer, type: 'customer' }],
    created,
    expires: created + 3600,
    livemode: false,
    secret: newId('ek_test_', 64),
  }
}

function eventById({ desk, id }: Call): object {
  const event = desk.state.stripe.events.find((known) => known.id === id)
  if (!event) throw missing('event', id)
  return eventWire(desk, event)
}

/** Every call that the stand-in knows, by method and path; `:id` is one part of the path. */
export const routes: Record<string, Route> = {
  'GET /v1/products': many('/v1/products', productListing, listProducts),
  'POST /v1/products': one(productFields, ({ desk }, fields) => productWire(createProduct(desk, fields))),
  'GET /v1/products/:id': one(only, ({ desk, id }) => productById(desk, id)),
  'GET /v1/prices': many('/v1/prices', priceListing, listPrices),
  'POST /v1/prices': one(priceFields, ({ desk }, fields) => priceWire(createPrice(desk, fields))),
  'GET /v1/prices/:id': one(only, ({ desk, id }) => priceById(desk, id)),
  'POST /v1/prices/:id': one(priceUpdate, ({ desk, id }, change) => priceWire(updatePrice(desk, id, change))),
  'GET /v1/customers': many('/v1/customers', customerListing, listCustomers),
  'POST /v1/customers': one(customerFields, ({ desk }, fields) => customerWire(createCustomer(desk, fields))),
  'GET /v1/customers/:id': one(only, ({ desk, id }) => customerWire(findCustomer(desk, id))),
  'POST /v1/customers/:id': one(customerFields, ({ desk, id }, fields) =>
    customerWire(updateCustomer(desk, id, fields)),
  ),
  'DELETE /v1/customers/:id': one(only, ({ desk, id }) => customerWire(deleteCustomer(desk, id))),
  'GET /v1/checkout/sessions': many('/v1/checkout/sessions', sessionListing, ofCustomer(listSessions)),
  'POST /v1/checkout/sessions': one(sessionRequest, ({ desk }, request) =>
    sessionWire(desk, createSession(desk, request)),
  ),
  'GET /v1/checkout/sessions/:id': one(only, ({ desk, id }) => sessionWire(desk, findSession(desk, id))),
  'POST /v1/checkout/sessions/:id/expire': one(only, ({ desk, id }) => sessionWire(desk, expireSession(desk, id))),
  'GET /v1/checkout/sessions/:id/line_items': one(
    z.strictObject(listing),
    ({ desk, id }) => sessionWire(desk, findSession(desk, id)).line_items,
  ),
  'GET /v1/subscriptions': many('/v1/subscriptions', subscriptionListing, ofCustomer(listSubscriptions)),
  'POST /v1/subscriptions': one(subscriptionStart, ({ desk }, request) => createSubscription(desk, request)),
  'GET /v1/subscriptions/:id': one(only, ({ desk, id }) => subscriptionWire(desk, findSubscription(desk, id))),
  'POST /v1/subscriptions/:id': one(subscriptionUpdate, ({ desk, id }, change) => updateSubscription(desk, id, change)),
  'DELETE /v1/subscriptions/:id': one(subscriptionEnd, ({ desk, id }) => endSubscription(desk, id)),
  'POST /v1/ephemeral_keys': one(z.strictObject({ customer: z.string(), expand }), ephemeralKey),
  'POST /v1/billing_portal/sessions': one(portalRequest, openPortal),
  'GET /v1/invoices': many('/v1/invoices', invoiceListing, ofCustomer(listInvoices)),
  'POST /v1/invoices/create_preview': one(previewRequest, ({ desk }, request) => previewInvoice(desk, request)),
  'GET /v1/invoiceitems': many('/v1/invoiceitems', invoiceItemListing, ofCustomer(listInvoiceItems)),
  'POST /v1/invoiceitems': one(invoiceItemRequest, ({ desk }, request) => createInvoiceItem(desk, request)),
  'DELETE /v1/invoiceitems/:id': one(only, ({ desk, id }) => deleteInvoiceItem(desk, id)),
  'POST /v1/coupons': one(couponRequest, ({ desk }, request) => couponWire(createCoupon(desk, request))),
  'GET /v1/coupons/:id': one(only, ({ desk, id }) => couponWire(findCoupon(desk, id))),
  'POST /v1/tax_rates': one(taxRateRequest, ({ desk }, request) => taxRateWire(createTaxRate(desk, request))),
  'POST /v1/subscription_schedules': one(scheduleRequest, ({ desk }, request) => createSchedule(desk, request)),
  'GET /v1/subscription_schedules/:id': one(only, ({ desk, id }) => scheduleWire(desk, findSchedule(desk, id))),
  'POST /v1/subscription_schedules/:id': one(scheduleUpdate, ({ desk, id }, change) =>
    updateSchedule(desk, id, change),
  ),
  'POST /v1/subscription_schedules/:id/release': one(only, ({ desk, id }) => releaseSchedule(desk, id)),
  'GET /v1/invoices/:id': one(only, ({ desk, id }) => invoiceWire(desk, findInvoice(desk, id))),
  'POST /v1/invoices/:id/finalize': one(finalRequest, ({ desk, id }) => finalizeInvoice(desk, id)),
  'POST /v1/invoices/:id/void': one(only, ({ desk, id }) => voidInvoice(desk, id)),
  'GET /v1/invoice_payments': many('/v1/invoice_payments', paymentListing, listPayments),
  'GET /v1/charges': many('/v1/charges', chargeListing, ofCustomer(listCharges)),
  'GET /v1/refunds': many('/v1/refunds', refundListing, listRefunds),
  'POST /v1/refunds': one(refundRequest, ({ desk }, request) => refund(desk, request)),
  'GET /v1/events': many('/v1/events', eventListing, listEvents),
  'GET /v1/events/:id': one(only, eventById),
  'GET /v1/webhook_endpoints': many('/v1/webhook_endpoints', z.strictObject(listing), (desk) => [
    webhookEndpointWire(desk),
  ]),
}
