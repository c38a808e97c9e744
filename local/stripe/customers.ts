/** Customers and portal sessions. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Context, newId } from '@/local/vendors/context'
import { discountOf, discountWire } from './discounts'
import { emit } from './events'
import type { Customer, PortalSession } from './records'
import { expand, listing, merged, metadata, missing, missingParam, signed, type Wire } from './requests'
import { endSubscription } from './subscriptions'

const text = z
  .string()
  .max(512)
  .transform((value) => value || null)

export const customerFields = z.strictObject({
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
  description: text.optional(),
  balance: signed.optional(),
  coupon: z.string().optional(),
  metadata: metadata.optional(),
  expand,
})

type Fields = z.infer<typeof customerFields>

export function createCustomer(context: Context, { metadata: given, ...fields }: Fields): Customer {
  const customer: Customer = {
    id: newId('cus_', 14),
    email: fields.email ?? null,
    name: fields.name ?? null,
    phone: fields.phone ?? null,
    description: fields.description ?? null,
    ...(fields.balance !== undefined && { balance: fields.balance }),
    metadata: merged({}, given),
    created: context.now(),
    deleted: false,
  }
  context.state.stripe.customers[customer.id] = customer
  context.changed()
  return customer
}

/** @param param named in the error; deleted customers are found by `id` only */
export function findCustomer(context: Context, id: string, param = 'id'): Customer {
  const customer = context.state.stripe.customers[id]
  if (param === 'id' && !customer) throw missing('customer', id)
  if (!customer || (customer.deleted && param !== 'id')) throw missingParam('customer', id, param)
  return customer
}

export function updateCustomer(context: Context, id: string, fields: Fields): Customer {
  const customer = findCustomer(context, id)
  if (customer.deleted) throw missing('customer', id)
  for (const name of ['email', 'name', 'phone', 'description'] as const) {
    const value = fields[name]
    if (value !== undefined) customer[name] = value
  }
  customer.metadata = merged(customer.metadata, fields.metadata)
  if (fields.balance !== undefined) customer.balance = fields.balance
  if (fields.coupon !== undefined) {
    customer.discount = fields.coupon
      ? discountOf(context, { coupon: fields.coupon, customer: id, subscription: null })
      : undefined
  }
  context.changed()
  if ((fields.balance ?? fields.coupon) !== undefined) emit(context, 'customer.updated', customerWire(customer))
  return customer
}

export function deleteCustomer(context: Context, id: string): Customer {
  const customer = findCustomer(context, id)
  for (const one of Object.values(context.state.stripe.subscriptions)) {
    if (one.customer === id && one.term.endedAt === null) endSubscription(context, one.id)
  }
  customer.deleted = true
  context.changed()
  emit(context, 'customer.deleted', { ...customerWire({ ...customer, deleted: false }) })
  return customer
}

export const customerListing = z.strictObject({ ...listing, email: z.string().optional() })

export function listCustomers(context: Context, query: z.infer<typeof customerListing>): object[] {
  return Object.values(context.state.stripe.customers)
    .filter((one) => !one.deleted && (query.email === undefined || one.email === query.email))
    .toReversed()
    .map(customerWire)
}

export const customerWire = (customer: Customer) =>
  customer.deleted
    ? { id: customer.id, object: 'customer', deleted: true }
    : ({
        id: customer.id,
        object: 'customer',
        address: null,
        balance: customer.balance ?? 0,
        created: customer.created,
        currency: null,
        default_source: null,
        delinquent: false,
        description: customer.description,
        discount: customer.discount ? discountWire(customer.discount) : null,
        email: customer.email,
        invoice_prefix: customer.id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: customer.metadata,
        name: customer.name,
        next_invoice_sequence: 1,
        phone: customer.phone,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      } satisfies Wire<Stripe.Customer>)

export const portalWire = (context: Context, portal: PortalSession) =>
  ({
    id: portal.id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: portal.created,
    customer: portal.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: portal.returnUrl,
    url: `${context.settings.origin}/portal/stripe/${portal.id}`,
  }) satisfies Wire<Stripe.BillingPortal.Session>
