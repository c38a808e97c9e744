import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { GET, POST as reconcile } from '@/app/api/billing/reconcile/route'
import { database } from '@/lib/server/db/client'
import { customers, planChanges } from '@/lib/server/db/schema'
import { names } from '@/tests/setup/buyers'
import { call, engine, refusalOf } from '@/tests/setup/stage'
import { withoutDatabase } from '@/tests/setup/without-database'
import {
  vendors,
  subscribed,
  secret,
  requestReconciliation,
  parsed,
  lines,
  buyerWithoutWebhooks,
} from './reconciliation'

describe('the operator', () => {
  test.each([[{}], [{ 'x-revalidate-secret': 'wrong' }], [{ 'x-revalidate-secret': '' }]])(
    'gets 401 without the secret: %o',
    async (headers: Record<string, string>) => {
      expect((await requestReconciliation('', headers)).status).toBe(401)
      for (const vendor of names) expect(await vendors.requests(vendor)).toEqual([])
    },
  )

  test('chooses events or all, by POST', async () => {
    expect((await requestReconciliation('?scope=some')).status).toBe(400)
    expect((await call(GET, '/billing/reconcile', { headers: secret })).status).toBe(405)
    const big = { method: 'POST', headers: secret, raw: Buffer.alloc(65 * 1024) }
    expect((await call(reconcile, '/billing/reconcile', big)).status).toBe(413)
  })

  test('gets an uncached stream of lines', async () => {
    const response = await requestReconciliation()
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(parsed(await response.text())).toEqual([{ checked: 0, changed: 0, failed: 0 }])
  })
})

test("ignores other sites' customers", async () => {
  const who = await subscribed('stripe')
  vendors.refuseWebhooks(true)
  await vendors.stripe.subscriptions.update(who.subscriptionId, { cancel_at_period_end: true })
  const db = await database()
  await db.delete(customers)
  await vendors.forgetRequests()
  expect(await lines()).toEqual({ changes: [], summary: { checked: 0, changed: 0, failed: 0 } })
  expect((await vendors.requests('stripe')).map(({ path }) => path)).toEqual(['/v1/events'])
})

test('reports one change from ten concurrent runs', async () => {
  const { customer, ...who } = await buyerWithoutWebhooks('stripe')
  const runs = await Promise.all(Array.from({ length: 10 }, () => lines()))
  expect(runs.map(({ summary }) => summary)).toEqual(
    runs.map(() => ({ checked: 1, changed: expect.any(Number), failed: 0 })),
  )
  expect(runs.flatMap(({ changes }) => changes)).toContainEqual(expect.objectContaining({ customer, before: null }))
  const db = await database()
  expect(await db.$count(planChanges, eq(planChanges.uid, who.uid))).toBe(1)
})

test.runIf(engine === 'postgres')('answers 503 without the database, before the first line', async () => {
  expect(await refusalOf(withoutDatabase(() => requestReconciliation()))).toEqual([503, 'unavailable'])
})
