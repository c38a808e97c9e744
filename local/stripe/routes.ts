/** Every call that the product or its tests make, by method and path. */
import type { Context } from '@/local/vendors/context'
import { decoded, type Form } from '@/local/vendors/form'
import { createPrice, findProduct, getOffer, listPrices, priceWire } from './catalogue'
import { createSession, expireSession, findSession, listSessions, sessionWire } from './checkout-sessions'
import {
  assertCustomer,
  createCustomer,
  createEphemeralKey,
  customerWire,
  findCustomer,
  listCustomers,
  openPortal,
  updateCustomer,
} from './customers'
import { listEvents, webhookEndpointWire } from './events'
import { finalizeInvoice, findInvoice, invoiceWire, listInvoices, previewInvoice, voidInvoice } from './invoices'
import { intentOf, intentWire, listCharges, listPayments, listRefunds, paymentsOf, refund } from './payments'
import { list, paged, type Listing } from './requests'
import {
  createSubscription,
  deleteCustomer,
  endSubscription,
  findSubscription,
  listSubscriptions,
  subscriptionWire,
  updateSubscription,
} from './subscriptions'

type Call = { context: Context; id: string; form: Form; version: string | undefined }
type Route = (call: Call) => object

const one =
  <P>(run: (context: Context, params: P, call: Call) => object): Route =>
  (call) => {
    const params = decoded<P & { expand?: string[] }>(call.form)
    return expanded(call.context, run(call.context, params, call), params.expand)
  }

/** Stripe refuses to list objects of an unknown customer. */
const many = <P>(url: string, run: (context: Context, params: P) => object[]): Route =>
  one<P & Listing & { customer?: string }>((context, params) => {
    if (params.customer !== undefined) assertKnown(context, params.customer)
    return paged(url, run(context, params), params)
  })

function assertKnown(context: Context, customer: string): void {
  if (!context.state.stripe.customers[customer]?.deleted) assertCustomer(context, customer)
}

function lookUp(context: Context, id: string): object | undefined {
  const { customers, invoices } = context.state.stripe
  if (customers[id]) return customerWire(customers[id])
  if (invoices[id]) return invoiceWire(context, invoices[id])
  const paidBy = Object.values(invoices).find((invoice) => intentOf(invoice) === id)
  return paidBy ? intentWire(paidBy) : findProduct(context, id)
}

/** Replaces ids by objects, as for `product` or `data.payment.payment_intent`. */
function expanded(context: Context, object: object, paths: readonly string[] = []): object {
  const copy = structuredClone(object)
  for (const path of paths) expandPath(context, copy, path.split('.'))
  return copy
}

function expandPath(context: Context, at: unknown, [name = '', ...rest]: string[]): void {
  if (Array.isArray(at)) for (const each of at) expandPath(context, each, [name, ...rest])
  if (typeof at !== 'object' || at === null || Array.isArray(at)) return
  const fields = at as Record<string, unknown>
  const invoice = name === 'payments' && context.state.stripe.invoices[String(fields.id)]
  if (invoice) fields.payments = list('/v1/invoice_payments', paymentsOf(invoice))
  const value = fields[name]
  if (typeof value === 'string') fields[name] = lookUp(context, value) ?? value
  if (rest.length > 0) expandPath(context, fields[name], rest)
}

export const routes: Record<string, Route> = {
  'GET /v1/prices': many('/v1/prices', listPrices),
  'POST /v1/prices': one((context, params: Parameters<typeof createPrice>[1]) =>
    priceWire(createPrice(context, params)),
  ),
  'GET /v1/prices/:id': one((context, _, { id }) => priceWire(getOffer(context, id))),
  'GET /v1/customers': many('/v1/customers', listCustomers),
  'POST /v1/customers': one((context, params: Parameters<typeof createCustomer>[1]) =>
    customerWire(createCustomer(context, params)),
  ),
  'GET /v1/customers/:id': one((context, _, { id }) => customerWire(findCustomer(context, id))),
  'POST /v1/customers/:id': one((context, params: Parameters<typeof updateCustomer>[2], { id }) =>
    customerWire(updateCustomer(context, id, params)),
  ),
  'DELETE /v1/customers/:id': one((context, _, { id }) => customerWire(deleteCustomer(context, id))),
  'GET /v1/checkout/sessions': many('/v1/checkout/sessions', (context, { customer }: { customer?: string }) =>
    listSessions(context)
      .filter((session) => session.customer === customer)
      .map((session) => sessionWire(context, session)),
  ),
  'POST /v1/checkout/sessions': one((context, params: Parameters<typeof createSession>[1]) =>
    sessionWire(context, createSession(context, params)),
  ),
  'GET /v1/checkout/sessions/:id': one((context, _, { id }) => sessionWire(context, findSession(context, id))),
  'POST /v1/checkout/sessions/:id/expire': one((context, _, { id }) =>
    sessionWire(context, expireSession(context, id)),
  ),
  'GET /v1/subscriptions': many('/v1/subscriptions', listSubscriptions),
  'POST /v1/subscriptions': one((context, params: Parameters<typeof createSubscription>[1]) =>
    subscriptionWire(context, createSubscription(context, params)),
  ),
  'GET /v1/subscriptions/:id': one((context, _, { id }) => subscriptionWire(context, findSubscription(context, id))),
  'POST /v1/subscriptions/:id': one((context, params: Parameters<typeof updateSubscription>[2], { id }) =>
    subscriptionWire(context, updateSubscription(context, id, params)),
  ),
  'DELETE /v1/subscriptions/:id': one((context, _, { id }) => subscriptionWire(context, endSubscription(context, id))),
  'POST /v1/ephemeral_keys': one((context, { customer }: { customer: string }, { version }) =>
    createEphemeralKey(context, customer, version),
  ),
  'POST /v1/billing_portal/sessions': one(openPortal),
  'GET /v1/invoices': many<Parameters<typeof listInvoices>[1]>('/v1/invoices', (context, params) => {
    if (params.customer !== undefined) assertCustomer(context, params.customer)
    return listInvoices(context, params)
  }),
  'POST /v1/invoices/create_preview': one(previewInvoice),
  // Nothing here adds such items.
  'GET /v1/invoiceitems': many('/v1/invoiceitems', () => []),
  'GET /v1/invoices/:id': one((context, _, { id }) => invoiceWire(context, findInvoice(context, id))),
  'POST /v1/invoices/:id/finalize': one((context, _, { id }) => invoiceWire(context, finalizeInvoice(context, id))),
  'POST /v1/invoices/:id/void': one((context, _, { id }) => invoiceWire(context, voidInvoice(context, id))),
  'GET /v1/invoice_payments': many('/v1/invoice_payments', listPayments),
  'GET /v1/charges': many('/v1/charges', listCharges),
  'GET /v1/refunds': many('/v1/refunds', listRefunds),
  'POST /v1/refunds': one(refund),
  'GET /v1/events': many('/v1/events', listEvents),
  'GET /v1/webhook_endpoints': many('/v1/webhook_endpoints', (context) => [webhookEndpointWire(context)]),
}
