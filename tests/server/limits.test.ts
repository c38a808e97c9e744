/** Size and rate limits. */
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { POST as stripeWebhook } from '@/app/api/stripe/webhook/route'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send } from '@/tests/setup/endpoints'
import { allRows, engine, freshDatabase, origin } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { replaceProcessState } from '@/lib/process-state'
import { signStripe } from '@/tests/setup/webhooks'

const { world, vendors } = await stageWithVendors()
afterEach(() => {
  vi.useRealTimers()
})

let people = 0
/** A new user of the identity service. */
async function person() {
  const uid = `person-${++people}`
  return { uid, token: await world.identity.signIn(uid) }
}

const at = (path: string) => endpoints.find((endpoint) => endpoint.path === path) as Endpoint
const kb64 = 64 * 1024
const mb = 1024 * 1024

/** A JSON text of exactly this many bytes. */
const padded = (value: object, bytes: number) => JSON.stringify(value).padEnd(bytes, ' ')

/** The same bytes in small chunks, without a Content-Length. */
function pieces(raw: string | Buffer): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(raw)
  let from = 0
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(from, (from += Math.max(1000, bytes.length / 1000)))))
    },
  })
}

type Route = (request: Request) => Promise<Response>
const post = (
  route: Route,
  path: string,
  body: string | Buffer,
  length: 'declared' | 'undeclared',
  headers: HeadersInit,
) => {
  const sentHeaders = new Headers(headers)
  if (length === 'declared') sentHeaders.set('content-length', String(Buffer.byteLength(body)))
  const sent = length === 'declared' ? (body as BodyInit) : pieces(body)
  return route(
    new Request(`${origin}/api${path}`, {
      method: 'POST',
      headers: sentHeaders,
      body: sent,
      duplex: 'half',
    } as RequestInit),
  )
}

describe.each(['declared', 'undeclared'] as const)('with a Content-Length that is %s', (length) => {
  const upsert = async (body: string | Buffer, token: string, headers: Record<string, string> = {}) => {
    const { POST } = await import('@/app/api/users/insert-or-update/route')
    return post(POST, '/users/insert-or-update', body, length, { 'firebase-auth-token': token, ...headers })
  }

  test('accepts 64 KB, and answers 413 to one byte more', async () => {
    const { uid, token } = await person()
    const right = await upsert(padded({ uid, name: 'Ada' }, kb64), token)
    expect([right.status, (await right.json()).name]).toEqual([200, 'Ada'])
    const wrong = await upsert(padded({ uid, name: 'Bob' }, kb64 + 1), token)
    expect([wrong.status, (await wrong.json()).error.code]).toEqual([413, 'too-large'])
  })

  test('does not decompress bodies', async () => {
    const { token } = await person()
    const bomb = gzipSync(Buffer.alloc(48 * mb))
    expect(bomb.length).toBeLessThan(kb64)
    const response = await upsert(bomb, token, { 'content-encoding': 'gzip' })
    expect([response.status, (await response.json()).error.code]).toEqual([400, 'invalid-request'])
  })

  test('accepts 1 MB from Stripe, and answers 413 to one byte more', async () => {
    const sendEvent = (bytes: number) => {
      const payload = padded({ id: 'evt_1', object: 'event', type: 'price.updated', data: { object: {} } }, bytes)
      return post(stripeWebhook, '/stripe/webhook', payload, length, { 'stripe-signature': signStripe(payload) })
    }
    expect((await sendEvent(mb)).status).toBe(200)
    expect((await sendEvent(mb + 1)).status).toBe(413)
  })
})

test('ignores a wrong Content-Length', async () => {
  const { uid, token } = await person()
  const long = padded({ uid }, kb64 + 1)
  const upsert = at('/users/insert-or-update')
  expect((await send(upsert, uid, { token, raw: long, headers: { 'content-length': '10' } })).status).toBe(413)
  const short = JSON.stringify({ uid })
  expect((await send(upsert, uid, { token, raw: short, headers: { 'content-length': '99999999' } })).status).toBe(413)
})

test('stops reading an endless body', async () => {
  const { token } = await person()
  let sentBytes = 0
  let left = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += kb64
      controller.enqueue(new Uint8Array(kb64))
    },
    cancel() {
      left = true
    },
  })
  const { POST } = await import('@/app/api/users/insert-or-update/route')
  const response = await POST(
    new Request(`${origin}/api/users/insert-or-update`, {
      method: 'POST',
      headers: { 'firebase-auth-token': token },
      body: endless,
      duplex: 'half',
    } as RequestInit),
  )
  expect(response.status).toBe(413)
  expect(left).toBe(true)
  expect(sentBytes).toBeLessThan(17 * mb)
  const upsert = at('/users/insert-or-update')
  const sentHeaders = { 'content-length': String(17 * mb) }
  expect(
    (await send(upsert, 'ada', { token: await world.identity.signIn('ada'), raw: '{', headers: sentHeaders })).status,
  ).toBe(413)
})

/** Calls that cost no provider anything. */
const cheap = ['/users/get-user', '/users/current-plan', '/users/export', '/users/insert-or-update'].map(at)
const cheapOf = (n: number) => cheap[n % cheap.length] as Endpoint

/** The answers to this many valid calls, to each endpoint in turn. */
async function callOften(who: { uid: string; token: string }, times: number): Promise<number[]> {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await send(cheapOf(n), who.uid, { token: who.token })).status)
  return statuses
}

const refusals = (statuses: number[]) => statuses.filter((status) => status === 429).length

describe('sixty calls a minute per user', () => {
  test('are counted over all endpoints, per user', async () => {
    const who = await person()
    const other = await person()
    expect(refusals(await callOften(who, 60))).toBe(0)
    for (const endpoint of endpoints) {
      const response = await send(endpoint, who.uid, { token: who.token })
      expect(response.status, endpoint.path).toBe(429)
      const seconds = Number(response.headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect((await response.json()).error.code).toBe('too-many-requests')
    }
    expect(refusals(await callOften(other, 60))).toBe(0)
  })

  test('are counted when concurrent', async () => {
    const { uid, token } = await person()
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => send(cheapOf(n), uid, { token })))
    expect(refusals(answers.map(({ status }) => status))).toBe(20)
  })

  test('do not count invalid requests', async () => {
    const { uid, token } = await person()
    const upsert = at('/users/insert-or-update')
    for (let n = 0; n < 20; n++) {
      expect((await send(upsert, uid, { token: 'garbage' })).status).toBe(401)
      expect((await send(upsert, 'somebody-else', { token })).status).toBe(403)
      expect((await send(upsert, uid, { token, body: { name: 7 } })).status).toBe(400)
      expect((await send(upsert, uid, { token, raw: ' '.repeat(kb64 + 1) })).status).toBe(413)
    }
    expect(refusals(await callOften({ uid, token }, 61))).toBe(1)
  })

  test('are counted once per process, in any bundle', async () => {
    const who = await person()
    expect(refusals(await callOften(who, 30))).toBe(0)
    // As Next does with two bundles.
    vi.resetModules()
    expect(refusals(await callOften(who, 31))).toBe(1)
  })
})

describe('ten checkouts an hour per user', () => {
  const pages = ['/stripe/checkout-session', '/chargebee/checkout-session'].map(at)
  const tryToBuy = (who: { uid: string; token: string }, n: number) =>
    send(pages[n % 2] as Endpoint, who.uid, { token: who.token, body: { priceId: 'nothing-on-offer' } })

  test('are counted over both providers, per user', async () => {
    const who = await person()
    for (let n = 0; n < 10; n++) expect((await tryToBuy(who, n)).status).toBe(400)
    await vendors.forgetRequests()
    for (let n = 0; n < 2; n++) {
      const response = await tryToBuy(who, n)
      expect(response.status).toBe(429)
      const seconds = Number(response.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(3000)
      expect(seconds).toBeLessThanOrEqual(3600)
      expect((await response.json()).error.message).toMatch(/in about \d\d minutes/)
    }
    expect([...(await vendors.requests('stripe')), ...(await vendors.requests('chargebee'))]).toEqual([])
    expect(refusals(await callOften(who, 3))).toBe(0)
    expect((await tryToBuy(await person(), 0)).status).toBe(400)
  })
})

describe.runIf(engine === 'postgres')('with two processes', () => {
  /** Continues as another process, with its own connections and counters. */
  async function becomeAnother() {
    const restore = ['limiters', 'database'].map((name) => replaceProcessState(name))
    vi.resetModules()
    return async function back() {
      const { closeDatabase } = await import('@/lib/server/db/client')
      await closeDatabase()
      for (const putBack of restore) putBack()
    }
  }

  test('counts sixty calls over both', async () => {
    const who = await person()
    await callOften(who, 30)
    const back = await becomeAnother()
    expect(refusals(await callOften(who, 31))).toBe(1)
    await back()
    expect((await send(cheapOf(0), who.uid, { token: who.token })).status).toBe(429)
  })

  test('opens a new database from concurrent processes', async () => {
    const restore = replaceProcessState('database')
    const usual = process.env.DATABASE_URL
    process.env.DATABASE_URL = await freshDatabase()
    const opening: Promise<{ points: number }>[] = []
    for (let n = 0; n < 8; n++) {
      vi.resetModules()
      const state = {}
      replaceProcessState('database', state)
      const { closeDatabase, database, pool } = await import('@/lib/server/db/client')
      const { rateLimits } = await import('@/lib/server/db/schema')
      const opened = Promise.all([database(), pool()])
      opening.push(
        opened
          .then(async ([db]) => ({ points: await db.$count(rateLimits) }))
          .finally(async () => {
            replaceProcessState('database', state)
            await closeDatabase()
          }),
      )
    }
    const found = await Promise.all(opening)
    restore()
    process.env.DATABASE_URL = usual
    expect(found).toEqual(Array.from({ length: 8 }, () => ({ points: 0 })))
  })
})

test("stores counts without the user's name", async () => {
  const who = await person()
  await callOften(who, 1)
  const counts = (await allRows()).filter((line) => line.startsWith('rate_limits'))
  expect(counts).toHaveLength(1)
  expect(counts.join()).toMatch(engine === 'postgres' ? /"points":1/ : /\[\]$/)
  expect(counts.join()).not.toContain(who.uid)
})
