import { sql } from 'drizzle-orm'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { beginShutdown, finishShutdown, isShuttingDown } from '@/lib/shutdown'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'
import { stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/process-state'

const inbox: string[] = []
const post = mailServer({ faults: createFaults(), mail: ({ subject }) => inbox.push(subject) })
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
const world = await stage({ SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}` })
afterAll(async () => {
  replaceProcessState('shutdown')
  await world.close()
  await new Promise<void>((resolve) => post.close(resolve))
})

async function put(id: string) {
  const { database } = await import('@/lib/server/db/client')
  const { queueEmail } = await import('@/lib/server/email/plan-emails')
  const letter = { id, uid: id, kind: 'resumed' as const, email: `${id}@people.example`, subject: id, text: 'Hello.' }
  await queueEmail(await database(), letter)
}

// In this order, because a shutdown cannot be undone.
test('finishes the current email on SIGTERM, and starts no other work', async () => {
  const { database } = await import('@/lib/server/db/client')
  const { planEmails: letters, jobs } = await import('@/lib/server/db/schema')
  const { deliverPlanEmails } = await import('@/lib/server/email/plan-emails')
  const { runDueJobs } = await import('@/lib/server/jobs/jobs')
  const db = await database()
  await put('first')
  await put('second')
  await db.insert(jobs).values({ name: 'retention', begunAt: new Date(0) })

  void deliverPlanEmails()
  await expect.poll(() => inbox.length).toBe(1)
  beginShutdown()
  await finishShutdown()
  const sent = inbox.length
  const rows = await db.select({ mailedAt: letters.mailedAt, attempts: letters.attempts }).from(letters)
  expect(rows.filter(({ mailedAt }) => mailedAt !== null)).toHaveLength(sent)

  await put('third')
  await deliverPlanEmails()
  expect(inbox).toHaveLength(sent)
  const [third] = await db
    .select()
    .from(letters)
    .where(sql`${letters.id} = 'third'`)
  expect(third?.attempts).toBe(0)
  expect(await runDueJobs()).toEqual([])
})

test('reports "ending" with the state of all parts in health', async () => {
  const { GET } = await import('@/app/api/health/route')
  expect(isShuttingDown()).toBe(true)
  const response = await GET(new Request('http://localhost/api/health'))
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'ending', database: 'ok' })
})
