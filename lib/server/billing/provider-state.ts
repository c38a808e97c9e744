/** The only writer of subscriptions: fetches a customer's state from the provider and stores it. */
import 'server-only'
import { and, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import { neverBegan, type Provider } from '@/lib/contract/plan'
import { database, type Database, hmacKey } from '@/lib/server/db/client'
import { customers, duplicates, planChanges, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails, queuePlanEmail } from '@/lib/server/email/plan-emails'
import { log } from '@/lib/server/observability/log'
import { countSync } from '@/lib/server/observability/metrics'
import { recordTrial } from '@/lib/server/users/address-marks'
import { changeEmail } from './email-texts'
import {
  isLive,
  type SubscriptionRow,
  changeKind,
  emailFacts,
  emailKindOf,
  isSamePlan,
  isSecondTrial,
  planKey,
  type ChangeKind,
} from './plan'
import type { ProviderSubscription } from './providers/provider'
import { billingProvider } from './providers/registry'

type Tx = Pick<Database, 'select' | 'insert' | 'delete'>
/** stale: something newer is stored; ambiguous: the order of two states is unknown. */
type Outcome = 'changed' | 'same' | 'stale' | 'ambiguous'
type NewRow = typeof subscriptions.$inferInsert

async function nextStamp(tx: Pick<Database, 'execute'>): Promise<number> {
  // The database drivers' result types have only rows in common.
  const result: unknown = await tx.execute(sql`select nextval('sync_stamp') as stamp`)
  return Number((result as { rows: [{ stamp: string | number }] }).rows[0].stamp)
}

/** Drawn before the request, so that an older answer never overwrites a newer one. */
export const nextSyncStamp = async (): Promise<number> => nextStamp(await database())

/** Serialises all writes about a customer's plans, and fails after account deletion. */
export async function lockCustomer(tx: Pick<Database, 'select'>, uid: string, provider: Provider): Promise<boolean> {
  const isOwn = and(eq(customers.uid, uid), eq(customers.provider, provider))
  return (await tx.select().from(customers).where(isOwn).for('update')).length > 0
}

type ProviderState = {
  uid: string
  provider: Provider
  stamp: number
  subscriptions: ProviderSubscription[]
  /** The customer whose complete list this is. Stored plans that are missing in it have ended. */
  completeFor?: string
  /** Ids of other products' subscriptions. */
  foreign?: string[]
  /** When another state was stored after this one was requested. Default: `write`. */
  onAmbiguous?: 'write' | 'skip'
}

/** Stores rows, change lines and emails in one transaction unless something newer is stored. Idempotent. */
export async function applyProviderState(state: ProviderState): Promise<Outcome> {
  const { uid, provider, stamp, subscriptions: reported, completeFor, foreign = [] } = state
  if (reported.length === 0 && completeFor === undefined) return 'same'
  const db = await database()
  await hmacKey()
  const counts = { changed: 0, stale: 0, ambiguous: 0, same: 0 }
  await db.transaction(async (tx) => {
    if (!(await lockCustomer(tx, uid, provider))) return
    if (foreign.length > 0) await forgetForeignPlans(tx, { uid, provider, foreign })
    const reportedIds = completeFor === undefined ? [] : reported.map(({ id }) => id)
    const lockedRows: SubscriptionRow[] = await tx
      .select()
      .from(subscriptions)
      .where(
        or(eq(subscriptions.uid, uid), and(eq(subscriptions.store, provider), inArray(subscriptions.id, reportedIds))),
      )
      .for('update')
    const userRows = lockedRows.filter((row) => row.uid === uid)
    const missing = userRows.filter(
      (row) =>
        row.store === provider &&
        row.customerId === completeFor &&
        row.status !== 'canceled' &&
        !reported.some(({ id }) => id === row.id),
    )
    const written = await nextStamp(tx)
    const rows = [
      ...reported.map((one) => toRow(one, { uid, store: provider, stamp })),
      ...missing.map((row) => toEnded(row, stamp)),
    ]
    for (const row of rows) {
      counts[await applyRow(tx, { row, lockedRows, written, onAmbiguous: state.onAmbiguous })]++
    }
  })
  if (counts.changed > 0) void deliverPlanEmails()
  if (counts.ambiguous > 0) return 'ambiguous'
  return counts.changed > 0 ? 'changed' : counts.stale > 0 ? 'stale' : 'same'
}

type RowChange = {
  row: WrittenRow
  lockedRows: SubscriptionRow[]
  written: number
  onAmbiguous: ProviderState['onAmbiguous']
}

async function applyRow(tx: Tx, change: RowChange): Promise<Outcome> {
  const { row, lockedRows, written, onAmbiguous = 'write' } = change
  const stored = lockedRows.find((one) => isSamePlan(one, row))
  const before = stored?.uid === row.uid ? stored : null
  // Staff may move a plan to another customer at the provider.
  const formerOwner = stored && !before ? stored : null
  const kind = changeKind(before, row)
  if (stored && kind && stored.written > row.stamp && onAmbiguous === 'skip') return 'ambiguous'
  if (stored && stored.stamp >= row.stamp) return 'stale'
  if (!(await upsert(tx, { ...row, written }, formerOwner !== null))) return 'stale'
  if (formerOwner && formerOwner.status !== 'canceled') {
    await recordChange(tx, 'ended', formerOwner, toEnded(formerOwner, written))
  }
  if (!kind) return 'same'
  await recordChange(tx, kind, before, row)
  if (row.trialEnd !== null && row.status !== 'incomplete') await recordTrial(tx, row.uid, row.store as Provider)
  const emailKind = emailKindOf(kind, before, row)
  if (!emailKind) return 'changed'
  if (emailKind === 'begun') {
    const others = lockedRows.filter((one) => one.uid === row.uid && !isSamePlan(one, row))
    // It will be ended, with an email of its own.
    if (others.some(isLive) || isSecondTrial(row, others)) return 'changed'
  }
  await queuePlanEmail(tx, {
    id: `${emailKind}-${row.store}-${row.id}-${row.stamp}`,
    uid: row.uid,
    kind: emailKind,
    plan: planKey(row),
    compose: (context) => changeEmail(emailKind, emailFacts(row), context),
  })
  return 'changed'
}

type ForeignPlans = { uid: string; provider: Provider; foreign: string[] }

/** Plans that the settings counted as ours before. They are removed without email, refund or end. */
async function forgetForeignPlans(tx: Tx, { uid, provider, foreign }: ForeignPlans): Promise<void> {
  const isOwn = and(eq(subscriptions.uid, uid), eq(subscriptions.store, provider))
  const removed = await tx
    .delete(subscriptions)
    .where(and(isOwn, inArray(subscriptions.id, foreign)))
    .returning({ id: subscriptions.id })
  if (removed.length === 0) return
  const isOpen = and(eq(duplicates.store, provider), isNull(duplicates.refundedAt))
  await tx.delete(duplicates).where(and(isOpen, inArray(duplicates.subscriptionId, foreign)))
  log().warn({ store: provider, subscriptions: removed }, 'removed stored plans of another product')
}

type RowKey = Pick<SubscriptionRow, 'uid' | 'store' | 'stamp'>

const toRow = ({ price, nextCharge, ...rest }: ProviderSubscription, key: RowKey) => ({
  ...rest,
  ...key,
  charges: nextCharge !== null,
  nextChargeAt: nextCharge?.at ?? null,
  nextChargeAmount: nextCharge?.amount ?? null,
  nextChargeCurrency: nextCharge?.currency ?? null,
  priceId: price?.id ?? null,
  amount: price?.amount ?? null,
  currency: price?.currency ?? null,
  interval: price?.interval ?? null,
})

const toEnded = (row: SubscriptionRow, stamp: number) => ({
  ...row,
  stamp,
  status: 'canceled' as const,
  isUnSubscribed: true,
  access: false,
  paymentIssue: null,
  retryAt: null,
  pausedUntil: null,
  neverBegan: row.neverBegan ?? neverBegan.safeParse(row.status).data ?? null,
  charges: false,
  nextChargeAt: null,
  nextChargeAmount: null,
  nextChargeCurrency: null,
})

type WrittenRow = ReturnType<typeof toRow> | ReturnType<typeof toEnded>

const unchangedColumns = new Set(['store', 'id', 'startedAt', 'seenAt', 'updatedAt'])
const excludedColumns = Object.fromEntries(
  Object.entries(getTableColumns(subscriptions))
    .filter(([name]) => !unchangedColumns.has(name))
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
)

/** @param isMoved takes the plan from another user; otherwise it stays theirs */
async function upsert(tx: Tx, row: NewRow, isMoved: boolean): Promise<boolean> {
  const isNewer = sql`${subscriptions.stamp} < excluded.stamp`
  const writtenRows = await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: [subscriptions.store, subscriptions.id],
      set: { ...excludedColumns, updatedAt: sql`now()` },
      setWhere: isMoved ? isNewer : sql`${isNewer} and ${subscriptions.uid} = excluded.uid`,
    })
    .returning({ id: subscriptions.id })
  return writtenRows.length > 0
}

async function recordChange(
  tx: Tx,
  kind: ChangeKind,
  before: SubscriptionRow | null,
  after: WrittenRow,
): Promise<void> {
  await tx
    .insert(planChanges)
    .values({ ...after, subscriptionId: after.id, kind, statusBefore: before?.status ?? null, at: new Date() })
}

/** Maximum retries when reads overlap. Then the last one is written. */
const maxAttempts = 5

export async function refreshCustomer(uid: string, name: Provider, customerId: string): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  try {
    const provider = await billingProvider(name)
    for (let attempt = 1; ; attempt++) {
      const stamp = await nextSyncStamp()
      const { own, foreign } = await provider.subscriptions(customerId, uid)
      const outcome = await applyProviderState({
        uid,
        provider: name,
        stamp,
        subscriptions: own,
        completeFor: customerId,
        foreign,
        onAmbiguous: attempt < maxAttempts ? 'skip' : 'write',
      })
      // A new read is certainly newer.
      if (outcome === 'ambiguous') continue
      return countSync(name, outcome, seconds())
    }
  } catch (error) {
    countSync(name, 'failed', seconds())
    throw error
  }
}
