/** Whole journeys at the lowest log level: no personal data, and each line belongs to its request. */
import { lines } from '@/tests/setup/captured-log'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { POST as chargebeeWebhook } from '@/app/api/chargebee/webhook/route'
import { POST as stripeWebhook } from '@/app/api/stripe/webhook/route'
import { GET as unknown } from '@/app/api/[[...path]]/route'
import { standIn } from '@/local/vendors/settings'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send, type Change } from '@/tests/setup/endpoints'
import { call, engine, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'
import { signStripe, chargebeeAuth } from '@/tests/setup/webhooks'
import { withoutDatabase } from '@/tests/setup/without-database'

let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
const secrets = { REVALIDATE_SECRET: 'a-publishers-secret', LOG_LEVEL: 'trace' }

beforeAll(async () => {
  vendors = await startVendors()
  world = await stage({ ...vendors.env, ...secrets })
})
afterAll(async () => {
  await vendors.close()
  await world.close()
})
beforeEach(async () => {
  await vendors.fault({ vendor: 'stripe', times: 0 })
  await vendors.fault({ vendor: 'chargebee', times: 0 })
  lines.length = 0
})

const card = '4242 4242 4242 4242'
const uid = 'uid-Of0neP3rs0nWh0Stutters'
const email = 'ada.lovelace@people.example'
const name = 'Ada Augusta King'

let token = ''
beforeAll(async () => {
  token = await world.identity.signIn(uid, { email })
})

/** Must be in no line, by name. */
const forbidden = (): Record<string, string> => {
  const [, claims = '', signature = ''] = token.split('.')
  return {
    uid,
    'the uid in an address': encodeURIComponent(uid),
    'the address': email,
    'the address in an address': encodeURIComponent(email),
    'half of the address': 'ada.lovelace',
    name,
    'claims of the token': claims.slice(0, 40),
    'signature of the token': signature.slice(0, 40),
    card,
    'card without spaces': card.replaceAll(' ', ''),
    'key of Stripe': standIn.stripe.secretKey,
    'secret of Stripe’s webhook': standIn.stripe.webhookSecret,
    'key of Chargebee': standIn.chargebee.apiKey,
    'password of Chargebee’s webhook': standIn.chargebee.webhookPassword,
    'that password as it is sent': Buffer.from(
      `${standIn.chargebee.webhookUser}:${standIn.chargebee.webhookPassword}`,
    ).toString('base64'),
    'secret of the publisher': secrets.REVALIDATE_SECRET,
    'key of the service account': 'PRIVATE KEY',
    'token of the service account': 'admin-token',
  }
}

/** All log lines, at least this many, after checking for forbidden words. */
function scanned(atLeast = 1) {
  expect(lines.length).toBeGreaterThanOrEqual(atLeast)
  for (const line of lines) {
    for (const [what, text] of Object.entries(forbidden())) expect(line.includes(text), `${what}: ${line}`).toBe(false)
  }
  return lines.map((line) => JSON.parse(line) as { requestId?: string; msg: string; level: number } & object)
}

const at = (path: string) => endpoints.find((endpoint) => endpoint.path === path) as Endpoint
const ask = (path: string, change: Change = {}) =>
  send(at(path), uid, { ...change, token: 'token' in change ? change.token : token })

/** Waits for work in the background, such as the stand-in's messages. */
const plan = async () => (await (await ask('/users/current-plan')).json()) as { subscription: { id: string } | null }

describe.each([
  ['stripe', '/stripe/checkout-session'],
  ['chargebee', '/chargebee/checkout-session'],
] as const)('the log of a user of %s', (vendor, page) => {
  test('has sign-up, payment, cancelling, resuming and deletion', async () => {
    await ask('/users/insert-or-update', { body: { name, phone: card } })
    const { url } = (await (await ask(page)).json()) as { url: string }
    await vendors.pay(url)
    await expect.poll(async () => (await plan()).subscription).not.toBeNull()
    const { subscription } = await plan()
    const change = { body: { subscriptionId: subscription?.id, store: vendor } }
    expect((await ask('/users/cancel-plan', change)).status).toBe(200)
    expect((await ask('/users/resume-plan', change)).status).toBe(200)
    for (const path of ['/billing/portal', '/billing/invoices', '/billing/sync', '/users/export', '/users/get-user']) {
      expect((await ask(path)).status, path).toBe(200)
    }
    expect((await ask('/users/delete-account')).status).toBe(200)
    scanned(10)
    token = await world.identity.signIn(uid, { email, auth_time: Math.floor(Date.now() / 1000) + 30 })
  })

  test('has a provider that fails', async () => {
    await vendors.fault({ vendor, status: 500, times: 50 })
    const person = await freshPerson()
    for (const path of [page, '/billing/sync', '/stripe/ephemeral_keys']) await send(at(path), person.uid, person)
    await vendors.fault({ vendor, times: 0 })
    const redacted = scanned(3)
    expect(redacted.some((line) => line.level === 50 && 'err' in line)).toBe(true)
  })
})

/** A user with unused checkouts, whose uid and address must not be logged. */
let people = 0
async function freshPerson() {
  const other = `${uid}-${++people}`
  return { uid: other, token: await world.identity.signIn(other, { email: `${people}.${email}` }) }
}

const content = { id: 'evt_1', object: 'event', type: 'customer.updated' }
const payload = JSON.stringify({
  ...content,
  data: { object: { object: 'customer', id: 'cus_1', email, name, metadata: { uid, card } } },
})

test('has valid, forged, broken and too large webhooks', async () => {
  const stripe = (raw: string, signature: string) =>
    call(stripeWebhook, '/stripe/webhook', { raw, headers: { 'stripe-signature': signature } })
  const chargebee = (raw: string, authorization = chargebeeAuth) =>
    call(chargebeeWebhook, '/chargebee/webhook', { raw, headers: { authorization } })
  const event = {
    event_type: 'customer_changed',
    content: { customer: { id: 'cb', email, first_name: name, uid, card } },
  }
  const statuses = [
    await stripe(payload, signStripe(payload)),
    await stripe(payload, signStripe(`${payload} `)),
    await stripe(`{"${email}${name}`, signStripe(`{"${email}${name}`)),
    await stripe(name, signStripe(name)),
    await chargebee(JSON.stringify(event)),
    await chargebee(JSON.stringify(event), `Basic ${token}`),
    await chargebee(`{"email":"${email}","first_name":"${name}`),
    await chargebee(JSON.stringify({ event_type: 'customer_changed', content: { customer: { id: [email] } } })),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 400, 400, 400, 200, 401, 400, 400])
  scanned(8)
})

describe('the log of refused requests', () => {
  test('has bad tokens, bodies and paths', async () => {
    const { identity } = world
    const raw = `{"uid":"${uid}","name":"${name}","email":"${email}"`
    await ask('/users/insert-or-update', { raw })
    // The parser repeats invalid JSON in its error.
    await ask('/users/insert-or-update', { raw: name })
    await ask('/users/insert-or-update', { body: { name: { [name]: email } } })
    await ask('/users/insert-or-update', { raw: Buffer.from([0xff, 0xfe]) })
    await ask('/users/get-user', { token: await identity.token(uid, { exp: 1, email }) })
    await ask('/users/get-user', { token: `${token}x` })
    await ask('/users/get-user', { token: await identity.token(uid, { email }, { kid: email }) })
    await ask('/users/get-user', { query: `uid=${uid}&uid=${uid}&email=${email}&token=${token}` })
    await ask('/users/get-user', { token: await identity.token('eve', { email }) })
    await call(unknown, `/users/${uid}/${encodeURIComponent(email)}/${token}?uid=${uid}`, { token })
    expect(scanned(10).every((line) => !JSON.stringify(line).includes('?'))).toBe(true)
  })
})

describe('the log of database errors', () => {
  test('omits the values of a statement', async () => {
    const { database } = await import('@/lib/server/db/client')
    const { sql } = await import('drizzle-orm')
    const db = await database()
    const { uid: other, token: own } = await freshPerson()
    await db.execute(sql`alter table users add constraint refuses check (name is null) not valid`)
    const response = await send(at('/users/insert-or-update'), other, { token: own, body: { name, phone: card } })
    await db.execute(sql`alter table users drop constraint refuses`)
    expect(response.status).toBe(500)
    expect(scanned(2).some((line) => JSON.stringify(line).includes('FailedQuery'))).toBe(true)
  })

  test.runIf(engine === 'postgres')('has an unreachable database', async () => {
    const person = await freshPerson()
    const response = await withoutDatabase(
      () => send(at('/users/get-user'), person.uid, person),
      'postgres://postgres:word-of-the-database@127.0.0.1:1/none',
    )
    expect(response.status).toBe(503)
    expect(scanned(2).join()).not.toContain('word-of-the-database')
    // The closed connection does not affect the others.
    const client = new Client({ connectionString: process.env.DATABASE_URL ?? '' })
    await client.connect()
    await client.end()
  })
})

describe('the log of a request', () => {
  test('has one id in answer, error and lines, also when concurrent', async () => {
    await vendors.fault({ vendor: 'stripe', status: 500, times: 100 })
    const everybody = await Promise.all(Array.from({ length: 8 }, freshPerson))
    const answers = await Promise.all(
      everybody.flatMap((person) =>
        ['/stripe/checkout-session', '/users/get-user'].map((path) => send(at(path), person.uid, person)),
      ),
    )
    const ids = answers.map((answer) => answer.headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(16)
    const redacted = scanned(16)
    for (const [n, answer] of answers.entries()) {
      const own = redacted.filter((line) => line.requestId === ids[n])
      expect(own.filter(({ msg }) => msg === 'request')).toHaveLength(1)
      expect((await answer.json()).error.requestId).toBe(ids[n])
      if (answer.status >= 500) expect(own.some((line) => line.level === 50)).toBe(true)
    }
    expect(redacted.filter((line) => !ids.includes(line.requestId ?? null))).toEqual([])
  })
})

describe('redaction', () => {
  const logged = async (line: object, text = 'said') => {
    const { log } = await import('@/lib/server/observability/log')
    const { redactFromLog, withRequest } = await import('@/lib/server/http/request')
    withRequest('id', () => {
      redactFromLog(uid, email, null)
      log().info(line, text)
    })
    return JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>
  }

  test.each([
    ['the address of who asks', `for ${email}.`, 'for [hidden].'],
    ['another address', 'no <bob@people.example>', 'no <[email]>'],
    ['an address in an address', 'at /x?q=bob%40people.example&b', 'at /x?q=[email]'],
    ['a key', 'Invalid API Key provided: sk_live_51HxyzABC', 'Invalid API Key provided: [secret]'],
    ['credentials', 'sent Authorization: Bearer abc.def', 'sent Authorization: [credentials]'],
    ['the publisher’s secret', `x ${secrets.REVALIDATE_SECRET} x`, 'x [hidden] x'],
  ])('redacts %s', async (_, input, kept) => {
    expect(await logged({ here: input, deep: [{ in: input }] }, input)).toMatchObject({
      here: kept,
      deep: [{ in: kept }],
      msg: kept,
    })
  })

  test('logs name, message, code and causes of errors only', async () => {
    const raw = { headers: { authorization: 'x' }, raw: { email }, requestBody: name, payload: card }
    const cause = Object.assign(new Error('No such customer for bob@people.example'), raw, { code: 'resource_missing' })
    const { err } = (await logged({ err: new Error('outer', { cause }) })) as { err: { cause: object } }
    expect(err).toMatchObject({ message: 'outer', cause: { message: 'No such customer for [email]' } })
    expect(Object.keys(err.cause).toSorted()).toEqual(['code', 'message', 'name', 'stack'])
    const plainObject = {
      message: 'bob@people.example exists',
      api_error_code: 'duplicate_entry',
      http_status_code: 400,
      raw,
    }
    expect((await logged({ err: plainObject })).err).toEqual({
      message: '[email] exists',
      api_error_code: 'duplicate_entry',
      http_status_code: 400,
    })
    const round = new Error('round')
    round.cause = round
    expect(await logged({ err: round })).toMatchObject({ err: { message: 'round' } })
  })
})
