/** People who buy, cancel and resume through the route handlers, as the pages do. */
import { expect } from 'vitest'
import { GET as invoices } from '@/app/api/billing/invoices/route'
import { POST as portal } from '@/app/api/billing/portal/route'
import { POST as sync } from '@/app/api/billing/sync/route'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { POST as stripeCheckout } from '@/app/api/stripe/checkout-session/route'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { POST as deletion } from '@/app/api/users/delete-account/route'
import { POST as resume } from '@/app/api/users/resume-plan/route'
import { apiError } from '@/lib/contract/error'
import { providers as providerNames, type CurrentPlan, type Provider } from '@/lib/contract/plan'
import { findCustomerId } from '@/lib/server/billing/customers'
import { subscriptionRows, isLive } from '@/lib/server/billing/plan'
import { call, origin, type stage } from './stage'
import type { startVendors } from './vendors'

export const providers = {
  stripe: { checkout: stripeCheckout, monthly: 'price_monthly_usd', yearly: 'price_yearly_usd', page: ['id', 'url'] },
  chargebee: {
    checkout: chargebeeCheckout,
    monthly: 'plan-monthly-USD',
    yearly: 'plan-yearly-USD',
    page: ['id', 'state', 'type', 'url'],
  },
} as const satisfies Record<Provider, object>
export type Name = Provider
export const names = providerNames.options

export type Person = { uid: string; token: string }

export const returns = { successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }

export const code = async (response: Response) => (await response.json()).error.code

/** The status and the error of a response. */
export const errorOf = async (response: Response) => ({
  status: response.status,
  ...apiError.parse(await response.json()).error,
})

export const checkout = (
  name: Name,
  { uid, token }: Person,
  change: object = {},
  headers: Record<string, string> = {},
) =>
  call(providers[name].checkout, `/${name}/checkout-session?uid=${uid}`, {
    token,
    headers,
    body: { priceId: providers[name].monthly, ...returns, ...change },
  })

export const planOf = async ({ uid, token }: Person): Promise<CurrentPlan> =>
  (await call(currentPlan, `/users/current-plan?uid=${uid}`, { token })).json()

/** Waits until a webhook has stored the plan. */
export async function planAfterWebhook(who: Person): Promise<CurrentPlan> {
  await expect.poll(async () => (await planOf(who)).subscription).not.toBeNull()
  return planOf(who)
}

/** The sync call of the thank-you page. */
export const syncPlan = ({ uid, token }: Person) => call(sync, `/billing/sync?uid=${uid}`, { token, method: 'POST' })

const change = (handler: typeof cancel, path: string, { uid, token }: Person, body: object, headers?: HeadersInit) =>
  call(handler, `/users/${path}?uid=${uid}`, { token, body: { uid, ...body }, ...(headers && { headers }) })

export const cancelPlan = (who: Person, subscriptionId: string, store: string) =>
  change(cancel, 'cancel-plan', who, { subscriptionId, store })

export const resumePlan = (who: Person, subscriptionId: string, store: string, headers?: HeadersInit) =>
  change(resume, 'resume-plan', who, { subscriptionId, store }, headers)

export const portalOf = ({ uid, token }: Person, returnUrl = `${origin}/profile`, provider?: Name) =>
  call(portal, `/billing/portal?uid=${uid}`, { token, body: { returnUrl, provider } })

export const invoicesOf = ({ uid, token }: Person) => call(invoices, `/billing/invoices?uid=${uid}`, { token })

export const deleteAccount = ({ uid, token }: Person) =>
  call(deletion, '/users/delete-account', { token, body: { uid } })

/** The id of a user's customer at a provider, or an empty string. */
export const customerOf = async ({ uid }: Person, name: Name) => (await findCustomerId(uid, name)) ?? ''

export const liveRows = async ({ uid }: Person) => {
  return (await subscriptionRows(uid)).filter(isLive)
}

export const allRows = async ({ uid }: Person) => {
  return subscriptionRows(uid)
}

type World = Awaited<ReturnType<typeof stage>>
type Vendors = Awaited<ReturnType<typeof startVendors>>

/** Creates people for one test file. */
export function buyersOf({ world, vendors }: { world: World; vendors: Vendors }) {
  let people = 0

  /** A signed-in person. */
  async function person(): Promise<Person> {
    const uid = `person-${++people}`
    return { uid, token: await world.identity.signIn(uid) }
  }

  async function subscribed(name: Name): Promise<Person & { plan: CurrentPlan; subscriptionId: string }> {
    const who = await person()
    const page = await (await checkout(name, who)).json()
    await vendors.pay(page.url)
    const plan = await planAfterWebhook(who)
    return { ...who, plan, subscriptionId: plan.subscription?.id ?? '' }
  }

  return { person, subscribed }
}
