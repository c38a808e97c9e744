import type Stripe from 'stripe'
import type { PlanOffer } from '@/lib/contract/plan'
import type { Env, StripeEnv } from '@/lib/env'
import { nullIfMissing, stripeClient } from '@/lib/server/billing/providers/stripe/client'
import { neededEvents, toOffer } from '@/lib/server/billing/providers/stripe/stripe'
import { problemsOr, off, ownEmails, right, errorMessage, wrong, type Finding } from './finding'
import { comparePrice, unconfiguredPrices, unrecognisedPrices } from './prices'
import { isWebhookAccepted } from './site'

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

async function checkPrices(stripe: Stripe, settings: StripeEnv, shown: PlanOffer[] | null): Promise<Finding[]> {
  const findings = settings.priceIds.map(async (id) => {
    const price = await nullIfMissing(stripe.prices.retrieve(id, { expand: ['product'] }))
    if (!price) return wrong(`STRIPE_PRICE_IDS names ${id}, which Stripe does not know under this key.`)
    const offer = toOffer(price, settings.automaticTax)
    return typeof offer === 'string' ? wrong(`STRIPE_PRICE_IDS names ${id}, but ${offer}.`) : comparePrice(offer, shown)
  })
  return [...(await Promise.all(findings)), ...unconfiguredPrices(settings.priceIds, 'stripe', shown)]
}

/** Former prices, and prices that may be missing from the list. Stripe never deletes a price that was used. */
async function checkFormerPrices(stripe: Stripe, { priceIds, formerPriceIds }: StripeEnv): Promise<Finding[]> {
  const allPriceIds = [...new Set([...priceIds, ...formerPriceIds])]
  const found = await Promise.all(allPriceIds.map((id) => nullIfMissing(stripe.prices.retrieve(id))))
  const missing = formerPriceIds.filter((id) => !found.some((price) => price?.id === id))
  const { data: all } = await stripe.prices.list({ type: 'recurring', limit: 100 })
  const others = all.map(({ id }) => id).filter((id) => !allPriceIds.includes(id))
  return [
    ...missing.map((id) => wrong(`STRIPE_FORMER_PRICE_IDS names ${id}, which Stripe does not know under this key.`)),
    ...(formerPriceIds.length > missing.length
      ? [right(`Former prices that Stripe knows: ${formerPriceIds.length - missing.length}.`)]
      : []),
    ...unrecognisedPrices('STRIPE_FORMER_PRICE_IDS', 'Stripe', others),
  ]
}

const path = '/api/stripe/webhook'

async function checkEndpoint(stripe: Stripe, { siteOrigin }: Env): Promise<Finding[]> {
  const url = siteOrigin + path
  const all = await stripe.webhookEndpoints.list({ limit: 100 })
  const siteEndpoints = all.data.filter((one) => one.url === url)
  const [one, ...others] = siteEndpoints.filter(({ status }) => status === 'enabled')
  if (!one && siteEndpoints.length > 0) return [wrong(`Stripe's webhook endpoint ${url} is disabled there.`)]
  if (!one)
    return [wrong(`Stripe has no webhook endpoint ${url}: the site would learn of payments up to an hour late.`)]
  const problems: string[] = []
  if (others.length > 0) problems.push(`Stripe has ${url} more than once; each has a secret of its own, so delete one.`)
  const missing = neededEvents.filter((type) => !one.enabled_events.includes('*') && !one.enabled_events.includes(type))
  if (missing.length > 0) problems.push(`Stripe's webhook endpoint does not send ${missing.join(', ')}.`)
  return problemsOr(problems, `Stripe sends its messages to ${url}.`)
}

/** A webhook that is undelivered after an hour means a wrong address or secret. */
async function checkDeliveries(stripe: Stripe): Promise<Finding[]> {
  const now = Math.floor(Date.now() / 1000)
  const created = { gte: now - 3 * 86_400, lte: now - 3600 }
  const { data } = await stripe.events.list({ delivery_success: false, created, limit: 100 })
  const count = data.filter(({ type }) => (neededEvents as readonly string[]).includes(type)).length
  const question = 'is STRIPE_WEBHOOK_SECRET the one of this endpoint?'
  return count > 0
    ? [wrong(`${count} messages of Stripe's last three days were not accepted by the site: ${question}`)]
    : []
}

async function checkSecret(stripe: Stripe, env: Env, { webhookSecret }: StripeEnv): Promise<Finding[]> {
  const payload = JSON.stringify({ object: 'event', type: 'doctor.looked', data: { object: {} } })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const isAccepted = await isWebhookAccepted(env, path, payload, { 'stripe-signature': signature })
  if (isAccepted === null) return []
  return isAccepted
    ? [right('The site accepts webhooks signed with STRIPE_WEBHOOK_SECRET.')]
    : [
        wrong(
          'The site rejects webhooks signed with STRIPE_WEBHOOK_SECRET; the running site probably uses a different secret.',
        ),
      ]
}

export async function checkStripe(env: Env, shown: PlanOffer[] | null): Promise<Finding[]> {
  const { stripe: settings } = env
  if (!settings) return [off('Stripe is off: STRIPE_SECRET_KEY is not set.')]
  const stripe = stripeClient(settings)
  try {
    const found = await Promise.all([
      checkPrices(stripe, settings, shown),
      checkFormerPrices(stripe, settings),
      checkEndpoint(stripe, env),
      checkDeliveries(stripe),
      checkSecret(stripe, env, settings),
    ])
    const emails = ownEmails(
      env,
      'Stripe',
      'free trials ending, upcoming renewals, expiring cards and failed payments (Settings → Billing → Subscriptions and emails)',
    )
    return [...checkKeys(env, settings), right('Stripe accepts STRIPE_SECRET_KEY.'), emails, ...found.flat()]
  } catch (error) {
    return [wrong(`Stripe refuses STRIPE_SECRET_KEY or does not answer: ${errorMessage(error)}.`)]
  }
}
