import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { POST as chargebeeWebhook } from '@/app/api/chargebee/webhook/route'
import { POST as stripeWebhook } from '@/app/api/stripe/webhook/route'
import { database } from '@/lib/server/db/client'
import { standIn } from '@/local/vendors/settings'
import { dump } from '@/tests/faults/support/database'
import { drawForgeries, type Forgery } from './forged-webhooks'
import { randomFrom } from '@/tests/setup/random'
import { buyersOf, checkout, names, syncPlan } from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'
import { basicAuth } from '@/tests/setup/webhooks'

const { world, vendors } = await stageWithVendors()
let forgeries: Forgery[]

const { person } = buyersOf({ world, vendors })

/** Replays a vendor's messages about these users' plans. */
async function messages(path: string, authorization: string): Promise<unknown[]> {
  const response = await fetch(vendors.base + path, { headers: { authorization } })
  const { data, list } = (await response.json()) as { data?: unknown[]; list?: { event: unknown }[] }
  return data ?? list?.map(({ event }) => event) ?? []
}

beforeAll(async () => {
  for (const name of names) {
    const who = await person()
    await vendors.pay((await (await checkout(name, who)).json()).url)
    await syncPlan(who)
  }
  const bearer = `Bearer ${standIn.stripe.secretKey}`
  const atStripe = await messages('/v1/events?type=customer.subscription.created', bearer)
  const key = basicAuth(standIn.chargebee.apiKey, '')
  const atChargebee = await messages('/api/v2/events', key)
  const material = {
    stripe: atStripe.map((event) => JSON.stringify(event)),
    chargebee: atChargebee.map((event) => JSON.stringify(event)),
    now: Math.floor(Date.now() / 1000),
  }
  forgeries = drawForgeries(randomFrom(6), material, 1000)
})

async function rows(text: string): Promise<Record<string, unknown>[]> {
  // The two database drivers' results have only rows in common.
  return ((await (await database()).execute(sql.raw(text))) as unknown as { rows: Record<string, unknown>[] }).rows
}

/** Sends them in turn. Returns unexpected answers. */
async function wrongAnswers(some: Forgery[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { vendor, what, headers, body, status } of some) {
    const handler = { stripe: stripeWebhook, chargebee: chargebeeWebhook }[vendor]
    const send = () => call(handler, `/${vendor}/webhook`, { raw: body, headers })
    let response = await send()
    // An overloaded machine answers 503, and the message is repeated.
    for (let tries = 1; response.status === 503 && tries < 5; tries++) response = await send()
    const problem = `${response.status} and not ${status}: ${JSON.stringify(headers)} ${body.subarray(0, 300).toString()}`
    if (response.status !== status) wrong.push(`${vendor}, ${what}: ${problem}`)
  }
  return wrong
}

const vendorRequests = async () => [...(await vendors.requests('stripe')), ...(await vendors.requests('chargebee'))]

describe('a thousand forged and altered messages', () => {
  test('cover every kind at both vendors', () => {
    const kinds = new Set(forgeries.map(({ vendor, what }) => `${vendor} ${what}`))
    expect(kinds.size).toBe(23)
    expect(forgeries).toHaveLength(1000)
  })

  test('change nothing if invalid or about unknown customers', async () => {
    await vendors.forgetRequests()
    const before = await dump(rows)
    expect(before).toContain('trialing')
    expect(await wrongAnswers(forgeries.filter(({ asks }) => !asks))).toEqual([])
    expect(await vendorRequests()).toEqual([])
    expect(await dump(rows)).toBe(before)
  })

  test('cause a request to the vendor if wrong about a plan', async () => {
    await vendors.forgetRequests()
    // A sync only changes its own time.
    const looks = ['stamp', 'written', 'updated_at']
    const before = await dump(rows, looks)
    expect(await wrongAnswers(forgeries.filter(({ asks }) => asks))).toEqual([])
    expect((await vendorRequests()).length).toBeGreaterThan(0)
    expect(await dump(rows, looks)).toBe(before)
  })
})
