import type { Context } from '@/local/vendors/context'
import { findProduct, findOffer, priceWire } from './catalogue'
import { list, missing, ApiError } from './requests'
import { discountWire } from './discounts'
import { customerWire } from './customers'
import { invoiceWire } from './invoice-wire'
import { intentOf, intentWire, paymentsOf } from './payments'
import { sessionWire } from './checkout-sessions'
import { subscriptionWire } from './subscription-wire'

type Page = {
  limit: number
  starting_after?: string
  created?: { gte?: number; lte?: number }
}
type Listed = { id?: unknown; created?: unknown }

/** Newest first. */
export function paged(url: string, all: Listed[], page: Page): object {
  const { gte = 0, lte = Infinity } = page.created ?? {}
  const within = all.filter(({ created }) => typeof created !== 'number' || (created >= gte && created <= lte))
  const { starting_after: last } = page
  const lastIndex = within.findIndex((one) => one.id === last)
  if (last !== undefined && lastIndex < 0) throw missing('object', last, 'starting_after')
  const start = lastIndex + 1
  const data = within.slice(start, start + page.limit)
  return { object: 'list', data, has_more: start + data.length < within.length, url }
}

function lookUp(context: Context, id: string): object | undefined {
  const { customers, subscriptions, invoices, sessions } = context.state.stripe
  if (customers[id]) return customerWire(customers[id])
  if (subscriptions[id]) return subscriptionWire(context, subscriptions[id])
  if (invoices[id]) return invoiceWire(context, invoices[id])
  if (sessions[id]) return sessionWire(context, sessions[id])
  const paidBy = Object.values(invoices).find((one) => intentOf(one) === id)
  if (paidBy) return intentWire(paidBy)
  const discount = Object.values(subscriptions)
    .flatMap(({ discounts = [] }) => discounts)
    .find((one) => one.id === id)
  if (discount) return discountWire(discount)
  const offer = findOffer(context, id)
  return offer ? priceWire(offer) : findProduct(context, id)
}

/** Payments are only included on request. */
function include(context: Context, fields: Record<string, unknown>, name: string): void {
  if (fields.object !== 'invoice' || name !== 'payments') return
  const invoice = context.state.stripe.invoices[String(fields.id)]
  const url = `/v1/invoice_payments?invoice=${String(fields.id)}`
  if (invoice) fields.payments = list(url, paymentsOf(invoice))
}

/** Replaces ids by objects, as for `data.product` or `items.data.price.product`. */
export function expanded(context: Context, object: object, paths: readonly string[] = []): object {
  const copy: Record<string, unknown> = structuredClone({ ...object })
  for (const path of paths) expandPath(context, copy, path.split('.'), path)
  return copy
}

function expandPath(context: Context, at: unknown, [name = '', ...rest]: string[], fullPath: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expandPath(context, one, [name, ...rest], fullPath)
    return
  }
  if (typeof at !== 'object' || at === null) return
  const fields = at as Record<string, unknown>
  include(context, fields, name)
  if (!Object.hasOwn(fields, name)) {
    throw new ApiError(400, `This property cannot be expanded (${fullPath}).`, { param: 'expand' })
  }
  const value = fields[name]
  if (typeof value === 'string') fields[name] = lookUp(context, value) ?? value
  if (rest.length > 0) expandPath(context, fields[name], rest, fullPath)
}
