import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POST as sync } from '@/app/api/billing/sync/route'
import { GET as invoices } from '@/app/api/billing/invoices/route'
import { POST as portal } from '@/app/api/billing/portal/route'
import { POST as chargebeeCheckout } from '@/app/api/chargebee/checkout-session/route'
import { GET as plans } from '@/app/api/plans/route'
import { POST as stripeCheckout } from '@/app/api/stripe/checkout-session/route'
import { POST as ephemeralKeys } from '@/app/api/stripe/ephemeral_keys/route'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import { GET as currentPlan } from '@/app/api/users/current-plan/route'
import { POST as resume } from '@/app/api/users/resume-plan/route'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { call, origin, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
beforeAll(async () => {
  vendors = await startVendors()
  world = await stage(vendors.env)
})
afterAll(async () => {
  await vendors.close()
  await world.close()
})

const providers = {
  stripe: { checkout: stripeCheckout, monthly: 'price_monthly_usd', yearly: 'price_yearly_usd', page: ['id', 'url'] },
  chargebee: {
    checkout: chargebeeCheckout,
    monthly: 'plan-monthly-USD',
    yearly: 'plan-yearly-USD',
    page: ['id', 'state', 'type', 'url'],
  },
} as const
type Name = keyof typeof providers
const names = Object.keys(providers) as Name[]

let people = 0
/** Somebody with an account at the identity service, signed in. */
async function person() {
  const uid = `person-${++people}`
  world.identity.accounts.set(uid, {})
  return { uid, token: await world.identity.token(uid) }
}
type Person = Awaited<ReturnType<typeof person>>

const returns = { successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }

const checkout = (name: Name, { uid, token }: Person, change: object = {}) =>
  call(providers[name].checkout, `/${name}/checkout-session?uid=${uid}`, {
    token,
    body: { priceId: providers[name].monthly, ...returns, ...change },
  })

const planOf = async ({ uid, token }: Person): Promise<CurrentPlan> =>
  (await call(currentPlan, `/users/current-plan?uid=${uid}`, { token })).json()

/** The plan, once the provider's message has told of one. */
async function told(who: Person): Promise<CurrentPlan> {
  await expect.poll(async () => (await planOf(who)).subscription).not.toBeNull()
  return planOf(who)
}

async function subscribed(name: Name): Promise<Person & { plan: CurrentPlan; subscriptionId: string }> {
  const who = await person()
  const page = await (await checkout(name, who)).json()
  await vendors.pay(page.url)
  const plan = await told(who)
  return { ...who, plan, subscriptionId: plan.subscription?.id ?? '' }
}

const change = (handler: typeof cancel, path: string, { uid, token }: Person, body: object) =>
  call(handler, `/users/${path}?uid=${uid}`, { token, body: { uid, ...body } })

const code = async (response: Response) => (await response.json()).error.code

describe('the catalogue', () => {
  test('shows what the providers charge, cached for a minute', async () => {
    const response = await call(plans, '/plans')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    const offers = ((await response.json()) as { plans: PlanOffer[] }).plans
    expect(offers).toHaveLength(12)
    expect(offers.find((offer) => offer.priceId === 'price_monthly_usd')).toMatchObject({
      provider: 'stripe',
      interval: 'month',
      amount: 1900,
      currency: 'USD',
      trialDays: 7,
      taxBehavior: 'inclusive',
      product: { name: expect.stringContaining('Sample price') },
    })
    expect(offers.find((offer) => offer.priceId === 'plan-yearly-GBP')).toMatchObject({
      provider: 'chargebee',
      interval: 'year',
      amount: 18000,
      currency: 'GBP',
      trialDays: 7,
    })
    await vendors.forgetRequests()
    await call(plans, '/plans')
    expect(await vendors.requests('stripe')).toEqual([])
  })
})

describe.each(names)('%s', (name) => {
  const { page, yearly } = providers[name]

  test('no plan at first: null, false, null', async () => {
    expect(await planOf(await person())).toEqual({ productIdentifier: null, isUnSubscribed: false, subscription: null })
  })

  test('a checkout leads to a hosted page, and paying there to a plan, by the message alone', async () => {
    const who = await person()
    const response = await checkout(name, who)
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(Object.keys(answer).toSorted()).toEqual(page)
    const paid = await vendors.pay(answer.url)
    expect(paid.headers.get('location')).toMatch(new RegExp(`^${origin}/pricing/thankyou/`))
    const plan = await told(who)
    expect(plan).toMatchObject({
      isUnSubscribed: false,
      productIdentifier: expect.any(String),
      subscription: {
        store: name,
        status: 'trialing',
        price: { id: providers[name].monthly, amount: 1900, currency: 'USD', interval: 'month' },
      },
    })
    const trialEnd = Date.parse(plan.subscription?.trialEnd ?? '')
    expect(trialEnd / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 7, 1)
    expect(plan.subscription?.currentPeriodEnd).toBe(plan.subscription?.trialEnd)
  })

  test('the page may ring as well: a lost message is made good', async () => {
    const who = await person()
    vendors.setDeaf(true)
    const { url } = await (await checkout(name, who)).json()
    const paying = vendors.pay(url)
    await expect
      .poll(async () => {
        const rung = await call(sync, `/billing/sync?uid=${who.uid}`, { token: who.token, method: 'POST' })
        return ((await rung.json()) as CurrentPlan).subscription?.status
      })
      .toBe('trialing')
    vendors.setDeaf(false)
    await paying
  })

  test('twenty presses at once, and a second tab later, make one page', async () => {
    const who = await person()
    await checkout(name, who)
    await vendors.forgetRequests()
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(name, who)))
    const good = answers.filter((answer) => answer.status === 200)
    expect(answers.every((answer) => answer.status === 200 || answer.status === 429)).toBe(true)
    expect(good).toHaveLength(9)
    const ids = await Promise.all(good.map(async (answer) => (await answer.json()).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('ten first presses at once make one customer and one page', async () => {
    const who = await person()
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(name, who)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('an answer that was lost on the way is not bought twice', async () => {
    const who = await person()
    await checkout(name, who, { priceId: yearly })
    await vendors.fault({ vendor: name, drop: true, times: 8 })
    expect((await checkout(name, who)).status).toBe(502)
    await vendors.fault({ vendor: name, times: 0 })
    const first = await (await checkout(name, who)).json()
    const again = await (await checkout(name, who)).json()
    expect(again.id).toBe(first.id)
  })

  test('with a plan, 409 already-subscribed', async () => {
    const who = await subscribed(name)
    const response = await checkout(name, who)
    expect(response.status).toBe(409)
    expect(await code(response)).toBe('already-subscribed')
    const other = name === 'stripe' ? 'chargebee' : 'stripe'
    expect((await checkout(other, who)).status).toBe(409)
  })

  test.each([
    ['another origin', { successUrl: 'https://evil.example/pricing/thankyou/' }],
    ['another origin to turn back to', { cancelUrl: 'https://evil.example/' }],
    ['the origin as a prefix', { successUrl: `${origin}.evil.example/` }],
    ['the origin as credentials', { successUrl: 'http://localhost:3000@evil.example/' }],
    ['credentials', { successUrl: 'http://user:pass@localhost:3000/' }],
    ['another scheme', { successUrl: 'javascript:alert(1)' }],
    ['data', { cancelUrl: 'data:text/html,x' }],
    ['a relative address', { successUrl: '/pricing/thankyou/' }],
    ['no scheme', { successUrl: '//localhost:3000/' }],
    ['another port', { successUrl: 'http://localhost:3001/' }],
    ['https for http', { successUrl: 'https://localhost:3000/' }],
    ['a backslash', { successUrl: 'http://localhost:3000\\@evil.example/' }],
    ['a tab in the host', { successUrl: 'http://loc\talhost:3000/' }],
    ['white space before', { successUrl: ' http://localhost:3000/' }],
    ['a line break', { successUrl: 'http://localhost:3000/\n.evil.example' }],
  ])('%s as return address: 400 invalid-return-url', async (_, wrong) => {
    const response = await checkout(name, await person(), wrong)
    expect(response.status).toBe(400)
    expect(await code(response)).toBe('invalid-return-url')
  })

  test('a price that is not on offer: 400 unknown-price', async () => {
    const other = name === 'stripe' ? 'plan-monthly-USD' : 'price_monthly_usd'
    for (const priceId of ['price_nothing', other]) {
      const response = await checkout(name, await person(), { priceId })
      expect(response.status).toBe(400)
      expect(await code(response)).toBe('unknown-price')
    }
  })

  test('a body of the wrong form: 400 invalid-request with the fields', async () => {
    const response = await checkout(name, await person(), { priceId: ['x'], successUrl: undefined })
    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatchObject({
      code: 'invalid-request',
      fields: { priceId: expect.any(String), successUrl: expect.any(String) },
    })
  })

  test('cancelling ends renewal, keeps access, and can be repeated and taken back', async () => {
    const who = await subscribed(name)
    const body = { subscriptionId: who.subscriptionId, store: name }
    for (const _ of [1, 2]) {
      const response = await change(cancel, 'cancel-plan', who, body)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        isUnSubscribed: true,
        subscription: { id: who.subscriptionId, currentPeriodEnd: who.plan.subscription?.currentPeriodEnd },
      })
    }
    const back = await change(resume, 'resume-plan', who, body)
    expect(await back.json()).toMatchObject({ isUnSubscribed: false })
    const twice = await change(resume, 'resume-plan', who, body)
    expect(twice.status).toBe(409)
    expect(await code(twice)).toBe('not-cancelled')
  })

  test("another's subscription is not found, and nothing happens to it", async () => {
    const owner = await subscribed(name)
    const eve = await person()
    const body = { subscriptionId: owner.subscriptionId, store: name }
    await vendors.forgetRequests()
    const response = await change(cancel, 'cancel-plan', eve, body)
    expect(response.status).toBe(404)
    expect(await code(response)).toBe('subscription-not-found')
    const stolen = await call(cancel, `/users/cancel-plan?uid=${eve.uid}`, {
      token: eve.token,
      body: { uid: owner.uid, ...body },
    })
    expect(stolen.status).toBe(403)
    expect(await vendors.requests(name)).toEqual([])
    expect((await planOf(owner)).isUnSubscribed).toBe(false)
  })

  test('a provider that does not answer: 502, and nothing was cancelled', async () => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, status: 503, times: 8 })
    const response = await change(cancel, 'cancel-plan', who, { subscriptionId: who.subscriptionId, store: name })
    await vendors.fault({ vendor: name, times: 0 })
    expect(response.status).toBe(502)
    expect(await code(response)).toBe('provider-unavailable')
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })

  test('a payment that failed is past due, and keeps access', async () => {
    const who = await subscribed(name)
    await vendors.control(name, 'past-due', who.subscriptionId)
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('past_due')
    expect((await planOf(who)).isUnSubscribed).toBe(false)
  })

  test('no second trial', async () => {
    const who = await subscribed(name)
    await change(cancel, 'cancel-plan', who, { subscriptionId: who.subscriptionId, store: name })
    const { url } = await (await checkout(name, who)).json()
    await vendors.pay(url)
    await expect.poll(async () => (await planOf(who)).subscription?.id).not.toBe(who.subscriptionId)
    expect((await planOf(who)).subscription).toMatchObject({ status: 'active', trialEnd: null })
  })

  test('the portal and the invoices', async () => {
    const who = await person()
    const at = (returnUrl: string) =>
      call(portal, `/billing/portal?uid=${who.uid}`, { token: who.token, body: { returnUrl } })
    expect(await code(await at(`${origin}/profile`))).toBe('no-customer')
    const list = () => call(invoices, `/billing/invoices?uid=${who.uid}`, { token: who.token })
    expect(await (await list()).json()).toEqual({ invoices: [] })
    await vendors.pay((await (await checkout(name, who)).json()).url)
    const { subscription } = await told(who)
    expect(await (await at(`${origin}/profile`)).json()).toEqual({ url: expect.stringContaining(vendors.base) })
    expect(await code(await at('https://evil.example/'))).toBe('invalid-return-url')
    await vendors.control(name, 'end-period', subscription?.id ?? '')
    const [invoice] = ((await (await list()).json()) as { invoices: object[] }).invoices
    expect(invoice).toMatchObject({ id: expect.any(String), amount: 1900, currency: 'USD', status: 'paid' })
    await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('active')
  })
})

const live = async ({ uid, token }: Person) => {
  const { subscriptionRows, isLive } = await import('@/lib/server/billing/plan')
  expect(token).not.toBe('')
  return (await subscriptionRows(uid)).filter(isLive)
}

describe('at most one live plan', () => {
  test.each([
    ['a page of each provider', 'chargebee', 'stripe', {}],
    ['two pages of a provider that cannot close one', 'chargebee', 'chargebee', { priceId: 'plan-yearly-USD' }],
  ] as const)('%s, both paid: the first plan stays', async (_, first, second, wanted) => {
    const who = await person()
    const one = await (await checkout(first, who)).json()
    const two = await (await checkout(second, who, wanted)).json()
    await vendors.pay(one.url)
    const { subscription } = await told(who)
    await vendors.pay(two.url)
    await expect
      .poll(async () => {
        await call(sync, `/billing/sync?uid=${who.uid}`, { token: who.token, method: 'POST' })
        const { subscriptionRows } = await import('@/lib/server/billing/plan')
        return (await subscriptionRows(who.uid)).length
      })
      .toBe(2)
    await expect.poll(async () => (await live(who)).map(({ id }) => id)).toEqual([subscription?.id])
  })

  test('of two purchases begun at once only one page can be paid', async () => {
    const who = await person()
    const pages = await Promise.all([checkout('stripe', who), checkout('stripe', who, { priceId: 'price_yearly_usd' })])
    for (const page of pages) if (page.status === 200) await vendors.pay((await page.json()).url)
    await told(who)
    expect(await live(who)).toHaveLength(1)
  })

  test('a cancelled plan is not resumed beside a new one', async () => {
    const who = await subscribed('stripe')
    const body = { subscriptionId: who.subscriptionId, store: 'stripe' }
    await change(cancel, 'cancel-plan', who, body)
    await vendors.pay((await (await checkout('stripe', who)).json()).url)
    await expect.poll(async () => (await planOf(who)).subscription?.id).not.toBe(who.subscriptionId)
    const response = await change(resume, 'resume-plan', who, body)
    expect(response.status).toBe(409)
    expect(await code(response)).toBe('already-subscribed')
  })
})

describe('cancelling says what is true', () => {
  test('also when a reading that began before it ends after it', async () => {
    const who = await subscribed('stripe')
    await vendors.fault({ vendor: 'stripe', delayMs: 800, times: 1 })
    const cancelling = change(cancel, 'cancel-plan', who, { subscriptionId: who.subscriptionId, store: 'stripe' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await call(sync, `/billing/sync?uid=${who.uid}`, { token: who.token, method: 'POST' })
    expect(await (await cancelling).json()).toMatchObject({ isUnSubscribed: true })
  })

  test('also when what is stored says cancelled and the provider would charge', async () => {
    const who = await subscribed('stripe')
    const { database } = await import('@/lib/server/db/client')
    const { subscriptions } = await import('@/lib/server/db/schema')
    const { eq } = await import('drizzle-orm')
    const db = await database()
    await db.update(subscriptions).set({ isUnSubscribed: true }).where(eq(subscriptions.uid, who.uid))
    await vendors.forgetRequests()
    await change(cancel, 'cancel-plan', who, { subscriptionId: who.subscriptionId, store: 'stripe' })
    const asked = await vendors.requests('stripe')
    expect(asked.some(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'))).toBe(true)
  })

  test.each([400, 401, 403, 404, 429, 500])(
    'a provider that answers %i: 502, and nothing has changed',
    async (status) => {
      const who = await subscribed('stripe')
      await vendors.fault({ vendor: 'stripe', status, times: 6 })
      const response = await change(cancel, 'cancel-plan', who, { subscriptionId: who.subscriptionId, store: 'stripe' })
      await vendors.fault({ vendor: 'stripe', times: 0 })
      expect(response.status).toBe(502)
      expect((await planOf(who)).isUnSubscribed).toBe(false)
    },
  )
})

test('a cancellation made in Stripe’s portal, which sets a date alone, is seen and can be taken back', async () => {
  const who = await subscribed('stripe')
  const { url } = await (
    await call(portal, `/billing/portal?uid=${who.uid}`, {
      token: who.token,
      body: { returnUrl: `${origin}/profile` },
    })
  ).json()
  await fetch(`${url}/${who.subscriptionId}/cancel`, { method: 'POST', redirect: 'manual' })
  await expect.poll(async () => (await planOf(who)).isUnSubscribed).toBe(true)
  const body = { subscriptionId: who.subscriptionId, store: 'stripe' }
  const response = await change(resume, 'resume-plan', who, body)
  expect(await response.json()).toMatchObject({ isUnSubscribed: false })
})

describe('ephemeral keys', () => {
  const ask = ({ uid, token }: Person, query: string) =>
    call(ephemeralKeys, `/stripe/ephemeral_keys?uid=${uid}${query}`, { token, method: 'POST' })

  test("the provider's object, for the mobile SDK's version", async () => {
    const response = await ask(await person(), '&api_version=2020-08-27')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: expect.any(String),
      secret: expect.any(String),
      object: 'ephemeral_key',
    })
  })

  test.each([
    '',
    '&api_version=2020-99-99',
    '&api_version=',
    '&api_version=1',
    '&api_version=2020-08-27&api_version=2020-08-27',
    '&api_version[]=2020-08-27',
  ])('%s answers 400', async (query) => {
    const response = await ask(await person(), query)
    expect(response.status).toBe(400)
    expect(await code(response)).toBe('invalid-request')
  })
})
