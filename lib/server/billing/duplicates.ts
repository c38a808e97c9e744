import 'server-only'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { EndReason, Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { customers, duplicates, planChanges, users } from '@/lib/server/db/schema'
import { deliverLetters, enqueue } from '@/lib/server/email/emails'
import { log } from '@/lib/server/observability/log'
import { gaveWayLetter, paidBackLetter, secondTrialLetter } from './email-texts'
import { mayBeForeign } from './providers/ownership'
import { isLive, isWebPlan, mayCharge, subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider, isSetUp } from './providers/registry'
import { isRefusal } from './providers/outcomes'
import type { Refund } from './providers/provider'
import { plansOutOfReach } from './unavailable-providers'

type Duplicate = typeof duplicates.$inferSelect
/** Asks one provider for all that the person has there, and writes it: `refresh` of `sync.ts`. */
type Refresh = (uid: string, name: Provider, customerId: string) => Promise<void>

/** What decides which of two plans was first. A row that is about to be written has not been seen before. */
type Aged = Pick<SubscriptionRow, 'store' | 'id' | 'startedAt'> & { seenAt?: Date }

const seen = ({ seenAt }: Aged) => seenAt?.getTime() ?? Infinity

/** Which of two plans began before the other; providers tell times in whole seconds. */
function age(a: Aged, b: Aged): number {
  const [began, heard] = [a.startedAt.getTime() - b.startedAt.getTime(), seen(a) - seen(b)]
  return began || heard || (a.id < b.id ? -1 : 1)
}

const isPastDue = ({ status }: SubscriptionRow) => status === 'past_due'

/** An unfinished purchase that has expired is no plan that somebody had. */
const hasRun = ({ access, trialEnd, status }: SubscriptionRow) =>
  status !== 'incomplete' && (access || trialEnd !== null)

const keyOf = ({ store, id }: Pick<SubscriptionRow, 'store' | 'id'>) => `${store} ${id}`

/** Chargebee may call a trial whose end is set `non_renewing`, which it also calls a paid plan that will not renew. */
const isInTrial = ({ status, access, isUnSubscribed, trialEnd }: Trial) =>
  status === 'trialing' || (access && isUnSubscribed && trialEnd !== null && trialEnd.getTime() > Date.now())

type Trial = Pick<SubscriptionRow, 'status' | 'access' | 'isUnSubscribed' | 'trialEnd'>

/**
 * A plan in trial that began after another plan of the same person: a page that was left open can give one.
 * One that was paid for before, and is in trial since somebody of the team gave it free days, must be told from it.
 */
export const isSecondTrial = (plan: Aged & Trial, all: SubscriptionRow[]): boolean =>
  isInTrial(plan) &&
  all.some((one) => (one.store !== plan.store || one.id !== plan.id) && hasRun(one) && age(one, plan) < 0)

const hasStopped = ({ status }: SubscriptionRow) => status === 'unpaid' || status === 'paused'

/**
 * A plan that opens nothing, beside a live one: it would charge again once it is paid for or goes on. One that is
 * still to begin makes room only for a plan that was bought after it; another was arranged to follow this one.
 */
const makesRoom = (row: SubscriptionRow, kept: SubscriptionRow) =>
  mayCharge(row) && (hasStopped(row) || (row.status === 'future' && age(row, kept) < 0))

type Surplus = {
  row: SubscriptionRow
  reason: EndReason
  /** Nothing of what was paid for it goes back: that was for time that has passed. */
  isUsed: boolean
}

type Verdict = { kept: SubscriptionRow | undefined; trials: SubscriptionRow[]; surplus: Surplus[] }

/**
 * The live plan that stays, if there is one, and those that nobody should have.
 * @param paid plans that were paid for, though they are in trial
 */
async function judge(uid: string, paid: ReadonlySet<string> = new Set()): Promise<Verdict> {
  const all = await subscriptionRows(uid)
  const trials = all.filter((row) => isSecondTrial(row, all) && !paid.has(keyOf(row)))
  const [kept, ...others] = all
    .filter((row) => isLive(row) && !trials.includes(row))
    .toSorted((a, b) => Number(isPastDue(a)) - Number(isPastDue(b)) || age(a, b))
  const stopped = kept ? all.filter((row) => makesRoom(row, kept)) : []
  const surplus = [
    ...trials.map((row) => ({ row, reason: 'second-trial' as const, isUsed: false })),
    ...others.map((row) => {
      const isUsed = kept !== undefined && isPastDue(row) && row.startedAt < kept.startedAt
      return { row, reason: isUsed ? ('gave-way' as const) : ('second-plan' as const), isUsed }
    }),
    ...stopped.map((row) => ({ row, reason: 'gave-way' as const, isUsed: hasStopped(row) })),
  ]
  return { kept, trials, surplus }
}

/** Chargebee tells of a trial that was cancelled what it tells of a paid plan that was. */
const beyondTrial = or(
  and(eq(planChanges.status, 'active'), eq(planChanges.isUnSubscribed, false)),
  inArray(planChanges.status, ['past_due', 'unpaid']),
)

/** Whether a plan has run beyond a trial, as the lines about it say: also one that a coupon paid for in full. */
async function hasRunPaid({ store, id }: SubscriptionRow): Promise<boolean> {
  const db = await database()
  const own = and(eq(planChanges.store, store), eq(planChanges.subscriptionId, id))
  const lines = await db
    .select({ id: planChanges.subscriptionId })
    .from(planChanges)
    .where(and(own, beyondTrial))
    .limit(1)
  return lines.length > 0
}

/** The same, but a second trial that was ever paid for is none: so say the lines about it, or else its provider. */
async function judgeWithCare(uid: string): Promise<Verdict> {
  const { trials } = await judge(uid)
  const paid = new Set<string>()
  for (const row of trials.filter(isWebPlan)) {
    const provider = await billingProvider(row.store)
    if ((await hasRunPaid(row)) || (await provider.hasBroughtIn(row.id))) paid.add(keyOf(row))
  }
  return judge(uid, paid)
}

/**
 * Two pages of two providers can both be paid, or one of them after a plan of the other has come and gone.
 * What nobody should have is ended at once and paid back:
 * - a second trial that was never paid for, whatever became of the plan that was before it;
 * - of several live plans all but one: a plan that is paid for stays before one that is past due, and of
 *   those the older. Of a past-due plan that is older than the one that stays nothing is paid back: what
 *   was paid for it was for months that had passed;
 * - a plan that has stopped (unpaid, paused), or was to begin later, beside a live one. Of what had run nothing
 *   is paid back either.
 *
 * What is begun here is finished by whoever comes next, and each step may be repeated.
 * @returns why something is not done yet; it is tried again later
 * @throws ApiFailure when a provider does not end one
 */
export async function settleDuplicates(uid: string, refresh: Refresh): Promise<unknown[]> {
  const { kept, surplus } = await judge(uid)
  if (surplus.length > 0) {
    const unread = await plansOutOfReach(uid)
    if (unread.length === 0) await noteDuplicates(uid, refresh)
    else tellOfUnread([...(kept ? [kept] : []), ...surplus.map(({ row }) => row), ...unread])
  }
  const db = await database()
  const pending = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNull(duplicates.refundedAt)))
  const missing: unknown[] = []
  for (const row of pending) {
    const why = await settle(row, refresh)
    if (why !== null) missing.push(why)
  }
  return missing
}

/** What is stored of a plan that nobody can read here may be old: so none is ended, and somebody has to look. */
function tellOfUnread(rows: readonly SubscriptionRow[]): void {
  const plans = [...new Set(rows.map(keyOf))]
  log().error({ plans }, 'more than one plan, and one is of a provider that is not set up: see to it')
}

async function noteDuplicates(uid: string, refresh: Refresh): Promise<void> {
  const db = await database()
  // What is stored of the other provider may be older than the end of a plan there.
  for (const { provider, customerId } of await db.select().from(customers).where(eq(customers.uid, uid))) {
    if (isSetUp(provider)) await refresh(uid, provider, customerId)
  }
  const { surplus } = await judgeWithCare(uid)
  for (const { row, reason, isUsed } of surplus) {
    if (!isWebPlan(row) || !row.customerId) continue
    const { store, id, customerId } = row
    // That nothing is owed is written down at once: later nobody can tell.
    const noted = { store, subscriptionId: id, uid, customerId, refunded: isUsed ? 0 : null, reason }
    if (!(await insertNote(noted))) continue
    if (reason === 'gave-way') log().info({ store, subscription: id }, 'a plan that had stopped gives way to another')
    else log().error({ store, subscription: id }, 'a second subscription or trial is ended and paid back')
  }
}

/** @returns whether it is new; nothing is written about somebody whose account has gone meanwhile */
async function insertNote(noted: typeof duplicates.$inferInsert): Promise<boolean> {
  const db = await database()
  return db.transaction(async (step) => {
    // A deletion takes the customer first, so that nothing comes after it.
    const [known] = await step
      .select()
      .from(customers)
      .where(and(eq(customers.uid, noted.uid), eq(customers.provider, noted.store)))
      .for('update')
    if (!known) return false
    return (await step.insert(duplicates).values(noted).onConflictDoNothing().returning()).length > 0
  })
}

/** What was noted by an earlier version, or under other settings, may be of another product: a sync forgets it. */
async function isStillOurs(row: Duplicate, refresh: Refresh): Promise<boolean> {
  const isIt = ({ store, id }: SubscriptionRow) => store === row.store && id === row.subscriptionId
  const stored = (await subscriptionRows(row.uid)).find(isIt)
  if (stored && !mayBeForeign(stored)) return true
  await refresh(row.uid, row.store, row.customerId)
  const db = await database()
  const own = and(eq(duplicates.store, row.store), eq(duplicates.subscriptionId, row.subscriptionId))
  return (await db.select().from(duplicates).where(own)).length > 0
}

/** @returns null, or why it is not settled yet */
async function settle(row: Duplicate, refresh: Refresh): Promise<unknown> {
  const db = await database()
  if (!isSetUp(row.store)) return notYet(row, new Error(`${row.store} is not set up any more`))
  const provider = await billingProvider(row.store)
  const own = and(eq(duplicates.store, row.store), eq(duplicates.subscriptionId, row.subscriptionId))
  try {
    if (!(await isStillOurs(row, refresh))) return null
  } catch (err) {
    if (row.endedAt) return notYet(row, err)
    throw err
  }
  if (!row.endedAt) {
    try {
      await provider.cancelNow(row.subscriptionId)
    } catch (err) {
      if (!isRefusal(err)) throw err
      log().error(
        { store: row.store, subscription: row.subscriptionId, err },
        'a second plan cannot be ended from here',
      )
      return err
    }
    // Before it counts as ended: whoever finds that goes on at once, and must not see it run.
    await refresh(row.uid, row.store, row.customerId)
    await db
      .update(duplicates)
      .set({ endedAt: sql`now()` })
      .where(own)
  }
  let refund: Refund = null
  try {
    const key = `duplicate-${row.store}-${row.subscriptionId}`
    if (row.refunded === null) refund = await provider.refundAll(row.subscriptionId, key)
    else await provider.closeInvoices({ subscription: row.subscriptionId })
  } catch (err) {
    return notYet(row, err)
  }
  // Beside a running plan the words about two plans say more.
  const all = await subscriptionRows(row.uid)
  const isItself = (one: SubscriptionRow) => one.store === row.store && one.id === row.subscriptionId
  const hadTrial = Boolean(all.find(isItself)?.trialEnd)
  const isTrialAlone = hadTrial && !refund && !all.some((one) => isLive(one) && !isItself(one))
  await db.transaction(async (step) => {
    const [settled] = await step
      .update(duplicates)
      .set({ refundedAt: sql`now()`, refunded: refund?.amount ?? 0, currency: refund?.currency ?? null })
      .where(and(own, isNull(duplicates.refundedAt)))
      .returning()
    if (!settled) return
    const [person] = await step.select({ email: users.email }).from(users).where(eq(users.uid, row.uid))
    if (!person?.email) return
    const { siteOrigin, outside } = env()
    const sender = { origin: siteOrigin, mail: outside.mail }
    const words =
      row.reason === 'gave-way'
        ? gaveWayLetter(row.store, refund, sender)
        : isTrialAlone
          ? secondTrialLetter(row.store, sender)
          : paidBackLetter(row.store, refund, sender)
    const id = `paid-back-${row.store}-${row.subscriptionId}`
    const plan = keyOf({ store: row.store, id: row.subscriptionId })
    await enqueue(step, { id, uid: row.uid, kind: 'paid-back', email: person.email, plan, ...words })
  })
  void deliverLetters()
  return null
}

/** Whoever is here waits for something else; the row stays, and the next look tries again. */
function notYet({ store, subscriptionId: subscription, refunded }: Duplicate, err: unknown): unknown {
  const what =
    refunded === null
      ? 'a second payment is not paid back yet'
      : 'an open invoice of a plan that gave way is not closed yet'
  log().error({ store, subscription, err }, what)
  return err
}
