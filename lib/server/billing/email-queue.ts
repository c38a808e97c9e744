/** Queues the notices that are due, and checks every email about a plan at the moment of sending. */
import 'server-only'
import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { providers } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { duplicates, planChanges, planEmails, subscriptions, users, type ChangeEmailKind } from '@/lib/server/db/schema'
import { emailContextOf, emailHooks, isNotice, type EmailRow } from '@/lib/server/email/plan-emails'
import type { EmailContent } from '@/lib/server/email/template'
import { log } from '@/lib/server/observability/log'
import { changeEmail } from './email-texts'
import { noticeEmail } from './notice-texts'
import { isDue, noticesOf, type Notice } from './notices'
import {
  emailFacts,
  isLive,
  isSamePlan,
  isWebPlan,
  planKey,
  subscriptionRows,
  thisMonthAndNext,
  type SubscriptionRow,
  type WebPlan,
} from './plan'
import { lockCustomer, refreshCustomer } from './provider-state'
import type { Refund } from './providers/provider'
import { billingProvider, isConfigured } from './providers/registry'

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
    and(subscriptions.access, inArray(subscriptions.cardExpires, thisMonthAndNext(now))),
    exists(recentChange),
  ]
  const isReached = and(users.emailVerified, isNotNull(users.email))
  const isConfiguredStore = inArray(subscriptions.store, providers.options.filter(isConfigured))
  return db
    .select({ row: subscriptions, email: users.email })
    .from(subscriptions)
    .innerJoin(users, eq(users.uid, subscriptions.uid))
    .where(and(isReached, isConfiguredStore, or(...mayBeDue)))
}

/** An end is told by another email if the plan was surplus, and not at all beside another plan. */
async function isToTell({ kind }: Notice, row: WebPlan): Promise<boolean> {
  if (kind !== 'plan-ended') return true
  const db = await database()
  const isOwn = and(eq(duplicates.store, row.store), eq(duplicates.subscriptionId, row.id))
  if ((await db.$count(duplicates, isOwn)) > 0) return false
  return !(await subscriptionRows(row.uid)).some((one) => one.access && !isSamePlan(one, row))
}

const compose = async ({ kind, priceBefore }: Notice, row: SubscriptionRow): Promise<EmailContent> =>
  noticeEmail(kind, { ...emailFacts(row), priceBefore }, await emailContextOf(row.uid))

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

/** Idempotent: each notice has a stable id. */
export async function queueDueNotices(now = new Date()): Promise<void> {
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
  const ids = due.map(({ notice }) => notice.id)
  const queued = await db
    .select({ id: planEmails.id })
    .from(planEmails)
    .where(and(inArray(planEmails.id, ids), isNull(planEmails.withheldAt)))
  const queuedIds = new Set(queued.map(({ id }) => id))
  for (const { notice, row, email } of due) {
    if (!queuedIds.has(notice.id) && isWebPlan(row) && email !== null) await queueNotice(notice, row, email)
  }
}

const readPlan = async ({ uid, plan }: EmailRow): Promise<WebPlan | undefined> =>
  (await subscriptionRows(uid)).filter(isWebPlan).find((row) => planKey(row) === plan)

async function storeContent(email: EmailRow, content: EmailContent): Promise<EmailRow> {
  const db = await database()
  await db.update(planEmails).set(content).where(eq(planEmails.id, email.id))
  return { ...email, ...content }
}

/** Null if the provider does not answer. */
async function readFreshPlan(email: EmailRow, stored: WebPlan): Promise<WebPlan | null | undefined> {
  try {
    if (!isConfigured(stored.store)) return null
    await refreshCustomer(stored.uid, stored.store, stored.customerId)
    return await readPlan(email)
  } catch (err) {
    log().warn({ err, kind: email.kind }, 'a notice could not be checked with the provider yet')
    return null
  }
}

/** Composes a notice again from the provider's present state. */
async function checkNotice(email: EmailRow, now: Date): Promise<EmailRow | 'later' | null> {
  const stored = await readPlan(email)
  if (!stored) return null
  const fresh = await readFreshPlan(email, stored)
  if (fresh === undefined) return null
  const row = fresh ?? { ...stored, nextChargeAmount: null, nextChargeCurrency: null }
  const notice = notices(row, await readChanges([row])).find(({ id }) => id === email.id)
  if (!notice || notice.sendUntil <= now || !(await isToTell(notice, row))) return null
  if (fresh === null && now < notice.until) return 'later'
  return storeContent(email, await compose(notice, row))
}

const isStillTrue: Record<ChangeEmailKind, (plan: SubscriptionRow) => boolean> = {
  begun: isLive,
  resumed: isLive,
  switched: isLive,
  cancelled: ({ access, isUnSubscribed }) => access && isUnSubscribed,
  ending: ({ access, endsAt }) => access && endsAt !== null,
  paused: ({ pausedUntil }) => pausedUntil !== null,
}

/** Older ones waited for a confirmed address or for the mail server. */
const waitingMs = 15 * 60_000

/** What the newest invoice charged; undefined if the provider does not answer. */
async function chargeOf({ id, store, customerId }: WebPlan): Promise<Refund | undefined> {
  try {
    const [newest] = await (await billingProvider(store)).invoices(customerId, [id])
    if (!newest) return null
    const { amount, currency } = newest.invoice
    return newest.paid ? { amount, currency } : null
  } catch (err) {
    log().warn({ err }, 'the receipt of a changed plan could not be read; its email names no amount')
    return undefined
  }
}

/** Composes an email about a change again if it has waited, or if a receipt tells what a change of price has cost. */
async function checkChange(email: EmailRow, kind: ChangeEmailKind, now: Date): Promise<EmailRow | null> {
  const isWaiting = now.getTime() - email.createdAt.getTime() > waitingMs
  if (!isWaiting && kind !== 'switched') return email
  const plan = await readPlan(email)
  if (!plan || !isStillTrue[kind](plan)) return null
  const charged = kind === 'switched' ? await chargeOf(plan) : undefined
  const facts = { ...emailFacts(plan), ...(charged !== undefined && { charged }) }
  return storeContent(email, changeEmail(kind, facts, await emailContextOf(email.uid)))
}

/** @returns null if it is no longer true; `later` if the provider does not answer and there is time left */
export async function checkEmail(email: EmailRow, now = new Date()): Promise<EmailRow | 'later' | null> {
  const { kind, plan } = email
  if (kind === 'paid-back' || plan === null) return email
  return isNotice(kind) ? checkNotice(email, now) : checkChange(email, kind, now)
}

emailHooks.queueDue = queueDueNotices
emailHooks.check = checkEmail
