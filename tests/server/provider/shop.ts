/** Both providers through `provider.ts`, against their stand-ins. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { providers, type Provider } from '@/lib/contract/plan'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import type { ProviderSubscription, Purchase } from '@/lib/server/billing/providers/provider'
import { offers } from '@/local/vendors/catalogue'
import { standIn } from '@/local/vendors/settings'
import { startStandIns, type StandIns } from '@/tests/local/stand-ins'

/** Before the first test of the importing file. */
export let standIns: StandIns
beforeAll(async () => {
  standIns = await startStandIns()
  Object.assign(process.env, {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: standIn.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
    STRIPE_PRICE_IDS: offers.map((offer) => offer.priceIds.stripe).join(','),
    STRIPE_API_BASE: standIns.base,
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
    CHARGEBEE_ITEM_PRICE_IDS: offers.map((offer) => offer.priceIds.chargebee).join(','),
    CHARGEBEE_API_BASE: standIns.base,
  })
})
afterAll(() => standIns.close())
beforeEach(() => standIns.site.answerWith(200))
afterEach(() => vi.useRealTimers())

export const names = providers.options
export const monthly: Record<Provider, string> = { stripe: 'price_monthly_usd', chargebee: 'plan-monthly-USD' }

export const purchase = (name: Provider, customerId: string, extra: Partial<Purchase> = {}): Purchase => ({
  key: randomUUID(),
  uid: 'ada',
  customerId,
  priceId: monthly[name],
  currency: 'USD',
  successUrl: 'http://localhost:3000/pricing/thankyou/',
  cancelUrl: 'http://localhost:3000/pricing/start',
  trialDays: 7,
  ui: 'hosted',
  ...extra,
})

/** The purchase page's address. */
export const urlOf = ({ answer }: { answer: object }) => (answer as { url: string }).url

/** A user with a paid page, and what they got. */
export async function buy(name: Provider, trialDays = 7) {
  const provider = await billingProvider(name)
  const uid = randomUUID()
  const customerId = await provider.saveCustomer({ uid, email: `${uid}@example.com`, generation: 0 })
  const page = await provider.openCheckout(purchase(name, customerId, { uid, trialDays }))
  await standIns.press(urlOf(page), 'pay')
  const now = async () => {
    const all = (await provider.subscriptions(customerId, uid)).own
    if (!all[0]) throw new Error('no subscription')
    return all[0]
  }
  const { id } = await now()
  const invoices = async () => (await provider.invoices(customerId, [id])).map(({ invoice }) => invoice)
  return { provider, uid, customerId, page, now, invoices, id }
}

/** Triggers an event at the vendor. */
export const control = (name: Provider, what: string, body: object) => standIns.post(`/${name}/control/${what}`, body)

/** The call's error. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  )

export const unavailable = expect.objectContaining({ code: 'provider-unavailable' })

export const refused = expect.objectContaining({ code: 'provider-refused' })

export const shape = ({ status, isUnSubscribed, access }: ProviderSubscription) => ({ status, isUnSubscribed, access })
