import { lines as logLines } from '@/tests/setup/captured-log'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { GET as readDesk } from '@/app/api/desk/route'
import { POST as retry } from '@/app/api/desk/retry/route'
import { GET as health } from '@/app/api/health/route'
import { report } from '@/lib/content/report'
import { desk } from '@/lib/contract/desk'
import { database } from '@/lib/server/db/client'
import { contactMessages, planEmails } from '@/lib/server/db/schema'
import { formatDesk } from '@/scripts/desk/format-desk'
import { buyersOf } from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors({ LOG_LEVEL: 'info' })
beforeAll(async () => {
  const db = await database()
  const who = { name: 'Ada', email: 'ada@people.example', message: 'Hello \u001b[2Jthere' }
  await db.insert(contactMessages).values({ id: 'message-1', digest: 'one', attempts: 2, ...who })
  const email = { uid: 'u', kind: 'begun', email: 'bo@people.example', subject: 'Your plan', text: 'x' } as const
  await db.insert(planEmails).values([
    { ...email, id: 'failed', attempts: 3 },
    { ...email, id: 'withheld', withheldAt: new Date() },
    { ...email, id: 'sent', attempts: 1, mailedAt: new Date() },
    { ...email, id: 'new' },
  ])
})

const { subscribed } = buyersOf({ world, vendors })

const secret = { 'x-revalidate-secret': 'revalidate-secret' }
const read = async () => desk.parse(await (await call(readDesk, '/desk', { headers: secret })).json())
const again = (id: unknown, headers: HeadersInit = secret) => call(retry, '/desk/retry', { body: { id }, headers })

describe('access', () => {
  test.each([
    ['no secret', {}],
    ['a wrong secret', { 'x-revalidate-secret': 'wrong' }],
    ['an empty secret', { 'x-revalidate-secret': '' }],
  ])('is refused with %s', async (_, headers: Record<string, string>) => {
    expect((await call(readDesk, '/desk', { headers })).status).toBe(401)
    expect((await again('failed', headers)).status).toBe(401)
  })

  test('is refused to a signed-in user', async () => {
    const token = await world.identity.token('uid-of-a-user')
    expect((await call(readDesk, '/desk', { token })).status).toBe(401)
  })

  test('is in the log, without personal data', async () => {
    logLines.length = 0
    await read()
    expect(logLines.join()).toContain('"audit":"desk"')
    expect(logLines.join()).not.toContain('people.example')
  })
})

test('shows messages, unsent emails, plans, webhooks and problems of posts', async () => {
  await subscribed('stripe')
  await call(health, '/health')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  report('post left out: its file is invalid', { reason: 'a.md: no title' })
  report('post left out: its file is invalid', { reason: 'a.md: no title' })
  warn.mockRestore()
  const answer = await read()
  expect(answer.messages).toMatchObject([{ id: 'message-1', mailed: false, attempts: 2 }])
  expect(answer.unsentEmails.map(({ id, withheld }) => [id, withheld]).toSorted()).toEqual([
    ['failed', false],
    ['withheld', true],
  ])
  expect(answer.subscriptions).toMatchObject([{ store: 'stripe', status: 'trialing', count: 1 }])
  expect(answer.changes).toMatchObject([{ store: 'stripe', status: 'trialing' }])
  const accepted = answer.webhooks.find(({ provider, outcome }) => provider === 'stripe' && outcome === 'accepted')
  expect(accepted?.count).toBeGreaterThan(0)
  expect(accepted?.lastAt).not.toBeNull()
  expect(answer.posts[0]).toMatchObject({ message: 'post left out: its file is invalid', count: 2 })

  expect(answer.jobs.map(({ name }) => name)).not.toContain('health')

  const text = formatDesk(answer, 'https://unhurried.example').join('\n')
  expect(text).toContain('Reply: mailto:ada%40people.example?subject=')
  expect(text).toContain('--retry failed')
  expect(text).toContain('stripe trialing: 1')
  expect(text).not.toContain('\u001b')
})

describe('a retry', () => {
  test.each(['failed', 'message-1'])('makes the email %s due now', async (id) => {
    const db = await database()
    const later = new Date(Date.now() + 3_600_000)
    await db.update(planEmails).set({ tryAt: later }).where(eq(planEmails.id, id))
    await db.update(contactMessages).set({ tryAt: later }).where(eq(contactMessages.id, id))
    expect((await again(id)).status).toBe(200)
    const table = id === 'failed' ? planEmails : contactMessages
    const [row] = await db.select({ tryAt: table.tryAt }).from(table).where(eq(table.id, id))
    expect(row?.tryAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test.each(['withheld', 'sent', 'unknown'])('refuses the email "%s"', async (id) => {
    expect((await again(id)).status).toBe(404)
  })

  test.each([undefined, 7, ''])('refuses the id %s', async (id) => {
    expect((await again(id)).status).toBe(400)
  })
})
