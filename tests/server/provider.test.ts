/**
 * Both providers through `provider.ts`, by one suite: what the product asks of one it may ask of the other.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Provider } from '@/lib/contract/plan'
import { readEnv } from '@/lib/env'
import { askForAll } from '@/lib/server/billing/chargebee-client'
import { chargebeeProvider } from '@/lib/server/billing/chargebee'
import {
  billingProvider,
  CustomerMissing,
  type BillingProvider,
  type ProviderSubscription,
  type Purchase,
} from '@/lib/server/billing/provider'
import { stripeProvider } from '@/lib/server/billing/stripe'
import { stripeEventCustomer } from '@/lib/server/billing/stripe-event'
import { ApiFailure } from '@/lib/server/errors'
import { offers } from '@/local/vendors/catalogue'
import { standIn } from '@/local/vendors/settings'
import { startStandIns, type StandIns } from '@/tests/local/stand-ins'

let standIns: StandIns
beforeAll(async () => {
  standIns = await startStandIns()
  Object.assign(process.env, {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: standIn.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
    STRIPE_PRICE_IDS: offers.map((offer) => offer.stripePriceId).join(','),
    STRIPE_API_BASE: standIns.base,
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
    CHARGEBEE_ITEM_PRICE_IDS: offers.map((offer) => offer.itemPriceId).join(','),
    CHARGEBEE_API_BASE: standIns.base,
  })
})
afterAll(() => standIns.close())
beforeEach(() => standIns.site.answerWith(200))
afterEach(() => vi.useRealTimers())

const names = ['stripe', 'chargebee'] as const
const monthly = { stripe: 'price_monthly_usd', chargebee: 'plan-monthly-USD' }

const purchase = (name: Provider, customerId: string, extra: Partial<Purchase> = {}): Purchase => ({
  key: randomUUID(),
  uid: 'ada',
  customerId,
  priceId: monthly[name],
  successUrl: 'http://localhost:3000/pricing/thankyou/',
  cancelUrl: 'http://localhost:3000/pricing/start',
  trialDays: 7,
  ui: 'hosted',
  ...extra,
})

const urlOf = ({ answer }: { answer: object }) => (answer as { url: string }).url

/** A person with a paid page, and what they have by it. */
async function buy(name: Provider, trialDays = 7) {
  const provider = await billingProvider(name)
  const uid = randomUUID()
  const customerId = await provider.createCustomer({ uid, email: `${uid}@example.com`, generation: 0 })
  const page = await provider.openCheckout(purchase(name, customerId, { trialDays }))
  await standIns.press(urlOf(page), 'pay')
  const now = async () => {
    const all = await provider.subscriptions(customerId)
    if (!all[0]) throw new Error('no subscription')
    return all[0]
  }
  return { provider, uid, customerId, page, now, id: (await now()).id }
}

const control = (name: Provider, what: string, body: object) => standIns.post(`/${name}/control/${what}`, body)

const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  )

const unavailable = expect.objectContaining({ code: 'provider-unavailable' })

const shape = ({ status, isUnSubscribed, access }: ProviderSubscription) => ({ status, isUnSubscribed, access })

/** Every method with arguments for which the stand-in has an answer. */
function everyMethod(provider: BillingProvider, of: { customerId: string; id: string; page: string }) {
  const { name } = provider
  const calls: [keyof BillingProvider, () => Promise<unknown>][] = [
    ['offers', () => provider.offers()],
    ['createCustomer', () => provider.createCustomer({ uid: randomUUID(), email: null, generation: 0 })],
    ['openCheckout', () => provider.openCheckout(purchase(name, of.customerId))],
    ['checkout', () => provider.checkout(of.page)],
    ['closeCheckout', () => provider.closeCheckout(of.page)],
    ['subscriptions', () => provider.subscriptions(of.customerId)],
    ['cancelAtPeriodEnd', () => provider.cancelAtPeriodEnd(of.id)],
    ['resume', () => provider.resume(of.id)],
    ['cancelNow', () => provider.cancelNow(of.id)],
    ['refundAll', () => provider.refundAll(of.id, 'key')],
    ['missedCustomers', () => provider.missedCustomers(new Date(0))],
    ['portal', () => provider.portal(of.customerId, 'http://localhost:3000/profile')],
    ['invoices', () => provider.invoices(of.customerId)],
  ]
  // There is nothing to ask: a hosted page of Chargebee's cannot be closed.
  return calls.filter(([method]) => name !== 'chargebee' || method !== 'closeCheckout')
}

describe.each(names)('%s', (name) => {
  test('offers are the catalogue, as it will be charged', async () => {
    const found = await (await billingProvider(name)).offers()
    expect(found).toHaveLength(offers.length)
    expect(found[0]).toEqual({
      priceId: monthly[name],
      provider: name,
      product: { id: name === 'stripe' ? 'prod_monthly' : 'plan-monthly', name: 'Monthly (Sample price)' },
      interval: 'month',
      amount: 1900,
      currency: 'USD',
      trialDays: 7,
      taxBehavior: name === 'stripe' ? 'inclusive' : 'unspecified',
    })
  })

  test('bug 6: a person has one customer, however often and however many at once ask; a lost one has a successor', async () => {
    const provider = await billingProvider(name)
    const person = { uid: randomUUID(), email: 'ada@example.com', generation: 0 }
    const first = await provider.createCustomer(person)
    const again = await Promise.all([1, 2, 3].map(() => provider.createCustomer(person)))
    expect(new Set([first, ...again])).toEqual(new Set([first]))
    const next = await provider.createCustomer({ ...person, generation: 1 })
    expect(next).not.toBe(first)
    expect(await provider.createCustomer({ ...person, generation: 1 })).toBe(next)
    expect(await provider.createCustomer({ ...person, uid: randomUUID() })).not.toBe(first)
  })

  test('a page is opened, found again with the same answer, paid once, and complete', async () => {
    const provider = await billingProvider(name)
    const customerId = await provider.createCustomer({ uid: randomUUID(), email: 'a@example.com', generation: 0 })
    const wanted = purchase(name, customerId)
    const page = await provider.openCheckout(wanted)
    expect(page.state).toBe('open')
    expect(page.expiresAt.getTime()).toBeGreaterThan(Date.now())
    expect(page.answer).toMatchObject({ id: page.id, url: expect.stringContaining(page.id) })
    expect((await provider.openCheckout(wanted)).id).toBe(page.id)
    expect((await provider.checkout(page.id)).answer).toEqual(page.answer)
    await standIns.press(urlOf(page), 'pay')
    await standIns.press(urlOf(page), 'pay')
    expect((await provider.checkout(page.id)).state).toBe('complete')
    expect(await provider.subscriptions(customerId)).toHaveLength(1)
  })

  test('a page that was left, closed or has grown old is not open any more', async () => {
    const { provider, customerId, page: paid } = await buy(name)
    await provider.closeCheckout(paid.id)
    expect((await provider.checkout(paid.id)).state).toBe('complete')
    const page = await provider.openCheckout(purchase(name, customerId))
    await (name === 'stripe' ? provider.closeCheckout(page.id) : standIns.press(urlOf(page), 'back'))
    expect((await provider.checkout(page.id)).state).toBe('expired')
    await provider.closeCheckout(page.id)
    const old = await provider.openCheckout(purchase(name, customerId))
    vi.useFakeTimers({ toFake: ['Date'], now: old.expiresAt.getTime() + 60_000 })
    expect((await provider.checkout(old.id)).state).toBe('expired')
  })

  test('a stale customer: one that is not there is lost, and nothing else is', async () => {
    const { provider, customerId } = await buy(name)
    expect(await failure(provider.openCheckout(purchase(name, customerId, { priceId: 'price_nope' })))).toEqual(
      unavailable,
    )
    await control(name, 'delete-customer', { customer: customerId })
    for (const lost of [customerId, 'cus_nobody']) {
      expect(await failure(provider.openCheckout(purchase(name, lost)))).toBeInstanceOf(CustomerMissing)
      expect(await failure(provider.portal(lost, 'http://localhost:3000/profile'))).toBeInstanceOf(CustomerMissing)
      expect((await provider.subscriptions(lost)).filter(({ access }) => access)).toEqual([])
    }
    expect(await provider.subscriptions('cus_nobody')).toEqual([])
    expect(await provider.invoices('cus_nobody')).toEqual([])
  })

  describe('what a subscription is', () => {
    test('trialing, with the trial’s end as the period’s', async () => {
      const { now, customerId } = await buy(name)
      const told = await now()
      expect(told).toMatchObject({
        customerId,
        status: 'trialing',
        isUnSubscribed: false,
        access: true,
        price: { id: monthly[name], amount: 1900, currency: 'USD', interval: 'month' },
      })
      expect(told.trialEnd?.getTime()).toBeGreaterThan(Date.now())
      expect(told.currentPeriodEnd).toEqual(told.trialEnd)
      expect(Math.abs(told.startedAt.getTime() - Date.now())).toBeLessThan(60_000)
    })

    test('active at once without a trial, and after one', async () => {
      const { now } = await buy(name, 0)
      expect(await now()).toMatchObject({ status: 'active', isUnSubscribed: false, access: true, trialEnd: null })
      const tried = await buy(name)
      await control(name, 'end-period', { subscription: tried.id })
      expect(await tried.now()).toMatchObject({ status: 'active', isUnSubscribed: false, access: true })
    })

    test('past due with access, also when its end is scheduled, until it is settled', async () => {
      const { provider, now, id } = await buy(name, 0)
      await control(name, 'past-due', { subscription: id })
      expect(shape(await now())).toEqual({ status: 'past_due', isUnSubscribed: false, access: true })
      await control(name, 'settle', { subscription: id })
      expect(shape(await now())).toEqual({ status: 'active', isUnSubscribed: false, access: true })
      await control(name, 'past-due', { subscription: id })
      await provider.cancelAtPeriodEnd(id)
      expect(await now()).toMatchObject({ isUnSubscribed: true, access: true })
    })

    test.each([
      ['in the trial', 7, 'trialing'],
      ['in a paid period', 0, 'active'],
    ] as const)('cancelled %s: access to the end, twice is once, and it can be taken back', async (_, days, status) => {
      const { provider, now, id } = await buy(name, days)
      const { currentPeriodEnd } = await now()
      const cancelled = await provider.cancelAtPeriodEnd(id)
      expect(cancelled).toMatchObject({ status, isUnSubscribed: true, access: true, currentPeriodEnd })
      expect(await provider.cancelAtPeriodEnd(id)).toEqual(cancelled)
      expect(await now()).toEqual(cancelled)
      expect(await provider.resume(id)).toMatchObject({ status, isUnSubscribed: false, access: true, currentPeriodEnd })
      expect(await provider.resume(id)).toMatchObject({ isUnSubscribed: false })
    })

    test('bug 8: cancelled in the portal it is cancelled, and our resumption takes that back', async () => {
      const { provider, now, id, customerId } = await buy(name, 0)
      const portal = await provider.portal(customerId, 'http://localhost:3000/profile')
      const there = () => fetch(`${portal}/${id}/cancel`, { method: 'POST', redirect: 'manual' })
      await there()
      expect(shape(await now())).toEqual({ status: 'active', isUnSubscribed: true, access: true })
      expect(shape(await provider.resume(id))).toEqual({ status: 'active', isUnSubscribed: false, access: true })
      expect(await now()).toMatchObject({ isUnSubscribed: false })
      await there()
      expect(await provider.cancelAtPeriodEnd(id)).toMatchObject({ isUnSubscribed: true })
      expect(await provider.resume(id)).toMatchObject({ isUnSubscribed: false })
    })

    test('ended when the period that was cancelled has passed', async () => {
      const { provider, now, id } = await buy(name, 0)
      await provider.cancelAtPeriodEnd(id)
      await control(name, 'end-period', { subscription: id })
      const ended = await now()
      expect(shape(ended)).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
      expect(ended.currentPeriodEnd?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    })

    test('ended at once; again, or when nobody knows it, is no error', async () => {
      const { provider, now, id } = await buy(name)
      await provider.cancelNow(id)
      await provider.cancelNow(id)
      await provider.cancelNow('sub_nobody')
      expect(shape(await now())).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
      expect(await failure(provider.resume(id))).toEqual(unavailable)
    })
  })

  describe('paying back', () => {
    /** What the vendor itself has noted, one amount a refund. */
    const noted = (customer: string) =>
      name === 'stripe'
        ? Object.values(standIns.desk.state.stripe.invoices)
            .filter((one) => one.customer === customer)
            .flatMap(({ refunds = [] }) => refunds.map(({ amount }) => amount))
        : Object.values(standIns.desk.state.chargebee.invoices)
            .filter((one) => one.customer === customer)
            .flatMap(({ creditNotes = [] }) => creditNotes.map(({ total }) => total))

    async function byHand(customer: string, amount?: number) {
      if (name === 'chargebee') {
        const { list } = await standIns.chargebee.invoice.list({ customer_id: { is: customer } })
        await standIns.chargebee.invoice.refund(list[0]?.invoice.id ?? '', { refund_amount: amount })
        return
      }
      const { data } = await standIns.stripe.invoices.list({ customer })
      const payments = await standIns.stripe.invoicePayments.list({ invoice: data[0]?.id })
      const intent = payments.data[0]?.payment.payment_intent as string
      await standIns.stripe.refunds.create({ payment_intent: intent, amount })
    }

    test('nothing where nothing was paid', async () => {
      const { provider, id } = await buy(name)
      expect(await provider.refundAll(id, 'key')).toBeNull()
    })

    test('all of it, once, under whatever key it is asked for again', async () => {
      const { provider, id, customerId } = await buy(name, 0)
      const all = { amount: 1900, currency: 'USD' }
      await provider.cancelNow(id)
      expect(await provider.refundAll(id, `duplicate-${id}`)).toEqual(all)
      expect(await provider.refundAll(id, `duplicate-${id}`)).toEqual(all)
      expect(await provider.refundAll(id, `other-${id}`)).toEqual(all)
      expect(noted(customerId)).toEqual([1900])
    })

    test('two at once pay once', async () => {
      const { provider, id, customerId } = await buy(name, 0)
      const both = await Promise.all([1, 2].map(() => provider.refundAll(id, `at-once-${id}`)))
      expect(both).toEqual([1, 2].map(() => ({ amount: 1900, currency: 'USD' })))
      expect(noted(customerId)).toEqual([1900])
    })

    test('what a hand has paid back already is not paid again', async () => {
      const whole = await buy(name, 0)
      await byHand(whole.customerId)
      expect(await whole.provider.refundAll(whole.id, `hand-${whole.id}`)).toEqual({ amount: 1900, currency: 'USD' })
      expect(noted(whole.customerId)).toEqual([1900])
      const part = await buy(name, 0)
      await byHand(part.customerId, 500)
      expect(await part.provider.refundAll(part.id, `hand-${part.id}`)).toEqual({ amount: 1900, currency: 'USD' })
      expect(noted(part.customerId)).toEqual([500, 1400])
    })

    test('a hand that was quicker, between our look and our refund, has paid; no error, and not again', async () => {
      const { provider, id, customerId } = await buy(name, 0)
      standIns.happensBefore(/^POST .*\/refunds?$/, () => byHand(customerId))
      expect(await provider.refundAll(id, `quick-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
      expect(noted(customerId)).toEqual([1900])
    })

    test('a lost answer is no second refund', async () => {
      const { provider, id, customerId } = await buy(name, 0)
      const asked = name === 'stripe' ? /refunds$/ : /refund$/
      standIns.loseAnswer(asked)
      // Stripe's client asks again by itself, under the same key; Chargebee's leaves that to us.
      const first = await failure(provider.refundAll(id, `lost-${id}`))
      expect([{ code: 'provider-unavailable' }, 'no failure']).toContainEqual(
        first instanceof ApiFailure ? { code: first.code } : first,
      )
      expect(await provider.refundAll(id, `lost-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
      expect(noted(customerId)).toEqual([1900])
    })

    test('every payment of a longer one', async () => {
      const { provider, id } = await buy(name, 0)
      await control(name, 'end-period', { subscription: id })
      expect(await provider.refundAll(id, `long-${id}`)).toEqual({ amount: 3800, currency: 'USD' })
    })
  })

  test('whoever a message was about that did not reach us is told, each once, and only since then', async () => {
    const begun = new Date(Date.now() - 1000)
    const { provider, customerId, id } = await buy(name, 0)
    await vi.waitFor(async () => expect(await provider.missedCustomers(begun)).not.toContain(customerId))
    standIns.site.answerWith(500)
    await provider.cancelAtPeriodEnd(id)
    await provider.resume(id)
    const missed = await provider.missedCustomers(begun)
    expect(missed.filter((one) => one === customerId)).toEqual([customerId])
    expect(await provider.missedCustomers(new Date(Date.now() + 60_000))).not.toContain(customerId)
    standIns.site.answerWith(200)
    standIns.restart()
    await vi.waitFor(async () => expect(await provider.missedCustomers(begun)).toEqual([]), { timeout: 10_000 })
  })

  test('invoices, newest first, with a receipt to follow; the portal leads back', async () => {
    const { provider, customerId, id } = await buy(name, 0)
    await control(name, 'end-period', { subscription: id })
    const found = await provider.invoices(customerId)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ amount: 1900, currency: 'USD', status: 'paid' })
    expect(Date.parse(found[0]?.date ?? '')).toBeGreaterThanOrEqual(Date.parse(found[1]?.date ?? ''))
    expect(await (await fetch(found[0]?.url ?? '')).text()).toContain('Paid')
    const portal = await provider.portal(customerId, 'http://localhost:3000/profile')
    expect(await (await fetch(portal)).text()).toContain('http://localhost:3000/profile')
  })

  test.each([
    ['answers 500', { status: 500 }],
    ['answers 503', { status: 503 }],
    ['answers 429', { status: 429 }],
    ['answers 401', { status: 401 }],
    ['drops the connection', { drop: true }],
  ])('a provider that %s: every method says that it is unavailable', async (_, fault) => {
    const { provider, customerId, id, page } = await buy(name, 0)
    const calls = everyMethod(provider, { customerId, id, page: page.id })
    await standIns.post('/faults', { vendor: name, times: 1000, ...fault })
    const results = await Promise.all(calls.map(([, call]) => failure(call())))
    await standIns.post('/faults', { vendor: name, times: 0 })
    for (const [index, [method]] of calls.entries()) expect(results[index], method).toEqual(unavailable)
    // And afterwards nothing of it is left: the same calls work.
    expect(await provider.subscriptions(customerId)).toHaveLength(1)
  })

  test('a provider that never answers: nobody waits longer than the deadline', async () => {
    const silent = await listenInSilence()
    const { stripe, chargebee } = readEnv({ ...process.env, [`${name.toUpperCase()}_API_BASE`]: silent.base })
    if (!stripe || !chargebee) throw new Error('not configured')
    const provider = name === 'stripe' ? stripeProvider(stripe) : chargebeeProvider(chargebee)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = everyMethod(provider, { customerId: 'c', id: 's', page: 'p' })
    // It works for itself, call by call; see the next test for where it ends.
    const waited = calls.filter(([method]) => method !== 'missedCustomers')
    const results = Promise.all(waited.map(([, call]) => failure(call())))
    await silent.asked(waited.length)
    await vi.advanceTimersByTimeAsync(9500)
    for (const [index, result] of (await results).entries()) {
      expect(result, waited[index]?.[0]).toEqual(unavailable)
      expect((result as ApiFailure).message, waited[index]?.[0]).toMatch(/did not answer in time/)
    }
    silent.close()
  }, 20_000)
})

/** A server that takes connections and says nothing. */
async function listenInSilence() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    /** Waits without a timer, which the test has taken away. */
    async asked(count: number) {
      while (sockets.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a list that never ends is read to a limit', async () => {
  let pages = 0
  const found = await askForAll(250, async () => ({ list: Array<number>(100).fill(++pages), next_offset: 'more' }))
  expect([found.length, pages]).toEqual([300, 3])
})

describe('Stripe alone', () => {
  test('an embedded page has a secret instead of an address, the same again, and leads on once it is paid', async () => {
    const provider = await billingProvider('stripe')
    const customerId = await provider.createCustomer({ uid: randomUUID(), email: null, generation: 0 })
    const successUrl = 'http://localhost:3000/pricing/thankyou/?session={CHECKOUT_SESSION_ID}'
    const page = await provider.openCheckout(purchase('stripe', customerId, { ui: 'embedded', successUrl }))
    expect(page.answer).toEqual({ id: page.id, url: null, clientSecret: expect.stringMatching(/_secret_/) })
    expect(await provider.checkout(page.id)).toEqual(page)
    const { clientSecret } = page.answer as { clientSecret: string }
    const shown = `${standIns.base}/checkout/stripe/embedded/${clientSecret}`
    const text = await (await fetch(shown)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, button]) => button)).toEqual(['Pay', 'Go back'])
    const left = await standIns.press(shown, 'back')
    expect(await left.text()).toContain('Nothing was paid')
    expect((await provider.checkout(page.id)).state).toBe('open')
    const paid = await standIns.press(shown, 'pay')
    expect(paid.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?session=${page.id}`)
    expect((await provider.checkout(page.id)).state).toBe('complete')
    expect(await provider.subscriptions(customerId)).toHaveLength(1)
  })

  test('every request that changes something carries an idempotency key, and ours are the ones that were decided', async () => {
    standIns.desk.calls.clear()
    const { uid, id, provider, customerId, page } = await buy('stripe', 0)
    for (const [, call] of everyMethod(provider, { customerId, id, page: page.id })) await call()
    const posts = standIns.desk.calls.list('stripe').filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/customers', '/v1/checkout/sessions', `/v1/subscriptions/${id}`, '/v1/refunds']),
    )
    const keyOf = (call: (typeof posts)[number]) => call.headers['idempotency-key']
    for (const call of posts) expect(keyOf(call), call.path).toMatch(/./)
    const digest = createHash('sha256').update(`${uid}\n${uid}@example.com`).digest('hex')
    expect(posts.map(keyOf)).toContain(`customer-${digest}`)
    const invoice = Object.values(standIns.desk.state.stripe.invoices).find((one) => one.subscription === id)
    expect(posts.map(keyOf)).toContain(`key-${invoice?.id}`)
  })

  test('what a lost customer once had is not looked for in events that Stripe has thrown away', async () => {
    const provider = await billingProvider('stripe')
    await provider.missedCustomers(new Date(0))
    const call = standIns.desk.calls.list('stripe').findLast(({ path }) => path === '/v1/events')
    const query = call?.query as { created: { gte: string } } | undefined
    expect(query).toEqual({ delivery_success: 'false', limit: '100', created: { gte: expect.any(String) } })
    expect(Math.abs(Number(query?.created.gte) - (Date.now() / 1000 - 30 * 86_400))).toBeLessThan(60)
  })

  test('bug 1: a newline behind the secret does no harm, and a body that was parsed and written again is refused', () => {
    const { stripe: settings } = readEnv({ ...process.env, STRIPE_WEBHOOK_SECRET: 'whsec_local\n' })
    if (!settings) throw new Error('not configured')
    const body =
      '{"id": "evt_1",  "object": "event", "type": "customer.deleted", "data": {"object": {"object": "customer", "id": "cus_1"}}}'
    const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_local' })
    expect(stripeEventCustomer(settings, Buffer.from(body), header)).toBe('cus_1')
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body)))
    expect(() => stripeEventCustomer(settings, rewritten, header)).toThrow(
      expect.objectContaining({ code: 'bad-signature' }),
    )
  })
})

describe('Chargebee alone', () => {
  test('the page is the hosted-page object, wherever it is opened', async () => {
    const provider = await billingProvider('chargebee')
    const customerId = await provider.createCustomer({ uid: randomUUID(), email: null, generation: 0 })
    const page = await provider.openCheckout(purchase('chargebee', customerId, { ui: 'embedded' }))
    expect(page.answer).toEqual({ id: page.id, url: expect.any(String), type: 'checkout_new', state: 'created' })
  })

  test('a customer’s number is made of the uid, fits its fifty characters, and names its generation', async () => {
    const provider = await billingProvider('chargebee')
    const uid = 'u'.repeat(128)
    const digest = createHash('sha256').update(uid).digest('base64url').slice(0, 40)
    expect(await provider.createCustomer({ uid, email: null, generation: 0 })).toBe(`u-${digest}`)
    expect(await provider.createCustomer({ uid, email: null, generation: 12 })).toBe(`u-${digest}-12`)
  })

  test('lost messages are asked for with one filter a field', async () => {
    await (await billingProvider('chargebee')).missedCustomers(new Date(1_800_000_000_000))
    const call = standIns.desk.calls.list('chargebee').findLast(({ path }) => path === '/api/v2/events')
    expect(call?.query).toEqual({
      occurred_at: { after: '1799999999' },
      webhook_status: { is_not: 'succeeded' },
      limit: '100',
    })
  })

  test('a receipt that has no address leaves the list whole', async () => {
    const { provider, customerId } = await buy('chargebee', 0)
    standIns.loseAnswer(/pdf$/)
    expect(await provider.invoices(customerId)).toMatchObject([{ amount: 1900, url: null }])
  })
})
