/** The SDK type of each stand-in's answer, and its violations. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { anything, fieldOf, of, problems, readModule, readModules } from './contract-types'

const modules = join(import.meta.dirname, '../../node_modules')

const stripeType = readModules(join(modules, 'stripe/esm'))

/** Where each Stripe object is declared, by its `object`. */
const stripeObjects: Record<string, [name: string, file: string]> = {
  'billing_portal.session': ['Session', 'resources/BillingPortal/Sessions'],
  charge: ['Charge', 'resources/Charges'],
  'checkout.session': ['Session', 'resources/Checkout/Sessions'],
  coupon: ['Coupon', 'resources/Coupons'],
  customer: ['Customer', 'resources/Customers'],
  discount: ['Discount', 'resources/Discounts'],
  ephemeral_key: ['EphemeralKey', 'resources/EphemeralKeys'],
  event: ['EventBase', 'resources/Events'],
  invoice: ['Invoice', 'resources/Invoices'],
  invoice_payment: ['InvoicePayment', 'resources/InvoicePayments'],
  invoiceitem: ['InvoiceItem', 'resources/InvoiceItems'],
  item: ['LineItem', 'resources/LineItems'],
  payment_intent: ['PaymentIntent', 'resources/PaymentIntents'],
  price: ['Price', 'resources/Prices'],
  product: ['Product', 'resources/Products'],
  refund: ['Refund', 'resources/Refunds'],
  subscription: ['Subscription', 'resources/Subscriptions'],
  subscription_schedule: ['SubscriptionSchedule', 'resources/SubscriptionSchedules'],
  tax_rate: ['TaxRate', 'resources/TaxRates'],
  webhook_endpoint: ['WebhookEndpoint', 'resources/WebhookEndpoints'],
}

type Data = Record<string, unknown>

/** Sent by Stripe and read by its mobile SDKs, but missing from this SDK's types. */
const untyped = /^ephemeral_key\.associated_objects: the type has no such field$/

/** Violations in a Stripe object, as `path: words`. */
export function stripeProblems(data: Data, path = String(data.object)): string[] {
  if (data.object === 'list') {
    const lines = data.data as Data[]
    return [
      ...problems(data, of(stripeType('ApiList', 'lib'), anything), path),
      ...lines.flatMap((one, index) => stripeProblems(one, `${path}[${index}] ${String(one.object)}`)),
    ]
  }
  const known = stripeObjects[String(data.object)]
  if (!known) return [`${path}: nothing is known of ${String(data.object)}`]
  const [name, file] = data.deleted === true ? [`Deleted${known[0]}`, known[1]] : known
  const found = problems(data, stripeType(name, file), path).filter((problem) => !untyped.test(problem))
  if (data.object !== 'event') return found
  return [
    ...found,
    // Objects have the API version that the SDK uses.
    ...(data.api_version === Stripe.API_VERSION ? [] : [`${path}.api_version: not ${Stripe.API_VERSION}`]),
    ...stripeProblems((data.data as { object: Data }).object, `${path}.data ${String(data.type)}`),
  ]
}

const chargebeeFolder = join(modules, 'chargebee/types')
const chargebeeType = readModule([
  ...['core.d.ts', 'index.d.ts'].map((name) => join(chargebeeFolder, name)),
  ...readdirSync(join(chargebeeFolder, 'resources')).map((name) => join(chargebeeFolder, 'resources', name)),
])

/**
 * Violations in a Chargebee answer, whose parts are under their names. `Content` is the SDK's own table of names and
 * types.
 */
export function chargebeeProblems(data: Data, path = ''): string[] {
  const { list, next_offset: offset, ...things } = data
  const wrongOffset = offset === undefined || typeof offset === 'string' ? [] : [`${path}next_offset: not a text`]
  const lines = Array.isArray(list) ? list.flatMap((one, index) => chargebeeProblems(one as Data, `[${index}].`)) : []
  return [...wrongOffset, ...lines, ...Object.entries(things).flatMap(([name, one]) => ofThing(name, one, path + name))]
}

function ofThing(name: string, thing: unknown, path: string): string[] {
  const type = fieldOf(chargebeeType('Content'), name)
  if (!type) return [`${path}: the SDK knows nothing of that name`]
  const { content, ...rest } = thing as { content?: Data }
  if (content !== undefined && !fieldOf(type, 'content')) return [`${path}.content: the type has no such field`]
  // The parts are checked by the table. A page without a purchase has none, despite its type.
  const isFree = content !== undefined || name === 'hosted_page'
  const own = problems(rest, type, path).filter((each) => !isFree || each !== `${path}.content: the type needs it`)
  return [...own, ...(content === undefined ? [] : chargebeeProblems(content, `${path}.content.`))]
}

/** Violations in a Chargebee message, which is an event without a name. */
export const chargebeeMessageProblems = (data: Data) => chargebeeProblems({ event: data })
