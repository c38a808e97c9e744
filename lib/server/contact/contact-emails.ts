/** Emails of contact messages to the team, one by one or as a digest. */
import 'server-only'
import { and, count, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { stripControls } from '@/lib/contract/text'
import { env } from '@/lib/env'
import { paths } from '@/lib/site'
import { contactMessages } from '@/lib/server/db/schema'
import { createOutbox, sendToTeam, type Tx, type SendDecision } from '@/lib/server/email/outbox'
import { countEmail } from '@/lib/server/observability/metrics'

type Row = typeof contactMessages.$inferSelect

const mailTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function composeEmail({ id, name, email, message, receivedAt }: Row) {
  return {
    id,
    subject: `Contact form: ${name}`,
    text: [
      `Name: ${name}`,
      `Email: ${email}`,
      '',
      stripControls(message),
      '',
      '-- ',
      `Sent from ${env().siteOrigin}${paths.contact} on ${mailTime.format(receivedAt)} UTC.`,
      'We promised them a written reply and no phone call.',
    ].join('\n'),
    replyTo: { name, address: email },
  }
}

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

/** Bytes of a digest up to which messages are complete, and up to which they are included. */
const fullBytes = 150_000
const maxBytes = 400_000
const excerptLength = 200

const shorten = (text: string) => (text.length > excerptLength ? `${text.slice(0, excerptLength)} […]` : text)

function composeDigest(rows: Row[]) {
  const parts: string[] = []
  let size = 0
  for (const { name, email, message, receivedAt } of rows) {
    const text = stripControls(size < fullBytes ? message : shorten(message))
    const part = `${name} <${email}>, ${mailTime.format(receivedAt)} UTC:\n\n${text}\n\n-- \n`
    size += Buffer.byteLength(part)
    if (size > maxBytes) break
    parts.push(part)
  }
  const omitted = rows.length - parts.length
  return {
    id: `digest-${rows[0]?.id}`,
    subject: `Contact form: ${rows.length} messages`,
    text: [
      `${rows.length} messages came in a short time, so you get them in one email.`,
      ...(size > fullBytes ? ['Long ones may be shortened here. All are stored in full.'] : []),
      ...(omitted > 0 ? [`${omitted} more didn’t fit here. They are stored in the table contact_messages.`] : []),
      'We promised everyone a written reply and no phone call.',
      '',
      ...parts,
      `Sent from ${env().siteOrigin}${paths.contact}.`,
    ].join('\n'),
  }
}

async function send(rows: Row[]): Promise<void> {
  const [first, ...others] = rows.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
  if (first) await sendToTeam(others.length === 0 ? composeEmail(first) : composeDigest([first, ...others]))
}

export const { deliver: deliverContactMessages, start: startContactMessages } = createOutbox({
  table: contactMessages,
  ageColumn: contactMessages.receivedAt,
  description: 'a contact message',
  send,
  onAttempt: (_, outcome) => countEmail('contact', outcome),
  decide,
})
