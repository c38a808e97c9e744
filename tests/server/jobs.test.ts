import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { prepareReconciliation } from '@/lib/server/billing/reconcile'
import { database } from '@/lib/server/db/client'
import { contactMessages, customers, duplicates, jobs } from '@/lib/server/db/schema'
import { acquireLease, leaseName, leaseSeconds, runDueJobs } from '@/lib/server/jobs/jobs'
import { stageWithVendors } from '@/tests/setup/vendors'

const { vendors } = await stageWithVendors()
beforeEach(async () => {
  await (await database()).delete(jobs)
})

const hour = 3_600_000
const leaseMs = leaseSeconds * 1000
const names = ['retention', 'refunds', 'reconcile']

const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000}::double precision)`
/** Sets when a row was last written. A job is due by its own row, and free by its lease. */
const set = async (name: string, ms: number) => {
  const begunAt = ago(ms)
  await (
    await database()
  )
    .insert(jobs)
    .values({ name, begunAt })
    .onConflictDoUpdate({ target: jobs.name, set: { begunAt } })
}
const ageOf = async (name: string) => {
  const [row] = await (await database()).select().from(jobs).where(eq(jobs.name, name))
  return row ? Date.now() - row.begunAt.getTime() : null
}
const allDue = async () => {
  for (const name of names) await set(name, 25 * hour)
}

const aged = async () => {
  const id = crypto.randomUUID()
  const receivedAt = new Date('2020-01-01')
  const message = { id, digest: id, name: 'Ada', email: 'ada@people.example', message: 'Hello', receivedAt }
  await (await database()).insert(contactMessages).values(message)
  return async () => (await (await database()).$count(contactMessages, eq(contactMessages.id, id))) === 0
}

describe('a run', () => {
  test('finds nothing due on a new database, and starts the clock', async () => {
    expect(await runDueJobs()).toEqual([])
    for (const name of names) expect(await ageOf(name)).toBeLessThan(60_000)
  })

  test('runs a due job once, with its effect', async () => {
    await runDueJobs()
    const isGone = await aged()
    await set('retention', hour)
    expect(await runDueJobs()).toEqual(['retention'])
    expect(await isGone()).toBe(true)
    expect(await runDueJobs()).toEqual([])
  })

  test('retries refunds hourly and checks all customers daily', async () => {
    await runDueJobs()
    await set('refunds', hour)
    await set('reconcile', 23 * hour)
    expect(await runDueJobs()).toEqual(['refunds'])
    await set('reconcile', 24 * hour)
    expect(await runDueJobs()).toEqual(['reconcile'])
  })

  test('never throws when the database fails', async () => {
    const client = await import('@/lib/server/db/client')
    await runDueJobs()
    await set('retention', hour)
    const away = vi.spyOn(client, 'database').mockRejectedValue(new Error('away'))
    expect(await runDueJobs()).toEqual([])
    away.mockRestore()
    expect(await runDueJobs()).toEqual(['retention'])
  })
})

test('retries a partly failed run after an hour', async () => {
  await runDueJobs()
  await allDue()
  const db = await database()
  await db.insert(customers).values({ uid: 'ada', provider: 'stripe', customerId: 'cus' })
  await vendors.fault({ vendor: 'stripe', status: 503, times: 1000 })
  const done = await runDueJobs()
  await vendors.fault({ vendor: 'stripe', times: 0 })
  expect(done.toSorted()).toEqual(names.toSorted())
  expect(await runDueJobs()).toEqual([])
  await set(leaseName('reconcile'), leaseMs - 60_000)
  expect(await runDueJobs()).toEqual([])
  await set(leaseName('reconcile'), leaseMs)
  expect(await runDueJobs()).toEqual(['reconcile'])
  // The providers answer again, so the next run is a day later.
  expect(await ageOf('reconcile')).toBeLessThan(hour)
  await db.delete(customers)
})

test('does not repeat a full run for an outstanding refund', async () => {
  await runDueJobs()
  const db = await database()
  const { chargebee } = env()
  env().chargebee = null
  try {
    const duplicate = {
      store: 'chargebee' as const,
      subscriptionId: 'sub',
      uid: 'ada',
      customerId: 'cus',
      endedAt: new Date(),
    }
    await db.insert(duplicates).values(duplicate)
    await set('reconcile', 25 * hour)
    expect(await runDueJobs()).toEqual(['reconcile'])
    expect(await ageOf('reconcile')).toBeLessThan(hour)
    const run = await prepareReconciliation('all')
    expect(await run(() => {})).toBe(true)
  } finally {
    env().chargebee = chargebee
    await db.delete(duplicates)
  }
})

describe('several processes', () => {
  test('do each job once in twenty concurrent runs', async () => {
    await allDue()
    const done = await Promise.all(Array.from({ length: 20 }, runDueJobs))
    expect(done.flat().toSorted()).toEqual(names.toSorted())
  })

  const name = 'retention'

  test('do not take over a job within its lease', async () => {
    await set(name, 2 * hour)
    expect(await acquireLease(name)).toBe(true)
    expect(await acquireLease(name)).toBe(false)
    await set(leaseName(name), leaseMs - 60_000)
    expect(await acquireLease(name)).toBe(false)
  })

  test('take over a dead process’s job once', async () => {
    await set(name, 2 * hour)
    expect(await acquireLease(name)).toBe(true)
    await set(leaseName(name), leaseMs)
    const taken = await Promise.all(Array.from({ length: 20 }, () => acquireLease(name)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('repeat a failed job when its lease ends', async () => {
    const db = await database()
    await runDueJobs()
    await set(name, hour)
    await db.execute(sql`alter table contact_messages rename to away`)
    const done = await runDueJobs()
    await db.execute(sql`alter table away rename to contact_messages`)
    expect(done).toEqual(['retention'])
    expect(await runDueJobs()).toEqual([])
    await set(leaseName(name), leaseMs)
    expect(await runDueJobs()).toEqual(['retention'])
    expect(await runDueJobs()).toEqual([])
  })
})
