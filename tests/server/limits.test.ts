/** Size and rate limits. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send } from '@/tests/setup/endpoints'
import { allRows, engine, origin } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

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

const upsert = at('/users/insert-or-update')

test('accepts 64 KB, and answers 413 to one byte more, whatever Content-Length says', async () => {
  const { uid, token } = await person()
  const sent = async (raw: string, length?: number) => {
    const headers = new Headers(length === undefined ? [] : [['content-length', String(length)]])
    const response = await send(upsert, uid, { token, raw, headers })
    return [response.status, (await response.json()).error?.code]
  }
  expect(await sent(padded({ uid, name: 'Ada' }, kb64))).toEqual([200, undefined])
  expect(await sent(padded({ uid, name: 'Bob' }, kb64 + 1))).toEqual([413, 'too-large'])
  expect(await sent(padded({ uid }, kb64 + 1), 10)).toEqual([413, 'too-large'])
  expect(await sent(JSON.stringify({ uid }), 17 * mb)).toEqual([413, 'too-large'])
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
    for (let n = 0; n < 20; n++) {
      expect((await send(upsert, uid, { token: 'garbage' })).status).toBe(401)
      expect((await send(upsert, 'somebody-else', { token })).status).toBe(403)
      expect((await send(upsert, uid, { token, body: { name: 7 } })).status).toBe(400)
      expect((await send(upsert, uid, { token, raw: ' '.repeat(kb64 + 1) })).status).toBe(413)
    }
    expect(refusals(await callOften({ uid, token }, 61))).toBe(1)
  })
})

const pages = ['/stripe/checkout-session', '/chargebee/checkout-session'].map(at)
const tryToBuy = (who: { uid: string; token: string }, n: number) =>
  send(pages[n % 2] as Endpoint, who.uid, { token: who.token, body: { priceId: 'nothing-on-offer' } })

test('allows ten checkouts an hour, over both providers and per user', async () => {
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

test("stores counts without the user's name", async () => {
  const who = await person()
  await callOften(who, 1)
  const counts = (await allRows()).filter((line) => line.startsWith('rate_limits'))
  expect(counts).toHaveLength(1)
  expect(counts.join()).toMatch(engine === 'postgres' ? /"points":1/ : /\[\]$/)
  expect(counts.join()).not.toContain(who.uid)
})
