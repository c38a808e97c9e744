import 'server-only'
import { and, asc, eq, isNull, lt, lte, notInArray, sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import { limits, paths } from '@/lib/site'
import { database } from './db/client'
import { contactMessages } from './db/schema'
import { log } from './log'
import { mailIsOn, sendToTeam } from './mail'

type Row = typeof contactMessages.$inferSelect

/** Longer than an attempt can take: a process that dies over a letter leaves it to the others this late. */
const lease = sql`now() + interval '60 seconds'`

/** A mail server that refuses so many letters in one round will hardly take the next. */
const patience = 3
const roundMs = 5 * 60_000

/**
 * Takes the next letter that is due, those tried least first, and moves it out of everybody else's reach.
 * @param not ids that were tried in this round already
 */
export async function claim(not: readonly string[]): Promise<Row | undefined> {
  const db = await database()
  const due = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        isNull(contactMessages.mailedAt),
        lte(contactMessages.tryAt, sql`now()`),
        not.length > 0 ? notInArray(contactMessages.id, [...not]) : undefined,
      ),
    )
    .orderBy(asc(contactMessages.attempts), asc(contactMessages.receivedAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(contactMessages)
    .set({ tryAt: lease, attempts: sql`${contactMessages.attempts} + 1` })
    .where(eq(contactMessages.id, due))
    .returning()
  return row
}

const mailTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A message without the signs that could steer a terminal; line ends and tabs stay. */
const plain = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '')

function letterOf({ id, name, email, message, receivedAt }: Row) {
  return {
    id,
    subject: `Contact form: ${name}`,
    text: [
      `Name: ${name}`,
      `E-mail: ${email}`,
      '',
      plain(message),
      '',
      '-- ',
      `Sent from ${env().siteOrigin}${paths.contact} on ${mailTime.format(receivedAt)} UTC.`,
      'They were promised an answer in writing, and no call.',
    ].join('\n'),
    replyTo: { name, address: email },
  }
}

/** Sends one claimed letter; true when the mail server has taken it. */
async function post(row: Row): Promise<boolean> {
  const db = await database()
  const own = eq(contactMessages.id, row.id)
  try {
    await sendToTeam(letterOf(row))
  } catch (err) {
    log().warn({ id: row.id, attempts: row.attempts, err }, 'a contact message could not be mailed yet')
    await db
      .update(contactMessages)
      .set({ tryAt: sql`now()` })
      .where(own)
    return false
  }
  await db
    .update(contactMessages)
    .set({ mailedAt: sql`now()` })
    .where(own)
  return true
}

async function round(): Promise<void> {
  const failed: string[] = []
  for (let row = await claim(failed); row; row = await claim(failed)) {
    if (!(await post(row))) failed.push(row.id)
    if (failed.length >= patience) return
  }
}

let running: Promise<void> | undefined
let again = false

/** Sends all that is due, one round at a time. Never throws: what could not be sent is due again. */
export function deliver(): Promise<void> {
  if (!mailIsOn()) return Promise.resolve()
  again = running !== undefined
  running ??= (async () => {
    try {
      do {
        again = false
        await round()
      } while (again)
    } catch (err) {
      log().error({ err }, 'contact messages could not be looked up; they stay stored')
    } finally {
      running = undefined
    }
  })()
  return running
}

const expired = lt(contactMessages.receivedAt, sql`now() - make_interval(months => ${limits.messageMonths})`)

/** Deletes messages, mailed or not, that are older than a message is kept. Never throws: the next round tries again. */
export async function sweep(): Promise<void> {
  try {
    const db = await database()
    await db.delete(contactMessages).where(expired)
  } catch (err) {
    log().error({ err }, 'old contact messages could not be deleted yet')
  }
}

/** One round: what has been kept long enough goes, then what is due is sent. The first needs no mail server. */
const tend = () => sweep().then(deliver)

/** Tends the messages that an earlier process has left, now and every few minutes. */
export function startOutbox(): void {
  if (!mailIsOn()) log().info('mail is off (SMTP_URL): contact messages stay in the database')
  void tend()
  setInterval(() => void tend(), roundMs).unref()
}
