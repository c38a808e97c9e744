/** Creates products, prices and subscriptions of other sites at the vendors, through their SDKs. */
import { randomUUID } from 'node:crypto'
import Chargebee from 'chargebee'
import Stripe from 'stripe'
import type { Provider } from '@/lib/contract/plan'
import { standIn } from '@/local/vendors/settings'

type SubscriptionOptions = {
  /** The default is a price of another product. */
  prices?: string[]
  metadata?: Record<string, string>
  /** The first invoice is sent to the customer and stays open. */
  isUnpaid?: boolean
  trialDays?: number
}

/**
 * @param base where the stand-ins are
 * @param now their clock, in milliseconds
 */
export function otherProducts(base: string, now: () => number = Date.now) {
  const { hostname: host, port } = new URL(base)
  const stripe = new Stripe(standIn.stripe.secretKey, { host, port, protocol: 'http', telemetry: false })
  const chargebee = new Chargebee({
    site: host,
    hostSuffix: '',
    protocol: 'http',
    port: Number(port),
    apiKey: standIn.chargebee.apiKey,
  })

  /** Creates a monthly price of 5 USD, of a new product by default. */
  async function price(name: Provider, product?: string): Promise<string> {
    switch (name) {
      case 'stripe': {
        const made = await stripe.prices.create({
          currency: 'usd',
          unit_amount: 500,
          recurring: { interval: 'month' },
          ...(product ? { product } : { product_data: { name: 'Another product' } }),
        })
        return made.id
      }
      case 'chargebee': {
        const id = `other-${randomUUID()}`
        const amount = { price: 500, currency_code: 'USD', period_unit: 'month' as const, period: 1 }
        const made = await chargebee.itemPrice.create({ id: `${id}-USD`, name: id, item_id: product ?? id, ...amount })
        return made.item_price.id
      }
    }
  }

  /** Returns the id of the new subscription. */
  async function subscribe(name: Provider, customer: string, options: SubscriptionOptions = {}): Promise<string> {
    const { metadata, isUnpaid = false, trialDays = 0 } = options
    const prices = options.prices ?? [await price(name)]
    switch (name) {
      case 'stripe': {
        const made = await stripe.subscriptions.create({
          customer,
          items: prices.map((id) => ({ price: id })),
          ...(metadata && { metadata }),
          ...(isUnpaid && { collection_method: 'send_invoice', days_until_due: 30 }),
          ...(trialDays > 0 && { trial_period_days: trialDays }),
        })
        return made.id
      }
      case 'chargebee': {
        const { subscription } = await chargebee.subscription.createWithItems(customer, {
          subscription_items: prices.map((id) => ({ item_price_id: id, quantity: 1 })),
          trial_end: trialDays > 0 ? Math.floor(now() / 1000) + trialDays * 86_400 : 0,
          ...(isUnpaid && { auto_collection: 'off' as const }),
        })
        return subscription.id
      }
    }
  }

  /** A subscription's status, end, invoices and refunds at the vendor. */
  async function stateOf(name: Provider, id: string) {
    switch (name) {
      case 'stripe': {
        const found = await stripe.subscriptions.retrieve(id)
        const invoices = await stripe.invoices.list({ subscription: id })
        const refunds = await Promise.all(
          invoices.data.map(async (one) => {
            const { data } = await stripe.invoicePayments.list({ invoice: one.id })
            const intents = data.map(({ payment }) => String(payment.payment_intent))
            const back = await Promise.all(intents.map((payment_intent) => stripe.refunds.list({ payment_intent })))
            return back.flatMap((list) => list.data)
          }),
        )
        return {
          status: found.status as string,
          endsAt: found.cancel_at,
          invoices: invoices.data.map(({ status }) => String(status)),
          refunds: refunds.flat().length,
        }
      }
      case 'chargebee': {
        const { subscription } = await chargebee.subscription.retrieve(id)
        const { list } = await chargebee.invoice.list({ subscription_id: { is: id } })
        return {
          status: subscription.status as string,
          endsAt: subscription.cancelled_at ?? null,
          invoices: list.map(({ invoice }) => `${invoice.status} ${invoice.write_off_amount}`),
          refunds: list.flatMap(({ invoice }) => invoice.issued_credit_notes ?? []).length,
        }
      }
    }
  }

  return { stripe, chargebee, price, subscribe, stateOf }
}
