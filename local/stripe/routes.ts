import type { ZodType } from 'zod'
import * as z from 'zod'
import { flag } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import type { Form } from '@/local/vendors/form'
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
import { expanded, paged } from './paging-and-expansion'
import { createSubscription, subscriptionStart } from './new-subscriptions'
import { couponRequest, couponWire, createCoupon, createTaxRate, taxRateRequest, taxRateWire } from './discounts'
import {
  createInvoiceItem,
  createSchedule,
  invoiceItemListing,
  invoiceItemRequest,
  listInvoiceItems,
  scheduleRequest,
} from './invoice-items'
import { check, expand, listing, ApiError } from './requests'
import { createPrice, listPrices, priceById, priceFields, priceListing, priceWire } from './catalogue'
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

type Call = { context: Context; id: string; form: Form; version: string | undefined }
type Route = (call: Call) => object

const only = z.strictObject({ expand })

function one<P extends { expand?: string[] }>(schema: ZodType<P>, run: (call: Call, params: P) => object): Route {
  return (call) => {
    const params = check(schema, call.form)
    return expanded(call.context, run(call, params), params.expand)
  }
}

type Paging = { limit: number; expand?: string[] }

function many<P extends Paging>(
  url: string,
  schema: ZodType<P>,
  run: (context: Context, params: P) => object[],
): Route {
  return ({ context, form }) => {
    const params = check(schema, form)
    return expanded(context, paged(url, run(context, params), params), params.expand)
  }
}

/** Stripe refuses to list objects of an unknown customer. */
const ofCustomer =
  <Q extends { customer?: string }>(list: (context: Context, query: Q) => object[]) =>
  (context: Context, query: Q) => {
    if (query.customer !== undefined) findCustomer(context, query.customer, 'customer')
    return list(context, query)
  }

const eventListing = z.strictObject({
  ...listing,
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  delivery_success: flag.optional(),
})

const portalRequest = z.strictObject({ customer: z.string(), return_url: z.url().optional(), expand })

function listEvents(context: Context, query: z.infer<typeof eventListing>): object[] {
  return context.state.stripe.events
    .map((event) => eventWire(context, event))
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

function openPortal({ context }: Call, { customer, return_url }: z.infer<typeof portalRequest>): object {
  findCustomer(context, customer, 'customer')
  const portal = { id: newId('bps_'), customer, returnUrl: return_url ?? null, created: context.now() }
  context.state.stripe.portals[portal.id] = portal
  context.changed()
  return portalWire(context, portal)
}

/** For the mobile SDKs, which send their own API version. */
function ephemeralKey({ context, version }: Call, { customer }: { customer: string }): object {
  if (!version || !/^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version)) {
    throw new ApiError(400, 'This method requires an API version to be set with the Stripe-Version header.')
  }
  findCustomer(context, customer, 'customer')
  const created = context.now()
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

/** Every supported call by method and path. */
export const routes: Record<string, Route> = {
  'GET /v1/prices': many('/v1/prices', priceListing, listPrices),
  'POST /v1/prices': one(priceFields, ({ context }, fields) => priceWire(createPrice(context, fields))),
  'GET /v1/prices/:id': one(only, ({ context, id }) => priceById(context, id)),
  'GET /v1/customers': many('/v1/customers', customerListing, listCustomers),
  'POST /v1/customers': one(customerFields, ({ context }, fields) => customerWire(createCustomer(context, fields))),
  'GET /v1/customers/:id': one(only, ({ context, id }) => customerWire(findCustomer(context, id))),
  'POST /v1/customers/:id': one(customerFields, ({ context, id }, fields) =>
    customerWire(updateCustomer(context, id, fields)),
  ),
  'DELETE /v1/customers/:id': one(only, ({ context, id }) => customerWire(deleteCustomer(context, id))),
  'GET /v1/checkout/sessions': many('/v1/checkout/sessions', sessionListing, ofCustomer(listSessions)),
  'POST /v1/checkout/sessions': one(sessionRequest, ({ context }, request) =>
    sessionWire(context, createSession(context, request)),
  ),
  'GET /v1/checkout/sessions/:id': one(only, ({ context, id }) => sessionWire(context, findSession(context, id))),
  'POST /v1/checkout/sessions/:id/expire': one(only, ({ context, id }) =>
    sessionWire(context, expireSession(context, id)),
  ),
  'GET /v1/subscriptions': many('/v1/subscriptions', subscriptionListing, ofCustomer(listSubscriptions)),
  'POST /v1/subscriptions': one(subscriptionStart, ({ context }, request) => createSubscription(context, request)),
  'GET /v1/subscriptions/:id': one(only, ({ context, id }) => subscriptionWire(context, findSubscription(context, id))),
  'POST /v1/subscriptions/:id': one(subscriptionUpdate, ({ context, id }, change) =>
    updateSubscription(context, id, change),
  ),
  'DELETE /v1/subscriptions/:id': one(subscriptionEnd, ({ context, id }) => endSubscription(context, id)),
  'POST /v1/ephemeral_keys': one(z.strictObject({ customer: z.string(), expand }), ephemeralKey),
  'POST /v1/billing_portal/sessions': one(portalRequest, openPortal),
  'GET /v1/invoices': many('/v1/invoices', invoiceListing, ofCustomer(listInvoices)),
  'POST /v1/invoices/create_preview': one(previewRequest, ({ context }, request) => previewInvoice(context, request)),
  'GET /v1/invoiceitems': many('/v1/invoiceitems', invoiceItemListing, ofCustomer(listInvoiceItems)),
  'POST /v1/invoiceitems': one(invoiceItemRequest, ({ context }, request) => createInvoiceItem(context, request)),
  'POST /v1/coupons': one(couponRequest, ({ context }, request) => couponWire(createCoupon(context, request))),
  'POST /v1/tax_rates': one(taxRateRequest, ({ context }, request) => taxRateWire(createTaxRate(context, request))),
  'POST /v1/subscription_schedules': one(scheduleRequest, ({ context }, request) => createSchedule(context, request)),
  'GET /v1/invoices/:id': one(only, ({ context, id }) => invoiceWire(context, findInvoice(context, id))),
  'POST /v1/invoices/:id/finalize': one(finalRequest, ({ context, id }) => finalizeInvoice(context, id)),
  'POST /v1/invoices/:id/void': one(only, ({ context, id }) => voidInvoice(context, id)),
  'GET /v1/invoice_payments': many('/v1/invoice_payments', paymentListing, listPayments),
  'GET /v1/charges': many('/v1/charges', chargeListing, ofCustomer(listCharges)),
  'GET /v1/refunds': many('/v1/refunds', refundListing, listRefunds),
  'POST /v1/refunds': one(refundRequest, ({ context }, request) => refund(context, request)),
  'GET /v1/events': many('/v1/events', eventListing, listEvents),
  'GET /v1/webhook_endpoints': many('/v1/webhook_endpoints', z.strictObject(listing), (context) => [
    webhookEndpointWire(context),
  ]),
}
