/** The order of checks: with two problems, the answer names the earlier one. */
import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/server/db/client'
import { subscriptions, customers } from '@/lib/server/db/schema'
import { rates, consumePoint } from '@/lib/server/http/limits'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send, type Change } from '@/tests/setup/endpoints'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

/** Users by problem: too many calls, or a plan. */
const people = { plain: 'plain', busy: 'busy', planned: 'planned', both: 'busy-and-planned' }

beforeAll(async () => {
  const db = await database()
  for (const uid of Object.values(people)) world.identity.accounts.set(uid, { validSince: '0' })
  for (const uid of [people.planned, people.both]) {
    // Bought in an app store, so that no provider is asked.
    const plan = { id: `sub-${uid}`, store: 'play_store', uid, status: 'active', stamp: 0 } as const
    await db.insert(subscriptions).values({ ...plan, access: true, isUnSubscribed: false, startedAt: new Date() })
  }
  for (const uid of [people.busy, people.both]) {
    for (let n = 0; n < rates.call.points; n++) await consumePoint('call', uid)
  }
})

type Flaw = 'token' | 'uid' | 'size' | 'form' | 'limit' | 'state' | 'price' | 'address'

/** The contract's order. */
const order: Flaw[] = ['token', 'uid', 'size', 'form', 'limit', 'state', 'price', 'address']

const answers: Record<Exclude<Flaw, 'state'>, [number, string]> = {
  token: [401, 'unauthenticated'],
  uid: [403, 'forbidden'],
  size: [413, 'too-large'],
  form: [400, 'invalid-request'],
  limit: [429, 'too-many-requests'],
  price: [400, 'unknown-price'],
  address: [400, 'invalid-return-url'],
}

type Own = {
  /** Malformed fields of the body, or of the query. */
  form?: Change
  state?: { change: Change; answer: [number, string] }
  price?: Change
  address?: Change
}

const badReturn = { body: { successUrl: 'https://evil.example/' } }
const checkout: Own = {
  form: { body: { cancelUrl: 7 } },
  // The user already has a plan.
  state: { change: {}, answer: [409, 'already-subscribed'] },
  price: { body: { priceId: 'nothing-on-offer' } },
  address: badReturn,
}
const planChange: Own = {
  form: { body: { store: 'nowhere' } },
  state: { change: {}, answer: [404, 'subscription-not-found'] },
}

/** Problems of one endpoint, in addition to those of all. */
const own: Record<string, Own> = {
  '/billing/invoices': {},
  '/billing/portal': {
    form: { body: { returnUrl: 7 } },
    state: { change: {}, answer: [404, 'no-customer'] },
  },
  '/billing/sync': {},
  '/chargebee/checkout-session': checkout,
  '/stripe/checkout-session': checkout,
  '/stripe/ephemeral_keys': { form: { query: '&api_version=1' } },
  '/users/cancel-plan': planChange,
  '/users/change-plan': planChange,
  '/users/current-plan': {},
  '/users/delete-account': {},
  '/users/end-sessions': {},
  '/users/export': {},
  '/users/get-user': {},
  '/users/insert-or-update': { form: { body: { name: 7 } } },
  '/users/pause-plan': planChange,
  '/users/preview-change': planChange,
  '/users/refund-plan': planChange,
  '/users/resume-plan': planChange,
}

const flawsOf = ({ path, method }: Endpoint): Flaw[] => {
  const { form, state, price, address } = own[path] ?? {}
  return order.filter(
    (flaw) => ({ token: true, uid: true, size: method === 'POST', form, limit: true, state, price, address })[flaw],
  )
}

/** Each problem alone, and all pairs. */
const cases = (flaws: Flaw[]) =>
  flaws.flatMap((first, n) => [[first], ...flaws.slice(n + 1).map((second) => [first, second])])

async function answerTo(endpoint: Endpoint, flaws: readonly Flaw[]): Promise<[number, string]> {
  const has = (flaw: Flaw) => flaws.includes(flaw)
  const { form, state, price, address } = own[endpoint.path] ?? {}
  const planned = has('state') && state?.answer[1] === 'already-subscribed'
  const uid = has('limit') ? (planned ? people.both : people.busy) : planned ? people.planned : people.plain
  const requestedUid = has('uid') ? 'somebody-else' : uid
  const wrongQuery = has('form') ? form?.query : undefined
  const body = {
    ...(has('price') && price?.body),
    ...(has('address') && address?.body),
    ...(has('form') && form?.body),
  }
  const response = await send(wrongQuery ? { ...endpoint, query: wrongQuery } : endpoint, requestedUid, {
    token: has('token') ? 'garbage' : await world.identity.token(uid),
    body: Object.keys(body).length > 0 ? body : undefined,
    ...(has('size') && { raw: ' '.repeat(64 * 1024 + 1) }),
  })
  return [response.status, (await response.json()).error?.code]
}

test('lists every endpoint', () => {
  expect(Object.keys(own)).toEqual(endpoints.map(({ path }) => path))
})

test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (path, endpoint) => {
  const answerOf = (flaw: Flaw) => (flaw === 'state' ? own[path]?.state?.answer : answers[flaw])
  for (const flaws of cases(flawsOf(endpoint))) {
    // A uid in the body is known only after parsing.
    const unread = endpoint.uid === 'body' && flaws.join() === 'uid,size'
    const named = unread ? 'size' : (flaws[0] as Flaw)
    expect(await answerTo(endpoint, flaws), flaws.join(' before ')).toEqual(answerOf(named))
  }
})

test('checks return addresses last', async () => {
  const portal = endpoints.find(({ path }) => path === '/billing/portal') as Endpoint
  const token = await world.identity.token(people.plain)
  const leave = () => send(portal, people.plain, { token, body: { returnUrl: 'https://evil.example/' } })
  expect((await leave()).status).toBe(404)
  await (await database()).insert(customers).values({ uid: people.plain, provider: 'stripe', customerId: 'cus_plain' })
  expect(await (await leave()).json()).toMatchObject({ error: { code: 'invalid-return-url' } })
  expect((await vendors.requests('stripe')).filter(({ path }) => path.includes('portal'))).toEqual([])
})
