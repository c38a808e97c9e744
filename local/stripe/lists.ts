import type { Desk } from '@/local/vendors/context'
import { findProduct, offerAt, priceWire } from './catalogue'
import { list, missing, Refusal } from './requests'
import { discountWire } from './discounts'
import { customerWire } from './customers'
import { invoiceWire } from './invoice-wire'
import { intentOf, intentWire, paymentsOf } from './payments'
import { sessionWire } from './checkout-sessions'
import { subscriptionWire } from './subscription-wire'

type Page = {
  limit: number
  starting_after?: string
  ending_before?: string
  created?: { gte?: number; lte?: number }
}
type Listed = { id?: unknown; created?: unknown }

/** One page of a list, newest first as it was given. */
export function paged(url: string, all: Listed[], page: Page): object {
  const { gte = 0, lte = Infinity } = page.created ?? {}
  const within = all.filter(({ created }) => typeof created !== 'number' || (created >= gte && created <= lte))
  const at = (id: string) => {
    const index = within.findIndex((one) => one.id === id)
    if (index < 0) throw missing('object', id, page.starting_after ? 'starting_after' : 'ending_before')
    return index
  }
  if (page.ending_before !== undefined) {
    const end = at(page.ending_before)
    const start = Math.max(0, end - page.limit)
    return { object: 'list', data: within.slice(start, end), has_more: start > 0, url }
  }
  const start = page.starting_after === undefined ? 0 : at(page.starting_after) + 1
  const data = within.slice(start, start + page.limit)
  return { object: 'list', data, has_more: start + data.length < within.length, url }
}

/** The object behind an id, wherever it is kept. */
function lookUp(desk: Desk, id: string): object | undefined {
  const { customers, subscriptions, invoices, sessions } = desk.state.stripe
  if (customers[id]) return customerWire(customers[id])
  if (subscriptions[id]) return subscriptionWire(desk, subscriptions[id])
  if (invoices[id]) return invoiceWire(desk, invoices[id])
  if (sessions[id]) return sessionWire(desk, sessions[id])
  const paidBy = Object.values(invoices).find((one) => intentOf(one) === id)
  if (paidBy) return intentWire(paidBy)
  const discount = Object.values(subscriptions)
    .flatMap(({ discounts = [] }) => discounts)
    .find((one) => one.id === id)
  if (discount) return discountWire(discount)
  const offer = offerAt(desk, id)
  return offer ? priceWire(offer) : findProduct(desk, id)
}

/** Adds what an object has only where `expand` asks for it. */
function include(desk: Desk, fields: Record<string, unknown>, name: string): void {
  if (fields.object !== 'invoice' || name !== 'payments') return
  const invoice = desk.state.stripe.invoices[String(fields.id)]
  const url = `/v1/invoice_payments?invoice=${String(fields.id)}`
  if (invoice) fields.payments = list(url, paymentsOf(invoice))
}

/** Puts whole objects where `expand` asks for them: `data.product`, `latest_invoice`, `items.data.price.product`. */
export function expanded(desk: Desk, object: object, paths: readonly string[] = []): object {
  const copy: Record<string, unknown> = structuredClone({ ...object })
  for (const path of paths) expandPath(desk, copy, path.split('.'), path)
  return copy
}

function expandPath(desk: Desk, at: unknown, [name = '', ...rest]: string[], whole: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expandPath(desk, one, [name, ...rest], whole)
    return
  }
  if (typeof at !== 'object' || at === null) return
  const fields = at as Record<string, unknown>
  include(desk, fields, name)
  if (!Object.hasOwn(fields, name)) {
    throw new Refusal(400, `This property cannot be expanded (${whole}).`, undefined, 'expand')
  }
  const value = fields[name]
  if (typeof value === 'string') fields[name] = lookUp(desk, value) ?? value
  if (rest.length > 0) expandPath(desk, fields[name], rest, whole)
}
