/** POST /api/jobs/run, for hosts that freeze processes. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { POST } from '@/app/api/jobs/run/route'
import type { DueWork } from '@/lib/contract/operations'
import { database } from '@/lib/server/db/client'
import { contactMessages, jobs } from '@/lib/server/db/schema'
import { stageWithVendors } from '@/tests/setup/vendors'

const secret = 'a-secret-that-is-long-enough-0123'
await stageWithVendors({ REVALIDATE_SECRET: secret })

const address = 'http://localhost:3000/api/jobs/run'
const run = (secret?: string) =>
  POST(new Request(address, { method: 'POST', headers: secret === undefined ? {} : { 'x-revalidate-secret': secret } }))

test('refuses calls without the secret', async () => {
  expect((await run()).status).toBe(401)
})

test('runs due work once, even for simultaneous calls', async () => {
  expect(await (await run(secret)).json()).toMatchObject({ jobs: [] })
  const db = await database()
  await db
    .update(jobs)
    .set({ begunAt: sql`now() - interval '25 hours'` })
    .where(eq(jobs.name, 'retention'))
  const id = crypto.randomUUID()
  const text = { name: 'Ada', email: 'ada@people.example', message: 'Hello' }
  await db.insert(contactMessages).values({ id, digest: id, ...text, receivedAt: new Date('2020-01-01') })
  const answers = await Promise.all([run(secret), run(secret)])
  const ran = await Promise.all(answers.map(async (answer) => ((await answer.json()) as DueWork).jobs))
  expect(ran.flat()).toEqual(['retention'])
  expect(await db.$count(contactMessages, eq(contactMessages.id, id))).toBe(0)
  expect(await (await run(secret)).json()).toMatchObject({ jobs: [] })
})
