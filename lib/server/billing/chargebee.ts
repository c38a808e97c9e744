import 'server-only'
import { createHash } from 'node:crypto'
import Chargebee, { type HostedPage, type ItemPrice, type Subscription } from 'chargebee'
import { z } from 'zod'
import { interval, type PlanOffer, type Price } from '@/lib/contract/plan'
import type { ChargebeeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { timeoutMs, type BillingProvider, type ProviderCheckout, type ProviderSubscription } from './provider'
import { chargebeeState } from './state'

const date = (seconds: number | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** The SDK against Chargebee itself, or against `CHARGEBEE_API_BASE`. */
function client(settings: ChargebeeEnv): Chargebee {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Chargebee({
    site: base ? base.hostname : settings.site,
    apiKey: settings.apiKey,
    timeout: timeoutMs,
    ...(base && {
      hostSuffix: '',
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
      port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80),
    }),
  })
}

/** The SDK rejects with plain objects for answers, and with its own or fetch's errors for none. */
const refusal = z.object({ http_status_code: z.number(), api_error_code: z.string().optional() })

const refusalOf = (error: unknown) => refusal.safeParse(error).data

async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new ApiFailure('provider-unavailable', { cause })
  }
}

/** Customer ids may have 50 characters and a uid 128: a digest keeps one customer a person, by construction. */
const customerIdOf = (uid: string) => `u-${createHash('sha256').update(uid).digest('base64url').slice(0, 40)}`

function toOffer(item: ItemPrice): PlanOffer | null {
  const unit = interval.safeParse(item.period_unit)
  if (!unit.success || item.period !== 1 || item.price === undefined || item.status !== 'active') return null
  return {
    priceId: item.id,
    provider: 'chargebee',
    product: { id: item.item_id ?? item.id, name: item.external_name ?? item.name },
    interval: unit.data,
    amount: item.price,
    currency: item.currency_code,
    trialDays: (item.trial_period ?? 0) * (item.trial_period_unit === 'month' ? 30 : 1),
    taxBehavior: 'unspecified',
  }
}

function toPrice(found: Subscription): Price | null {
  const plan = found.subscription_items?.find((item) => item.item_type === 'plan')
  const unit = interval.safeParse(found.billing_period_unit)
  if (!plan || !unit.success) return null
  const amount = plan.unit_price ?? plan.amount
  return amount === undefined
    ? null
    : { id: plan.item_price_id, amount, currency: found.currency_code, interval: unit.data }
}

function toSubscription(found: Subscription): ProviderSubscription {
  const endScheduled = found.cancel_schedule_created_at !== undefined || (found.cancelled_at ?? 0) * 1000 > Date.now()
  const price = toPrice(found)
  const ended = found.status === 'cancelled' ? found.cancelled_at : undefined
  return {
    id: found.id,
    customerId: found.customer_id,
    productIdentifier: price?.id ?? null,
    price,
    ...chargebeeState(found.deleted ? 'deleted' : found.status, endScheduled, found.due_invoices_count ?? 0),
    currentPeriodEnd: date(ended ?? found.current_term_end ?? found.trial_end),
    trialEnd: date(found.trial_end),
    startedAt: date(found.created_at) ?? new Date(0),
  }
}

/** Hosted pages live three hours. */
const pageLifeMs = 3 * 3_600_000

function toCheckout(page: HostedPage): ProviderCheckout {
  const { id = '', url = '', type = 'checkout_new', state = 'created' } = page
  const done = state === 'succeeded' || state === 'acknowledged'
  const expiresAt = date(page.expires_at) ?? new Date((page.created_at ?? 0) * 1000 + pageLifeMs)
  const over = state === 'cancelled' || expiresAt.getTime() < Date.now()
  return {
    id,
    state: done ? 'complete' : over ? 'expired' : 'open',
    expiresAt,
    answer: { id, url, type, state },
  }
}

/** Chargebee behind the provider interface. */
export function chargebeeProvider(settings: ChargebeeEnv): BillingProvider {
  const chargebee = client(settings)
  return {
    name: 'chargebee',
    async offers() {
      const prices = await Promise.all(settings.itemPriceIds.map((id) => ask(chargebee.itemPrice.retrieve(id))))
      return prices.map(({ item_price }) => toOffer(item_price)).filter((offer) => offer !== null)
    },
    async createCustomer({ uid, email }) {
      const id = customerIdOf(uid)
      try {
        await chargebee.customer.create({ id, ...(email && { email }) })
      } catch (error) {
        // Made before, by a call whose answer was lost.
        if (refusalOf(error)?.api_error_code !== 'duplicate_entry') await ask(Promise.reject(error))
      }
      return id
    },
    async openCheckout(purchase) {
      const { hosted_page } = await ask(
        chargebee.hostedPage.checkoutNewForItems(
          {
            subscription_items: [{ item_price_id: purchase.priceId, quantity: 1 }],
            customer: { id: purchase.customerId },
            // Without a trial of ours the plan's own one must not start either.
            ...(purchase.trialDays === 0 && { subscription: { trial_end: 0 } }),
            redirect_url: purchase.successUrl,
            cancel_url: purchase.cancelUrl,
            pass_thru_content: purchase.key,
          },
          { 'chargebee-idempotency-key': purchase.key },
        ),
      )
      return toCheckout(hosted_page)
    },
    async checkout(id) {
      return toCheckout((await ask(chargebee.hostedPage.retrieve(id))).hosted_page)
    },
    // A hosted page cannot be closed; it ends by itself.
    async closeCheckout() {},
    async subscriptions(customerId) {
      const found: ProviderSubscription[] = []
      for (let offset: string | undefined; ;) {
        const page = await ask(
          chargebee.subscription.list({ customer_id: { is: customerId }, include_deleted: true, limit: 100, offset }),
        )
        found.push(...page.list.map(({ subscription }) => toSubscription(subscription)))
        offset = page.next_offset
        if (!offset) return found
      }
    },
    async cancelAtPeriodEnd(id) {
      const { subscription } = await ask(
        chargebee.subscription.cancelForItems(id, { cancel_option: 'end_of_term', end_of_term: true }),
      )
      return toSubscription(subscription)
    },
    async resume(id) {
      return toSubscription((await ask(chargebee.subscription.removeScheduledCancellation(id, {}))).subscription)
    },
    async cancelNow(id) {
      const cancelled = chargebee.subscription.cancelForItems(id, { end_of_term: false }).catch((error: unknown) => {
        if (refusalOf(error)?.api_error_code !== 'invalid_state_for_request') throw error
      })
      await ask(cancelled)
    },
    async portal(customerId, returnUrl) {
      const { portal_session } = await ask(
        chargebee.portalSession.create({ customer: { id: customerId }, redirect_url: returnUrl }),
      )
      return portal_session.access_url
    },
    async invoices(customerId) {
      const { list } = await ask(chargebee.invoice.list({ customer_id: { is: customerId }, limit: 24 }))
      return list.map(({ invoice }) => ({
        id: invoice.id,
        date: new Date((invoice.date ?? 0) * 1000).toISOString(),
        amount: invoice.total ?? 0,
        currency: invoice.currency_code,
        status: invoice.status,
        // Chargebee makes a document's address on request only; the portal shows it.
        url: null,
      }))
    },
  }
}
