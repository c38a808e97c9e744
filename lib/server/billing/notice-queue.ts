/** Queues the notices that are due, and checks each against the provider's state at the moment of sending. */
import 'server-only'
import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { providers } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { duplicates, planChanges, planEmails, subscriptions, users } from '@/lib/server/db/schema'
import { emailContextOf, noticeHooks, type EmailRow } from '@/lib/server/email/plan-emails'
import type { EmailContent } from '@/lib/server/email/template'
import { log } from '@/lib/server/observability/log'
import { noticeEmail } from './notice-texts'
import { isDue, noticesOf, type Notice } from './notices'
import { isSamePlan, isWebPlan, planKey, subscriptionRows, toPlan, type SubscriptionRow, type WebPlan } from './plan'
import { lockCustomer, refreshCustomer } from './provider-state'
import { isConfigured } from './providers/registry'

const dayMs = 86_400_000

/** Longer than all windows in `notices.ts` that begin with a change. */
const recentDays = 4

/** Longer than the longest `RENEWAL_NOTICE_DAYS`. */
const yearlyDays = 46

type Change = typeof planChanges.$inferSelect

const notices = (row: SubscriptionRow, changes: Change[]): Notice[] =>
  noticesOf(
    row,
    changes.filter(({ store, subscriptionId }) => store === row.store && subscriptionId === row.id),
    env().renewalNoticeDays,
  )

/** Newest first. */
async function readChanges(rows: SubscriptionRow[]): Promise<Change[]> {
  const db = await database()
  const ids = rows.map(({ id }) => id)
  return db.select().from(planChanges).where(inArray(planChanges.subscriptionId, ids)).orderBy(desc(planChanges.stamp))
}

/** Plans of confirmed addresses that may have a notice due. */
async function candidates(now: Date) {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const months = [0, 1].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))
  const db = await database()
  const isOwnChange = and(eq(planChanges.store, subscriptions.store), eq(planChanges.subscriptionId, subscriptions.id))
  const recentChange = db
    .select({ one: sql`1` })
    .from(planChanges)
    .where(and(isOwnChange, gt(planChanges.at, inDays(-recentDays))))
  const mayBeDue: (SQL | undefined)[] = [
    and(eq(subscriptions.status, 'trialing'), lt(subscriptions.trialEnd, inDays(recentDays))),
    and(
      eq(subscriptions.interval, 'year'),
      gt(subscriptions.nextChargeAt, now),
      lt(subscriptions.nextChargeAt, inDays(yearlyDays)),
    ),
    eq(subscriptions.status, 'past_due'),
    and(gt(subscriptions.pausedUntil, now), lt(subscriptions.pausedUntil, inDays(recentDays))),
    and(
      subscriptions.access,
      inArray(
        subscriptions.cardExpires,
        months.map((month) => month.toISOString().slice(0, 7)),
      ),
    ),
    exists(recentChange),
  ]
  return db
    .select({ row: subscriptions, email: users.email })
    .from(subscriptions)
    .innerJoin(users, eq(users.uid, subscriptions.uid))
    .where(
      and(
        users.emailVerified,
        isNotNull(users.email),
        inArray(subscriptions.store, providers.options.filter(isConfigured)),
        or(...mayBeDue),
      ),
    )
}

/** An end is told by another email if the plan was surplus, and not at all beside another plan. */
async function isEndKnown(row: SubscriptionRow): Promise<boolean> {
  const db = await database()
  const isOwn = and(eq(duplicates.store, row.store as WebPlan['store']), eq(duplicates.subscriptionId, row.id))
  if ((await db.$count(duplicates, isOwn)) > 0) return true
  return (await subscriptionRows(row.uid)).some((one) => one.access && !isSamePlan(one, row))
}

const isToTell = async (notice: Notice, row: SubscriptionRow) =>
  notice.kind !== 'plan-ended' || !(await isEndKnown(row))

async function compose(notice: Notice, row: SubscriptionRow, isCertain = true): Promise<EmailContent> {
  const { retryAt, cardExpires, trialEnd } = row
  const plan = toPlan(isCertain ? row : { ...row, nextChargeAmount: null, nextChargeCurrency: null, retryAt: null })
  const input = { plan, retryAt, cardExpires, hadTrial: trialEnd !== null, priceBefore: notice.priceBefore }
  return noticeEmail(notice.kind, input, await emailContextOf(row.uid))
}

/** A notice that was withheld may be true again. */
async function queueNotice(notice: Notice, row: WebPlan, email: string): Promise<void> {
  if (!(await isToTell(notice, row))) return
  const content = await compose(notice, row)
  const db = await database()
  await db.transaction(async (tx) => {
    // The account may have been deleted meanwhile.
    if (!(await lockCustomer(tx, row.uid, row.store))) return
    const { id, kind } = notice
    await tx
      .insert(planEmails)
      .values({ id, uid: row.uid, kind, email, plan: planKey(row), ...content })
      .onConflictDoUpdate({
        target: planEmails.id,
        set: { withheldAt: null, email, tryAt: sql`now()` },
        setWhere: and(isNotNull(planEmails.withheldAt), isNull(planEmails.mailedAt)),
      })
  })
}

/** Learns of ends whose webhook is late. */
async function refreshEndedPlans(now: Date): Promise<void> {
  const db = await database()
  const { access, isUnSubscribed, currentPeriodEnd } = subscriptions
  const since = new Date(now.getTime() - recentDays * dayMs)
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(access, isUnSubscribed, lt(currentPeriodEnd, now), gt(currentPeriodEnd, since)))
  for (const row of rows.filter(isWebPlan)) {
    if (!row.customerId || !isConfigured(row.store)) continue
    await refreshCustomer(row.uid, row.store, row.customerId)
  }
}

/** Idempotent: each notice has a stable id. */
export async function queueDueNotices(now = new Date()): Promise<void> {
  await refreshEndedPlans(now).catch((err: unknown) =>
    log().warn({ err }, 'a plan that should have ended could not be read yet'),
  )
  const found = await candidates(now)
  if (found.length === 0) return
  const changes = await readChanges(found.map(({ row }) => row))
  const due = found.flatMap(({ row, email }) =>
    notices(row, changes)
      .filter((notice) => isDue(notice, now))
      .map((notice) => ({ notice, row, email })),
  )
  if (due.length === 0) return
  const db = await database()
  const queued = await db
    .select({ id: planEmails.id })
    .from(planEmails)
    .where(
      and(
        inArray(
          planEmails.id,
          due.map(({ notice }) => notice.id),
        ),
        isNull(planEmails.withheldAt),
      ),
    )
  const queuedIds = new Set(queued.map(({ id }) => id))
  for (const { notice, row, email } of due) {
    if (!queuedIds.has(notice.id) && isWebPlan(row) && email !== null) await queueNotice(notice, row, email)
  }
}

async function readPlan(email: EmailRow): Promise<WebPlan | undefined> {
  const rows = await subscriptionRows(email.uid)
  return rows.filter(isWebPlan).find((row) => planKey(row) === email.plan)
}

/** Null if the provider does not answer. */
async function readFreshPlan(email: EmailRow, stored: WebPlan): Promise<WebPlan | null | undefined> {
  try {
    if (!isConfigured(stored.store) || !stored.customerId) return null
    await refreshCustomer(stored.uid, stored.store, stored.customerId)
    return await readPlan(email)
  } catch (err) {
    log().warn({ err, kind: email.kind }, 'a notice could not be checked with the provider yet')
    return null
  }
}

/**
 * Composes a notice again from the provider's present state.
 * @returns null if it is no longer true; `later` if the provider does not answer and there is time left
 */
export async function checkNotice(email: EmailRow, now = new Date()): Promise<EmailRow | 'later' | null> {
  const stored = await readPlan(email)
  if (!stored) return null
  const fresh = await readFreshPlan(email, stored)
  if (fresh === undefined) return null
  const row = fresh ?? stored
  const notice = notices(row, await readChanges([row])).find(({ id }) => id === email.id)
  if (!notice || notice.sendUntil <= now || !(await isToTell(notice, row))) return null
  if (fresh === null && now < notice.until) return 'later'
  const content = await compose(notice, row, fresh !== null)
  const db = await database()
  await db.update(planEmails).set(content).where(eq(planEmails.id, email.id))
  return { ...email, ...content }
}

noticeHooks.queueDue = queueDueNotices
noticeHooks.check = checkNotice
