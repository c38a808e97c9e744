/** Emails to users about their plans, queued in the transaction of the change. */
import 'server-only'
import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, locales, type Locale } from '@/lib/locales'
import { database, type Database } from '@/lib/server/db/client'
import { noticeKinds, planEmails, users, type PlanEmailKind, type NoticeKind } from '@/lib/server/db/schema'
import { countEmail, setWaitingEmails } from '@/lib/server/observability/metrics'
import { processState } from '@/lib/server/process-state'
import { mayEmailUnconfirmed } from '@/lib/server/users/address-marks'
import { fillServiceFacts } from '@/lib/service-facts'
import { createOutbox, sendToUser, type SendDecision, type Tx } from './outbox'
import type { EmailContent, EmailContext } from './template'

export type EmailRow = typeof planEmails.$inferSelect
type PlanEmail = Pick<EmailRow, 'id' | 'uid' | 'kind' | 'email' | 'subject' | 'text'> & { html?: string; plan?: string }

export async function queueEmail(tx: Pick<Database, 'insert'>, email: PlanEmail): Promise<void> {
  await tx.insert(planEmails).values(email).onConflictDoNothing()
}

type Draft = Pick<EmailRow, 'id' | 'uid' | 'kind'> & { plan: string; compose: (context: EmailContext) => EmailContent }

async function emailContext(locale: Locale): Promise<EmailContext> {
  const { siteOrigin, siteSettings } = env()
  const [t, plan] = await Promise.all([translatorOf(locale, 'emails'), translatorOf(locale, 'plan')])
  const firstWeek = fillServiceFacts('{{service-first-week}}', locale)
  return { origin: siteOrigin, mail: siteSettings.mail, app: siteSettings.app, firstWeek, locale, t, plan }
}

/** The stored language, unless the site no longer has it. */
const knownLocale = (stored: string | null | undefined): Locale | null =>
  locales.find((locale) => locale === stored) ?? null

/** Null for a user who has stated none. */
export async function localeOf(uid: string): Promise<Locale | null> {
  const db = await database()
  const [user] = await db.select({ locale: users.locale }).from(users).where(eq(users.uid, uid))
  return knownLocale(user?.locale)
}

export const emailContextOf = async (uid: string): Promise<EmailContext> =>
  emailContext((await localeOf(uid)) ?? defaultLocale)

/** Unless the user has no address. */
export async function queuePlanEmail(
  tx: Pick<Database, 'insert' | 'select'>,
  { compose, ...draft }: Draft,
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(eq(users.uid, draft.uid))
  if (!user?.email) return
  await queueEmail(tx, {
    ...draft,
    email: user.email,
    ...compose(await emailContext(knownLocale(user.locale) ?? defaultLocale)),
  })
}

/** Only the newest of these is still true. */
const toggleKinds: EmailRow['kind'][] = ['cancelled', 'resumed']

async function isConfirmed(tx: Tx, { uid, email }: EmailRow): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.uid, uid))
  return user?.emailVerified === true && user.email?.toLowerCase() === email.toLowerCase()
}

export const isNotice = (kind: PlanEmailKind): kind is NoticeKind => noticeKinds.some((one) => one === kind)

/** Whether the plan was cancelled or resumed again since. */
async function isOutdated(tx: Tx, { id, uid, plan, kind }: EmailRow): Promise<boolean> {
  if (plan === null || !toggleKinds.includes(kind)) return false
  // In SQL, because milliseconds cannot separate two changes.
  const since = sql`(select created_at from letters own where own.id = ${id})`
  const isOther = and(eq(planEmails.plan, plan), eq(planEmails.uid, uid), inArray(planEmails.kind, toggleKinds))
  const [newer] = await tx
    .select({ id: planEmails.id })
    .from(planEmails)
    .where(and(isOther, gt(planEmails.createdAt, since)))
    .limit(1)
  return newer !== undefined
}

/** The address may belong to another person until it is confirmed. */
async function decide(tx: Tx, row: EmailRow): Promise<SendDecision> {
  if (await isOutdated(tx, row)) return 'withhold'
  if (await isConfirmed(tx, row)) return 'send'
  const isAllowed = !isNotice(row.kind) && (await mayEmailUnconfirmed(tx, row.email, row.id))
  return isAllowed ? 'send' : 'withhold'
}

async function reportWaiting(): Promise<void> {
  const db = await database()
  const isWaiting = and(isNull(planEmails.mailedAt), isNull(planEmails.withheldAt))
  const [due, late] = await Promise.all(
    [0, 1].map((hours) =>
      db.$count(
        planEmails,
        and(isWaiting, lte(planEmails.createdAt, sql`now() - make_interval(hours => ${hours}::int)`)),
      ),
    ),
  )
  setWaitingEmails({ due: due ?? 0, late: late ?? 0 })
}

/** The email as it is true now, null if it is not, or `later`. */
type Check = (row: EmailRow) => Promise<EmailRow | 'later' | null>
type Hooks = { queueDue: () => Promise<void>; check: Check }

/** Set by `billing/email-queue.ts`. An import would be a cycle: notices sync plans, and a sync sends emails. */
export const emailHooks = processState<Hooks>('plan-emails', () => ({
  queueDue: async () => {},
  check: async (row) => (isNotice(row.kind) ? 'later' : row),
}))

export const { deliver: deliverPlanEmails, start: startPlanEmails } = createOutbox({
  table: planEmails,
  ageColumn: planEmails.createdAt,
  description: 'an email about a plan',
  async send(rows) {
    for (const { id, email, subject, text, html } of rows) {
      await sendToUser({ id, to: email, subject, text, ...(html && { html }) })
    }
  },
  queueDue: () => emailHooks.queueDue(),
  prepare: (row) => emailHooks.check(row),
  onRoundEnd: reportWaiting,
  onAttempt: ({ kind }, outcome) => countEmail(kind, outcome),
  decide,
})
