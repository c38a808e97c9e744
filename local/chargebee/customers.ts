import * as z from 'zod'
import { type Desk, newId } from '@/local/vendors/context'
import { emitAbout, nextVersion } from './events'
import { filter, flag, listing, missing, passes, Refusal, text } from './requests'
import type { Customer } from './records'
import { removeSubscription } from './subscriptions'
import { customerWire } from './wire'

export const customerFields = z.strictObject({
  id: text(50),
  first_name: text(150),
  last_name: text(150),
  email: text(70),
  phone: text(50),
  company: text(250),
  locale: text(50),
  meta_data: z.string().optional(),
})

type Fields = z.infer<typeof customerFields>

export function createCustomer(desk: Desk, fields: Fields): Customer {
  const { customers } = desk.state.chargebee
  if (fields.id !== undefined && customers[fields.id]) {
    const words = `The value ${fields.id} is already present.`
    throw new Refusal(400, 'duplicate_entry', words, 'id', 'invalid_request')
  }
  const customer: Customer = { id: fields.id ?? newId('', 16), created: desk.now(), version: nextVersion(desk) }
  customers[customer.id] = customer
  return changeCustomer(desk, customer, fields)
}

export function changeCustomer(desk: Desk, customer: Customer, fields: Fields): Customer {
  customer.firstName = fields.first_name ?? customer.firstName
  customer.lastName = fields.last_name ?? customer.lastName
  customer.email = fields.email ?? customer.email
  customer.phone = fields.phone ?? customer.phone
  if (fields.meta_data !== undefined) customer.metaData = jsonOf(fields.meta_data)
  customer.version = nextVersion(desk)
  desk.changed()
  return customer
}

export function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Refusal(400, 'param_wrong_value', 'meta_data : not a JSON text', 'meta_data', 'invalid_request')
  }
}

export function findCustomer(desk: Desk, id: string): Customer {
  const found = desk.state.chargebee.customers[id]
  if (!found) throw missing('customer', id)
  return found
}

/** One that something can still be done for; a deleted one can only be looked at. */
export function presentCustomer(desk: Desk, id: string): Customer {
  const found = findCustomer(desk, id)
  if (found.deleted) throw missing('customer', id)
  return found
}

export const customerEnd = z.strictObject({ delete_payment_method: flag.optional() })

/** What the customer had ends and goes with them. Their id is not given again. */
export function deleteCustomer(desk: Desk, id: string): Customer {
  const customer = presentCustomer(desk, id)
  for (const subscription of Object.values(desk.state.chargebee.subscriptions)) {
    if (subscription.customer === id) removeSubscription(desk, subscription)
  }
  customer.deleted = true
  customer.version = nextVersion(desk)
  desk.changed()
  emitAbout(desk, 'customer_deleted', { customer: customerWire(customer) })
  return customer
}

export const customerListing = z.strictObject({ ...listing, id: filter, email: filter })

export const listCustomers = (desk: Desk, query: z.infer<typeof customerListing>) =>
  Object.values(desk.state.chargebee.customers)
    .filter((one) => !one.deleted || query.include_deleted === true)
    .filter((one) => passes(query.id, one.id) && passes(query.email, one.email ?? ''))
    .toReversed()
    .map((one) => ({ customer: customerWire(one) }))
