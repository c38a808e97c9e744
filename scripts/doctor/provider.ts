/** The checks that both payment providers share. */
import { money } from '@/lib/contract/format'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import type { Env } from '@/lib/env'
import { errorMessage, off, ownEmails, problemsOr, right, wrong, type Finding } from './finding'
import { isWebhookAccepted } from './site'

type Setting = { name: string; priceIds: readonly string[] }

/** What a provider knows about itself. */
type ProviderChecks = {
  provider: Provider
  /** The setting without which nothing can be checked. */
  key: string
  offered: Setting
  former: Setting
  /** An offer, why the price cannot be one, or null for an unknown price. */
  offerOf(id: string): Promise<PlanOffer | string | null>
  /** Used prices can be deleted there. */
  forgetsPrices: boolean
  /** Prices of the account, in any number. */
  listPrices(): Promise<string[]>
  neededEvents: readonly string[]
  /** The events of each endpoint; null is all. */
  listEndpoints(): Promise<{ url: string; isEnabled: boolean; events: readonly string[] | null }[]>
  /** Number of messages of the last three days that the site has not accepted. */
  countRejected(since: number): Promise<number>
  /** A meaningless webhook, and the settings that prove it. */
  webhook: { body: string; headers: Record<string, string>; settings: string }
  /** The provider's own emails that the site replaces. */
  emails: string
}

const describeOffer = (offer: PlanOffer) =>
  `${money(offer.amount, offer.currency)} a ${offer.interval}${offer.trialDays ? ` after ${offer.trialDays} days` : ''}`

/** Compares a provider's price with the price page of the running site. */
function comparePrice(charged: PlanOffer, shown: PlanOffer[] | null): Finding {
  const { priceId, provider } = charged
  if (!shown) return right(`${priceId} is ${describeOffer(charged)}; the page could not be compared.`)
  const offer = shown.find((one) => one.provider === provider && one.priceId === priceId)
  if (!offer)
    return wrong(`${priceId} is ${describeOffer(charged)}, but the page does not show it: restart the site with it.`)
  const parts = ['amount', 'currency', 'interval', 'trialDays'] as const
  return parts.every((part) => offer[part] === charged[part])
    ? right(`${priceId} is ${describeOffer(charged)}, as the page says.`)
    : wrong(`${priceId} is charged as ${describeOffer(charged)}, but the page says ${describeOffer(offer)}.`)
}

async function checkPrices(checks: ProviderChecks, shown: PlanOffer[] | null): Promise<Finding[]> {
  const { provider, offered, former } = checks
  const name = providerName[provider]
  const ids = [...new Set([...offered.priceIds, ...former.priceIds])]
  const offers = new Map(await Promise.all(ids.map(async (id) => [id, await checks.offerOf(id)] as const)))
  const unknown = ({ name: setting }: Setting, id: string) => `${setting} names ${id}, which ${name} does not know`
  const sold = offered.priceIds.map((id) => {
    const offer = offers.get(id)
    if (!offer) return wrong(`${unknown(offered, id)} with ${checks.key}.`)
    return typeof offer === 'string' ? wrong(`${offered.name} names ${id}, but ${offer}.`) : comparePrice(offer, shown)
  })
  const onlyShown = (shown ?? []).filter(
    (offer) => offer.provider === provider && !offered.priceIds.includes(offer.priceId),
  )
  const missing = former.priceIds.filter((id) => !offers.get(id))
  const known = former.priceIds.length - missing.length
  const others = (await checks.listPrices()).filter((id) => !ids.includes(id))
  const some = others.slice(0, 5).join(', ') + (others.length > 5 ? ` and ${others.length - 5} more` : '')
  return [
    ...sold,
    ...onlyShown.map(({ priceId }) =>
      wrong(`The page shows ${priceId}, which is not configured here: the site runs with other settings.`),
    ),
    ...missing.map((id) =>
      checks.forgetsPrices
        ? off(`${unknown(former, id)}: fine if you deleted it there.`)
        : wrong(`${unknown(former, id)} with ${checks.key}.`),
    ),
    ...(known > 0 ? [right(`Former prices that ${name} knows: ${known}.`)] : []),
    ...(others.length > 0
      ? [
          off(
            `${name} also has ${some}: subscriptions to them are ignored as another product's. If the site has sold them before, name them in ${former.name}; docs/billing.md says how to link one plan.`,
          ),
        ]
      : []),
  ]
}

async function checkEndpoint(checks: ProviderChecks, url: string): Promise<Finding[]> {
  const name = providerName[checks.provider]
  const siteEndpoints = (await checks.listEndpoints()).filter((one) => one.url === url)
  const [one, ...others] = siteEndpoints.filter(({ isEnabled }) => isEnabled)
  if (!one && siteEndpoints.length > 0) return [wrong(`${name}'s webhook endpoint ${url} is disabled there.`)]
  if (!one)
    return [wrong(`${name} has no webhook endpoint ${url}: the site would learn of payments up to an hour late.`)]
  const missing = checks.neededEvents.filter((type) => one.events?.includes(type) === false)
  const problems = [
    ...(others.length > 0 ? [`${name} has ${url} more than once: delete one.`] : []),
    ...(missing.length > 0 ? [`${name}'s webhook endpoint does not send ${missing.join(', ')}.`] : []),
  ]
  return problemsOr(problems, `${name} sends its messages to ${url}.`)
}

async function checkDeliveries({ provider, countRejected, webhook }: ProviderChecks): Promise<Finding[]> {
  const count = await countRejected(Math.floor(Date.now() / 1000) - 3 * 86_400)
  const sentence = `${count} messages of ${providerName[provider]}'s last three days were not accepted by the site`
  return count > 0 ? [wrong(`${sentence}: is ${webhook.settings} right?`)] : []
}

async function checkWebhook(env: Env, path: string, { webhook }: ProviderChecks): Promise<Finding[]> {
  const { body, headers, settings } = webhook
  const isAccepted = await isWebhookAccepted(env, path, body, headers)
  if (isAccepted === null) return []
  return isAccepted
    ? [right(`The site accepts webhooks with ${settings}.`)]
    : [wrong(`The site rejects webhooks with ${settings}; the running site probably has other settings.`)]
}

/** @param shown the running site's offers; null if it does not answer */
export async function checkProvider(env: Env, shown: PlanOffer[] | null, checks: ProviderChecks): Promise<Finding[]> {
  const name = providerName[checks.provider]
  const path = `/api/${checks.provider}/webhook`
  try {
    const found = await Promise.all([
      checkPrices(checks, shown),
      checkEndpoint(checks, env.siteOrigin + path),
      checkDeliveries(checks),
      checkWebhook(env, path, checks),
    ])
    return [right(`${name} accepts ${checks.key}.`), ownEmails(env, name, checks.emails), ...found.flat()]
  } catch (error) {
    return [wrong(`${name} refuses ${checks.key} or does not answer: ${errorMessage(error)}.`)]
  }
}
