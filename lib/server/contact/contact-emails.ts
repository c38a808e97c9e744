/** Emails of contact messages to the team, one by one or as a digest. */
import 'server-only'
import { and, count, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import { contactMessages } from '@/lib/server/db/schema'
import { createOutbox, sendToTeam, type Tx, type SendDecision } from '@/lib/server/email/outbox'
import { countEmail } from '@/lib/server/observability/metrics'
import { contactDigest, contactEmail } from './contact-texts'

type Row = typeof contactMessages.$inferSelect

/** Messages per window that are mailed one by one. The rest goes as one digest afterwards. */
const maxSingle = 20
const windowMs = 5 * 60_000

async function decide(tx: Tx): Promise<SendDecision> {
  const { mailedAt, tryAt } = contactMessages
  const since = sql`now() - make_interval(secs => ${windowMs / 1000})`
  const isBeingSent = and(isNull(mailedAt), gt(tryAt, sql`now()`))
  const [recent] = await tx
    .select({ count: count() })
    .from(contactMessages)
    .where(or(gt(mailedAt, since), isBeingSent))
  const recentCount = recent?.count ?? 0
  const remaining = maxSingle - recentCount
  const due = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(isNull(mailedAt), lte(tryAt, sql`now()`)))
    .limit(Math.max(0, remaining) + 1)
  if (due.length <= remaining) return 'send'
  return recentCount === 0 ? 'together' : 'stop'
}

async function send(rows: Row[]): Promise<void> {
  const [first, ...others] = rows.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
  if (!first) return
  const { siteOrigin } = env()
  await sendToTeam(
    others.length === 0 ? contactEmail(first, siteOrigin) : contactDigest([first, ...others], siteOrigin),
  )
}

export const { deliver: deliverContactMessages, start: startContactMessages } = createOutbox({
  table: contactMessages,
  ageColumn: contactMessages.receivedAt,
  description: 'a contact message',
  send,
  onAttempt: (_, outcome) => countEmail('contact', outcome),
  decide,
})
