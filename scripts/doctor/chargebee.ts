import type { PlanOffer } from '@/lib/contract/plan'
import type { Env } from '@/lib/env'
import { chargebeeClient, nullIfMissing } from '@/lib/server/billing/providers/chargebee/client'
import { toOffer } from '@/lib/server/billing/providers/chargebee/chargebee'
import { off, type Finding } from './finding'
import { checkProvider } from './provider'

const neededEvents = [
  'subscription_created',
  'subscription_changed',
  'subscription_cancelled',
  'subscription_renewed',
  'payment_succeeded',
  'payment_failed',
  'customer_deleted',
] as const

export async function checkChargebee(env: Env, shown: PlanOffer[] | null): Promise<Finding[]> {
  const { chargebee: settings } = env
  if (!settings) return [off('Chargebee is off: CHARGEBEE_SITE is not set.')]
  const chargebee = chargebeeClient(settings)
  const credentials = Buffer.from(`${settings.webhookUser}:${settings.webhookPassword}`).toString('base64')
  return checkProvider(env, shown, {
    provider: 'chargebee',
    key: 'CHARGEBEE_API_KEY',
    offered: { name: 'CHARGEBEE_ITEM_PRICE_IDS', priceIds: settings.itemPriceIds },
    former: { name: 'CHARGEBEE_FORMER_ITEM_PRICE_IDS', priceIds: settings.formerItemPriceIds },
    async offerOf(id) {
      const found = await nullIfMissing(chargebee.itemPrice.retrieve(id))
      return found && toOffer(found.item_price)
    },
    forgetsPrices: true,
    async listPrices() {
      const { list } = await chargebee.itemPrice.list({ item_type: { is: 'plan' }, limit: 100 })
      return list.map(({ item_price }) => item_price.id)
    },
    neededEvents,
    /** An endpoint without a list of its own sends everything. */
    async listEndpoints() {
      const { list } = await chargebee.webhookEndpoint.list({ limit: 100 })
      return list.map(({ webhook_endpoint: { url, disabled, enabled_events: events } }) => ({
        url,
        isEnabled: !disabled,
        events: events && events.length > 0 ? events : null,
      }))
    },
    /** Chargebee does not reveal a webhook's credentials, so failed deliveries show whether they are right. */
    async countRejected(after) {
      const failed = { occurred_at: { after }, webhook_status: { is: 'failed' as const }, limit: 100 }
      return (await chargebee.event.list(failed)).list.length
    },
    webhook: {
      body: JSON.stringify({ event_type: 'doctor_looked', content: {} }),
      headers: { authorization: `Basic ${credentials}` },
      settings: 'CHARGEBEE_WEBHOOK_USER and CHARGEBEE_WEBHOOK_PASSWORD',
    },
    emails:
      'trial ending, renewal reminder, card expiry, payment failure and cancellation (Settings → Email Notifications)',
  })
}
