import * as z from 'zod'
import { type Context, newId } from '@/local/vendors/context'
import { emitAbout, nextVersion } from './events'
import { missing, ApiError, text } from './requests'
import type { Customer } from './records'
import { removeSubscription } from './subscriptions'
import { customerWire } from './wire'

export const customerFields = z.strictObject({
  id: text(50),
  first_name: text(150),
  last_name: text(150),
  email: text(70),
  meta_data: z.string().optional(),
})

type Fields = Partial<z.infer<typeof customerFields>>

export function createCustomer(context: Context, fields: Fields): Customer {
  const { customers } = context.state.chargebee
  if (fields.id !== undefined && customers[fields.id]) {
    const message = `The value ${fields.id} is already present.`
    throw new ApiError(400, 'duplicate_entry', message, { param: 'id', type: 'invalid_request' })
  }
  const customer: Customer = { id: fields.id ?? newId('', 16), created: context.now(), version: nextVersion(context) }
  customers[customer.id] = customer
  return changeCustomer(context, customer, fields)
}

export function changeCustomer(context: Context, customer: Customer, fields: Fields): Customer {
  customer.firstName = fields.first_name ?? customer.firstName
  customer.lastName = fields.last_name ?? customer.lastName
  customer.email = fields.email ?? customer.email
  if (fields.meta_data !== undefined) customer.metaData = jsonOf(fields.meta_data)
  customer.version = nextVersion(context)
  context.changed()
  return customer
}

export function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new ApiError(400, 'param_wrong_value', 'meta_data : not a JSON text', {
      param: 'meta_data',
      type: 'invalid_request',
    })
  }
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

export function deleteCustomer(context: Context, id: string): Customer {
  const customer = activeCustomer(context, id)
  for (const subscription of Object.values(context.state.chargebee.subscriptions)) {
    if (subscription.customer === id) removeSubscription(context, subscription)
  }
  customer.deleted = true
  customer.version = nextVersion(context)
  context.changed()
  emitAbout(context, 'customer_deleted', { customer: customerWire(customer) })
  return customer
}
