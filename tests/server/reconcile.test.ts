import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { GET, POST as reconcile } from '@/app/api/billing/reconcile/route'
import { database } from '@/lib/server/db/client'
import { customers, planChanges } from '@/lib/server/db/schema'
import { checkout, names, customerOf } from '@/tests/setup/buyers'
import { call, engine, refusalOf } from '@/tests/setup/stage'
import { withoutDatabase } from '@/tests/setup/without-database'
import {
  vendors,
  person,
  subscribed,
  secret,
  requestReconciliation,
  parsed,
  lines,
  buyerWithoutWebhooks,
  payWithoutWebhooks,
  begun,
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

test('reports each change with its own customer', async () => {
  const who = await person()
  const chargebeePage = await (await checkout('chargebee', who)).json()
  const stripePage = await (await checkout('stripe', who)).json()
  vendors.refuseWebhooks(true)
  await payWithoutWebhooks('stripe', await customerOf(who, 'stripe'), stripePage.url)
  await payWithoutWebhooks('chargebee', await customerOf(who, 'chargebee'), chargebeePage.url)
  const { changes, summary } = await lines()
  expect(summary).toMatchObject({ checked: 2, changed: 3, failed: 0 })
  // Providers report whole seconds, so either plan may count as older.
  const [kept, ended] = names.toSorted((store) =>
    changes.some((line) => 'paidBack' in line && line.store === store) ? 1 : -1,
  )
  expect(changes).toEqual(
    expect.arrayContaining([
      { store: kept, customer: expect.any(String), before: null, after: expect.objectContaining(begun) },
      expect.objectContaining({ store: ended, before: null, after: expect.objectContaining({ status: 'canceled' }) }),
      expect.objectContaining({ store: ended, paidBack: expect.objectContaining({ amount: 0 }) }),
    ]),
  )
  expect(await lines()).toMatchObject({ changes: [], summary: { changed: 0, failed: 0 } })
})

test.runIf(engine === 'postgres')('answers 503 without the database, before the first line', async () => {
  expect(await refusalOf(withoutDatabase(() => requestReconciliation()))).toEqual([503, 'unavailable'])
})
