import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { GET } from '@/app/api/health/route'
import { database } from '@/lib/server/db/client'
import { planEmails, jobs } from '@/lib/server/db/schema'
import { queueEmail, deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { runDueJobs } from '@/lib/server/jobs/jobs'
import { startMail } from '@/tests/setup/mail'
import { stage } from '@/tests/setup/stage'
import { beginShutdown, finishShutdown, isShuttingDown, replaceProcessState } from '@/lib/server/process-state'

const { emails: inbox, url } = await startMail()
const world = await stage({ SMTP_URL: url })
afterAll(async () => {
  replaceProcessState('shutdown')
  await world.close()
})

async function queueTestEmail(id: string) {
  const email = { id, uid: id, kind: 'resumed' as const, email: `${id}@people.example`, subject: id, text: 'Hello.' }
  await queueEmail(await database(), email)
}

// In this order, because a shutdown cannot be undone.
test('finishes the current email on SIGTERM, and starts no other work', async () => {
  const db = await database()
  await queueTestEmail('first')
  await queueTestEmail('second')
  await db.insert(jobs).values({ name: 'retention', begunAt: new Date(0) })

  void deliverPlanEmails()
  await expect.poll(() => inbox.length).toBeGreaterThan(0)
  beginShutdown()
  await finishShutdown()
  const sent = inbox.length
  const rows = await db.select({ mailedAt: planEmails.mailedAt, attempts: planEmails.attempts }).from(planEmails)
  expect(rows.filter(({ mailedAt }) => mailedAt !== null)).toHaveLength(sent)

  await queueTestEmail('third')
  await deliverPlanEmails()
  expect(inbox).toHaveLength(sent)
  const [third] = await db
    .select()
    .from(planEmails)
    .where(sql`${planEmails.id} = 'third'`)
  expect(third?.attempts).toBe(0)
  expect(await runDueJobs()).toEqual([])
})

test('reports "ending" with the state of all parts in health', async () => {
  expect(isShuttingDown()).toBe(true)
  const response = await GET(new Request('http://localhost/api/health'))
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'ending', database: 'ok' })
})
