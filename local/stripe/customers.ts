/** Customers, portal sessions and keys for the mobile SDKs. */
import type { Stripe } from 'stripe'
import { type Context, newId } from '@/local/vendors/context'
import type { Customer } from './records'
import { ApiError, merged, missing, missingParam, type Wire } from './requests'

export function createCustomer(context: Context, fields: Stripe.CustomerCreateParams): Customer {
  const customer: Customer = {
    id: newId('cus_', 14),
    email: fields.email ?? null,
    metadata: merged({}, fields.metadata),
    created: context.now(),
    deleted: false,
  }
  context.state.stripe.customers[customer.id] = customer
  context.changed()
  return customer
}

export function findCustomer(context: Context, id: string): Customer {
  const customer = context.state.stripe.customers[id]
  if (!customer) throw missing('customer', id)
  return customer
}

/** @throws {ApiError} 400 for a parameter that names no customer, or a deleted one */
export function assertCustomer(context: Context, id: string): void {
  const customer = context.state.stripe.customers[id]
  if (!customer || customer.deleted) throw missingParam('customer', id, 'customer')
}

export function updateCustomer(context: Context, id: string, fields: Stripe.CustomerUpdateParams): Customer {
  const customer = findCustomer(context, id)
  if (customer.deleted) throw missing('customer', id)
  if (fields.email !== undefined) customer.email = fields.email || null
  customer.metadata = merged(customer.metadata, fields.metadata)
  context.changed()
  return customer
}

export const listCustomers = (context: Context): object[] =>
  Object.values(context.state.stripe.customers)
    .filter((one) => !one.deleted)
    .toReversed()
    .map(customerWire)

export const customerWire = ({ id, email, metadata, created, deleted }: Customer): object =>
  deleted
    ? { id, object: 'customer', deleted }
    : ({ id, object: 'customer', balance: 0, created, discount: null, email, metadata } satisfies Wire<Stripe.Customer>)

export function openPortal(context: Context, request: Stripe.BillingPortal.SessionCreateParams): object {
  const { customer = '', return_url: returnUrl = null } = request
  assertCustomer(context, customer)
  const portal = { id: newId('bps_'), customer, returnUrl, created: context.now() }
  context.state.stripe.portals[portal.id] = portal
  context.changed()
  return {
    id: portal.id,
    object: 'billing_portal.session',
    customer,
    return_url: returnUrl,
    url: `${context.settings.origin}/portal/stripe/${portal.id}`,
  } satisfies Wire<Stripe.BillingPortal.Session>
}

/** The mobile SDKs send their own API version. */
export function createEphemeralKey(context: Context, customer: string, version: string | undefined): object {
  if (!version) {
    throw new ApiError(400, 'This method requires an API version to be set with the Stripe-Version header.')
  }
  assertCustomer(context, customer)
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
