import { describe, expect, test } from 'vitest'
import { GET as plans } from '@/app/api/plans/route'
import { POST as ephemeralKeys } from '@/app/api/stripe/ephemeral_keys/route'
import { POST as cancel } from '@/app/api/users/cancel-plan/route'
import type { PlanOffer, PlanOffers } from '@/lib/contract/plan'
import { tokenHeader } from '@/lib/site'
import {
  buyersOf,
  cancelPlan,
  checkout,
  code,
  names,
  planOf,
  portalOf,
  providers,
  resumePlan,
  planAfterWebhook,
  type Person,
  invoicesOf,
  returns,
} from '@/tests/setup/buyers'
import { anotherProvider } from '@/tests/setup/providers'
import { call, origin } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { person, subscribed } = buyersOf({ world, vendors })

test('shows the providers’ prices, cached for a minute', async () => {
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

test.each([
  ['pt-BR', 'US$\u00a019', 'US$\u00a0180', 'US$\u00a048'],
  ['ja, de;q=0.5', '$19', '$180', '$48'],
])('shows amounts in the language of the request: %s', async (language, month, year, saving) => {
  const response = await call(plans, '/plans', { headers: { 'Accept-Language': language } })
  expect(response.headers.get('vary')).toBe('Accept-Language')
  const offers = ((await response.json()) as PlanOffers).plans
  const displayOf = (id: string) => offers.find(({ priceId }) => priceId === id)?.display
  expect(displayOf('price_monthly_usd')).toEqual({ amount: month })
  expect(displayOf('price_yearly_usd')).toEqual({ amount: year, saving })
})

describe.each(names)('%s', (name) => {
  test('opens a hosted page, and paying creates a plan by webhook alone', async () => {
    const who = await person()
    const response = await checkout(name, who)
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(Object.keys(answer).toSorted()).toEqual(providers[name].page)
    const paid = await vendors.pay(answer.url)
    expect(paid.headers.get('location')).toMatch(new RegExp(`^${origin}/pricing/thankyou/`))
    const plan = await planAfterWebhook(who)
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

  test('refuses a guest before asking a provider', async () => {
    const who = await person()
    const tokenOf = (identities: object) =>
      world.identity.token(who.uid, { email: undefined, firebase: { sign_in_provider: 'anonymous', identities } })
    await vendors.forgetRequests()
    const response = await checkout(name, { ...who, token: await tokenOf({}) })
    expect(response.status).toBe(403)
    expect((await response.json()).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('create an account first'),
    })
    expect(await vendors.requests(name)).toEqual([])
    // With a linked identity the account is no guest, whatever the token says.
    const upgraded = { ...who, token: await tokenOf({ phone: ['+15550100'] }) }
    expect((await checkout(name, upgraded)).status).toBe(200)
  })

  test('answers 409 already-subscribed to a subscriber', async () => {
    const who = await subscribed(name)
    const response = await checkout(name, who)
    expect(response.status).toBe(409)
    expect(await code(response)).toBe('already-subscribed')
    const other = anotherProvider[name]
    expect((await checkout(other, who)).status).toBe(409)
  })

  test('ignores the Host header for the return address', async () => {
    const { uid, token } = await person()
    const headers = { [tokenHeader]: token, 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    const press = (change: object) =>
      providers[name].checkout(
        new Request(`https://evil.test/api/${name}/checkout-session?uid=${uid}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ priceId: providers[name].monthly, ...returns, ...change }),
        }),
      )
    expect((await press({ successUrl: 'https://evil.test/pricing/thankyou/' })).status).toBe(400)
    const response = await press({})
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('evil.test')
  })

  test('cancels with access until the end, repeatedly, and resumes', async () => {
    const who = await subscribed(name)
    for (const _ of [1, 2]) {
      const response = await cancelPlan(who, who.subscriptionId, name)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        isUnSubscribed: true,
        subscription: { id: who.subscriptionId, currentPeriodEnd: who.plan.subscription?.currentPeriodEnd },
      })
    }
    const back = await resumePlan(who, who.subscriptionId, name)
    expect(await back.json()).toMatchObject({ isUnSubscribed: false })
    const twice = await resumePlan(who, who.subscriptionId, name)
    expect(twice.status).toBe(409)
    expect(await code(twice)).toBe('not-cancelled')
  })

  test("does not find or change another user's subscription", async () => {
    const owner = await subscribed(name)
    const eve = await person()
    const body = { subscriptionId: owner.subscriptionId, store: name }
    await vendors.forgetRequests()
    const response = await cancelPlan(eve, owner.subscriptionId, name)
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

  test.each([
    ['with a space, as a provider allows', 'my plan', 404, 'subscription-not-found'],
    ['with half a pair', 'sub_\ud800', 400, 'invalid-request'],
  ])('answers 400 for a plan id that is %s', async (_, id, status, word) => {
    const response = await cancelPlan(await person(), id, name)
    expect(response.status).toBe(status)
    expect(await code(response)).toBe(word)
  })
})

test('lists both providers’ invoices, and names one that does not answer', async () => {
  const who = await subscribed('stripe')
  const list = async () => (await invoicesOf(who)).json()
  await vendors.control('stripe', 'end-period', who.subscriptionId)
  await cancelPlan(who, who.subscriptionId, 'stripe')
  await vendors.control('stripe', 'end-period', who.subscriptionId)
  await expect.poll(async () => (await planOf(who)).subscription?.status).toBe('canceled')
  const before = await list()
  expect(before).toEqual({ invoices: [expect.objectContaining({ amount: 1900 }), expect.anything()] })
  await vendors.pay((await (await checkout('chargebee', who)).json()).url)
  await expect.poll(async () => (await planOf(who)).subscription?.store).toBe('chargebee')
  const both = await list()
  expect(both).toEqual({ invoices: expect.arrayContaining(before.invoices), elsewhere: ['stripe'] })
  expect(both.invoices.length).toBeGreaterThan(before.invoices.length)
  const dates = both.invoices.map(({ date }: { date: string }) => Date.parse(date))
  expect(dates).toEqual(dates.toSorted((a: number, b: number) => b - a))
  for (const name of names)
    expect((await (await portalOf(who, undefined, name)).json()).url).toContain(`/portal/${name}/`)
  await vendors.fault({ vendor: 'stripe', status: 503, times: 8 })
  const some = await list()
  expect(some).toEqual({ invoices: expect.any(Array), unread: ['stripe'] })
  expect(some.invoices.length).toBeLessThan(both.invoices.length)
  await vendors.fault({ vendor: 'chargebee', status: 503, times: 8 })
  const none = await list()
  for (const vendor of names) await vendors.fault({ vendor, times: 0 })
  expect(none).toMatchObject({ error: { code: 'provider-unavailable' } })
})

describe('ephemeral keys', () => {
  const ask = ({ uid, token }: Person, query: string) =>
    call(ephemeralKeys, `/stripe/ephemeral_keys?uid=${uid}${query}`, { token, method: 'POST' })

  test("returns the provider's object for the mobile SDK's version", async () => {
    const response = await ask(await person(), '&api_version=2020-08-27')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: expect.any(String),
      secret: expect.any(String),
      object: 'ephemeral_key',
    })
  })

  test.each(['', '&api_version=2020-99-99', '&api_version=2020-08-27&api_version=2020-08-27'])(
    'answers 400 to %s',
    async (query) => {
      const response = await ask(await person(), query)
      expect(response.status).toBe(400)
      expect(await code(response)).toBe('invalid-request')
    },
  )
})
