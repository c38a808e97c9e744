/** Customers and portal sessions. */
import type { Customer as SdkCustomer, PortalSession as SdkPortal } from 'chargebee'
import { type Context, newId } from '@/local/vendors/context'
import { nextVersion } from './events'
import type { Customer } from './records'
import { ApiError, missing } from './requests'

type Fields = { id?: string; email?: string }

export function createCustomer(context: Context, { id = newId('', 16), email }: Fields): Customer {
  const { customers } = context.state.chargebee
  if (customers[id]) throw new ApiError(400, 'duplicate_entry', `The value ${id} is already present.`)
  const customer: Customer = { id, email, created: context.now(), version: nextVersion(context) }
  customers[id] = customer
  context.changed()
  return customer
}

export function changeCustomer(context: Context, id: string, { email }: Fields): Customer {
  const customer = activeCustomer(context, id)
  customer.email = email ?? customer.email
  customer.version = nextVersion(context)
  context.changed()
  return customer
}

export function findCustomer(context: Context, id: string): Customer {
  const customer = context.state.chargebee.customers[id]
  if (!customer) throw missing('customer', id)
  return customer
}

/** Deleted customers can only be read. */
export function activeCustomer(context: Context, id: string): Customer {
  const found = findCustomer(context, id)
  if (found.deleted) throw missing('customer', id)
  return found
}

export const customerWire = ({ id, email, created, version, deleted = false }: Customer) =>
  ({
    id,
    email,
    auto_collection: 'on',
    net_term_days: 0,
    created_at: created,
    resource_version: version,
    deleted,
    promotional_credits: 0,
    refundable_credits: 0,
    excess_payments: 0,
    unbilled_charges: 0,
  }) satisfies Partial<SdkCustomer>

type PortalRequest = { customer: { id: string }; redirect_url?: string | null }

export function openPortal(context: Context, { customer, redirect_url: redirectUrl = null }: PortalRequest) {
  const { id } = activeCustomer(context, customer.id)
  const portal = { id: newId('portal_', 20), token: newId('', 40), customer: id, redirectUrl, created: context.now() }
  context.state.chargebee.portals[portal.token] = portal
  context.changed()
  return {
    id: portal.id,
    token: portal.token,
    access_url: `${context.settings.origin}/portal/chargebee/${portal.token}`,
    status: 'created',
    created_at: portal.created,
    customer_id: id,
  } satisfies Partial<SdkPortal>
}
