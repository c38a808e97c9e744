import type { PlanOffer } from '@/lib/contract/plan'
import type { Env, StripeEnv } from '@/lib/env'
import { nullIfMissing, stripeClient } from '@/lib/server/billing/providers/stripe/client'
import { neededEvents, toOffer } from '@/lib/server/billing/providers/stripe/stripe'
import { off, problemsOr, type Finding } from './finding'
import { checkProvider } from './provider'

const isTest = (key: string) => /^(sk|rk|pk)_test_/.test(key)

function checkKeys({ deployment }: Env, { secretKey, publishableKey }: StripeEnv): Finding[] {
  const problems: string[] = []
  if (deployment === 'production' && isTest(secretKey)) {
    problems.push('STRIPE_SECRET_KEY is a test key, but DEPLOYMENT is production: nobody would really pay.')
  }
  if (deployment !== 'production' && !isTest(secretKey)) {
    problems.push(`STRIPE_SECRET_KEY is a live key, but DEPLOYMENT is ${deployment}: people would really pay.`)
  }
  if (publishableKey && isTest(publishableKey) !== isTest(secretKey)) {
    problems.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are not of the same mode: one is a test key.')
  }
  return problemsOr(problems, 'The Stripe keys match DEPLOYMENT.')
}

export async function checkStripe(env: Env, shown: PlanOffer[] | null): Promise<Finding[]> {
  const { stripe: settings } = env
  if (!settings) return [off('Stripe is off: STRIPE_SECRET_KEY is not set.')]
  const stripe = stripeClient(settings)
  const body = JSON.stringify({ object: 'event', type: 'doctor.looked', data: { object: {} } })
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: settings.webhookSecret })
  const findings = await checkProvider(env, shown, {
    provider: 'stripe',
    key: 'STRIPE_SECRET_KEY',
    offered: { name: 'STRIPE_PRICE_IDS', priceIds: settings.priceIds },
    former: { name: 'STRIPE_FORMER_PRICE_IDS', priceIds: settings.formerPriceIds },
    async offerOf(id) {
      const price = await nullIfMissing(stripe.prices.retrieve(id, { expand: ['product'] }))
      return price && toOffer(price, settings.automaticTax)
    },
    forgetsPrices: false,
    listPrices: async () => (await stripe.prices.list({ type: 'recurring', limit: 100 })).data.map(({ id }) => id),
    neededEvents,
    async listEndpoints() {
      const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
      return data.map(({ url, status, enabled_events: events }) => ({
        url,
        isEnabled: status === 'enabled',
        events: events.includes('*') ? null : events,
      }))
    },
    /** A webhook that is undelivered after an hour means a wrong address or secret. */
    async countRejected(since) {
      const created = { gte: since, lte: Math.floor(Date.now() / 1000) - 3600 }
      const { data } = await stripe.events.list({ delivery_success: false, created, limit: 100 })
      return data.filter(({ type }) => (neededEvents as readonly string[]).includes(type)).length
    },
    webhook: { body, headers: { 'stripe-signature': signature }, settings: 'STRIPE_WEBHOOK_SECRET' },
    emails:
      'free trials ending, upcoming renewals, expiring cards and failed payments (Settings → Billing → Subscriptions and emails)',
  })
  return [...checkKeys(env, settings), ...findings]
}
