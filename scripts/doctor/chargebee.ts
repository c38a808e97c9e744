import type Chargebee from 'chargebee'
import type { PlanOffer } from '@/lib/contract/plan'
import type { ChargebeeEnv, Env } from '@/lib/env'
import { chargebeeClient, nullIfMissing } from '@/lib/server/billing/providers/chargebee/client'
import { toOffer } from '@/lib/server/billing/providers/chargebee/chargebee'
import { off, ownEmails, right, errorMessage, wrong, type Finding } from './finding'
import { comparePrice, unconfiguredPrices, unrecognisedPrices } from './prices'
import { isWebhookAccepted } from './site'

async function checkPrices(
  chargebee: Chargebee,
  settings: ChargebeeEnv,
  shown: PlanOffer[] | null,
): Promise<Finding[]> {
  const findings = settings.itemPriceIds.map(async (id) => {
    const found = await nullIfMissing(chargebee.itemPrice.retrieve(id))
    if (!found)
      return wrong(`CHARGEBEE_ITEM_PRICE_IDS names ${id}, which Chargebee's site ${settings.site} does not know.`)
    const offer = toOffer(found.item_price)
    return typeof offer === 'string'
      ? wrong(`CHARGEBEE_ITEM_PRICE_IDS names ${id}, but ${offer}.`)
      : comparePrice(offer, shown)
  })
  return [...(await Promise.all(findings)), ...unconfiguredPrices(settings.itemPriceIds, 'chargebee', shown)]
}

/** Former item prices, and item prices that may be missing from the list. */
async function checkFormerPrices(chargebee: Chargebee, settings: ChargebeeEnv): Promise<Finding[]> {
  const { itemPriceIds, formerItemPriceIds: former } = settings
  const priceIds = [...new Set([...itemPriceIds, ...former])]
  const retrieved = await Promise.all(priceIds.map((id) => nullIfMissing(chargebee.itemPrice.retrieve(id))))
  const found = retrieved.map((answer) => answer?.item_price)
  const missing = former.filter((id) => !found.some((price) => price?.id === id))
  const { list } = await chargebee.itemPrice.list({ item_type: { is: 'plan' }, limit: 100 })
  const others = list.map(({ item_price }) => item_price.id).filter((id) => !priceIds.includes(id))
  return [
    ...missing.map((id) =>
      off(`CHARGEBEE_FORMER_ITEM_PRICE_IDS names ${id}, which Chargebee does not know: fine if you deleted it there.`),
    ),
    ...(former.length > missing.length
      ? [right(`Former prices that Chargebee knows: ${former.length - missing.length}.`)]
      : []),
    ...unrecognisedPrices('CHARGEBEE_FORMER_ITEM_PRICE_IDS', 'Chargebee', others),
  ]
}

const path = '/api/chargebee/webhook'

/** An endpoint without a list of its own sends everything. */
const neededEvents = [
  'subscription_created',
  'subscription_changed',
  'subscription_cancelled',
  'subscription_renewed',
  'payment_succeeded',
  'payment_failed',
  'customer_deleted',
] as const

async function checkEndpoint(chargebee: Chargebee, { siteOrigin }: Env): Promise<Finding[]> {
  const url = siteOrigin + path
  const { list } = await chargebee.webhookEndpoint.list({ limit: 100 })
  const siteEndpoints = list.map(({ webhook_endpoint: one }) => one).filter((one) => one.url === url)
  const one = siteEndpoints.find(({ disabled }) => !disabled)
  if (!one && siteEndpoints.length > 0) return [wrong(`Chargebee's webhook ${url} is disabled there.`)]
  if (!one) return [wrong(`Chargebee has no webhook ${url}: the site would learn of payments up to an hour late.`)]
  const sent = one.enabled_events as readonly string[] | undefined
  const missing = sent && sent.length > 0 ? neededEvents.filter((type) => !sent.includes(type)) : []
  return missing.length > 0
    ? [wrong(`Chargebee's webhook does not send ${missing.join(', ')}.`)]
    : [right(`Chargebee sends its messages to ${url}.`)]
}

/** Chargebee does not reveal a webhook's credentials, so failed deliveries show whether they are right. */
async function checkDeliveries(chargebee: Chargebee): Promise<Finding[]> {
  const after = Math.floor(Date.now() / 1000) - 3 * 86_400
  const { list } = await chargebee.event.list({
    occurred_at: { after },
    webhook_status: { is: 'failed' },
    limit: 100,
  })
  const question = 'are CHARGEBEE_WEBHOOK_USER and CHARGEBEE_WEBHOOK_PASSWORD those of its basic authentication?'
  return list.length > 0
    ? [wrong(`${list.length} messages of Chargebee's last three days were not accepted by the site: ${question}`)]
    : []
}

async function checkCredentials(env: Env, { webhookUser, webhookPassword }: ChargebeeEnv): Promise<Finding[]> {
  const body = JSON.stringify({ event_type: 'doctor_looked', content: {} })
  const authorization = `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`
  const isAccepted = await isWebhookAccepted(env, path, body, { authorization })
  if (isAccepted === null) return []
  return isAccepted
    ? [right('The site accepts webhooks with CHARGEBEE_WEBHOOK_USER and CHARGEBEE_WEBHOOK_PASSWORD.')]
    : [
        wrong(
          'The site rejects webhooks with CHARGEBEE_WEBHOOK_USER and CHARGEBEE_WEBHOOK_PASSWORD; the running site probably uses different credentials.',
        ),
      ]
}

export async function checkChargebee(env: Env, shown: PlanOffer[] | null): Promise<Finding[]> {
  const { chargebee: settings } = env
  if (!settings) return [off('Chargebee is off: CHARGEBEE_SITE is not set.')]
  const chargebee = chargebeeClient(settings)
  try {
    const found = await Promise.all([
      checkPrices(chargebee, settings, shown),
      checkFormerPrices(chargebee, settings),
      checkEndpoint(chargebee, env),
      checkDeliveries(chargebee),
      checkCredentials(env, settings),
    ])
    const emails = ownEmails(
      env,
      'Chargebee',
      'trial ending, renewal reminder, card expiry, payment failure and cancellation (Settings → Email Notifications)',
    )
    return [right('Chargebee accepts CHARGEBEE_API_KEY.'), emails, ...found.flat()]
  } catch (error) {
    return [wrong(`Chargebee refuses CHARGEBEE_API_KEY or does not answer: ${errorMessage(error)}.`)]
  }
}
