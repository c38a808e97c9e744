import 'server-only'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database, type Database } from '@/lib/server/db/client'
import { customers, deletedCustomers, duplicates, planChanges, subscriptions, users } from '@/lib/server/db/schema'
import { hashKey } from '@/lib/server/db/keyed-hash'
import { deliverLetters, enqueue } from '@/lib/server/email/emails'
import { log } from '@/lib/server/observability/log'
import { countSync } from '@/lib/server/observability/metrics'
import { isSecondTrial, settleDuplicates } from './duplicates'
import { isWaiting, kindOf, letterKindOf, type ChangeKind, type LetterKind } from './change-kinds'
import { planLetter } from './email-texts'
import { chargesOf, isLive, type SubscriptionRow } from './plan'
import { knownCustomer, type KnownCustomer } from './providers/ownership'
import { billingProvider, isSetUp } from './providers/registry'
import type { BillingProvider, ProviderSubscription } from './providers/provider'
import { assertPlansInReach } from './unavailable-providers'
import { noteTrial } from './trials'

type Step = Pick<Database, 'select' | 'insert'>
/**
 * changed: rows or an end of them are new; stale: a newer answer was there first; unsure: of this answer and the
 * one that is stored nobody can say which is newer.
 */
type Outcome = 'changed' | 'same' | 'stale' | 'unsure'
type NewRow = typeof subscriptions.$inferInsert

async function nextStamp(step: Pick<Database, 'execute'>): Promise<number> {
  // Both engines answer with rows; their result types share nothing else.
  const result: unknown = await step.execute(sql`select nextval('sync_stamp') as stamp`)
  return Number((result as { rows: [{ stamp: string | number }] }).rows[0].stamp)
}

/** Drawn before the provider is asked, so that an older answer can be told from a newer one. */
export const drawStamp = async (): Promise<number> => nextStamp(await database())

/**
 * Writes what a provider said, unless something newer is stored: the rows, a line for each change, and
 * the letter that tells of it, all in one step. This is the only writer of subscriptions, and
 * repeating it changes nothing.
 * @param stamp from `drawStamp`, drawn before the provider was asked
 * @param allOf the customer of whom `told` is everything: what is stored of them beside it has ended
 * @param unsure what becomes of an answer that is another than the stored one and was asked for before that was
 *   written: its question may have been answered before or after. `write` goes by the question, `leave` leaves it
 */
export async function write(
  stamp: number,
  uid: string,
  store: Provider,
  told: ProviderSubscription[],
  allOf?: string,
  unsure: 'write' | 'leave' = 'write',
): Promise<Outcome> {
  if (told.length === 0 && allOf === undefined) return 'same'
  const db = await database()
  await hashKey()
  const done = await db.transaction(async (step) => {
    // Two answers about one customer are written one after the other. It also holds against a deletion of
    // the account, which takes the customer first: no row comes after it.
    const [known] = await step
      .select()
      .from(customers)
      .where(and(eq(customers.uid, uid), eq(customers.provider, store)))
      .for('update')
    const done = { changes: 0, letters: 0, stale: 0, unsure: 0 }
    if (!known) return done
    const listed = allOf === undefined ? [] : told.map(({ id }) => id)
    const held: SubscriptionRow[] = await step
      .select()
      .from(subscriptions)
      .where(or(eq(subscriptions.uid, uid), and(eq(subscriptions.store, store), inArray(subscriptions.id, listed))))
      .for('update')
    const mine = held.filter((row) => row.uid === uid)
    // Somebody of the team may move a plan from one customer to another: then it is stored of somebody else.
    const moved = new Map(held.filter((row) => row.uid !== uid).map((row) => [row.id, row]))
    const stored = new Map(mine.filter((row) => row.store === store).map((row) => [row.id, row]))
    const lost = [...stored.values()].filter(
      (row) => row.customerId === allOf && row.status !== 'canceled' && !told.some(({ id }) => id === row.id),
    )
    const written = await nextStamp(step)
    for (const row of [...told.map((one) => rowOf(one, uid, store, stamp)), ...lost.map((one) => ended(one, stamp))]) {
      const before = stored.get(row.id) ?? null
      const elsewhere = moved.get(row.id)
      const kind = kindOf(before, row)
      const last = before ?? elsewhere
      if (last && kind && last.written > stamp && unsure === 'leave') {
        done.unsure++
        continue
      }
      if (last && last.stamp >= stamp) {
        done.stale++
        continue
      }
      if (!(await upsert(step, { ...row, written }, elsewhere !== undefined))) {
        done.stale++
        continue
      }
      // Of whoever had it before it has ended; the line has a number of its own, beside that of the new owner's.
      if (elsewhere && elsewhere.status !== 'canceled') await note(step, 'ended', elsewhere, ended(elsewhere, written))
      if (!kind) continue
      done.changes++
      await note(step, kind, before, row)
      if (row.trialEnd !== null && row.status !== 'incomplete') await noteTrial(step, uid, store)
      const others = mine.filter((other) => other.store !== store || other.id !== row.id)
      const letter = letterKindOf(kind, before, row)
      // A second plan beside a running one is about to be ended, and that is what the letter will be about.
      const isSecond = letter === 'begun' && (others.some(isLive) || isSecondTrial(row, others))
      const isOld = letter === 'begun' && !before && (await wasForgotten(step, row))
      if (letter && !isSecond && !isOld) done.letters += await sendLetter(step, letter, row)
    }
    return done
  })
  if (done.letters > 0) void deliverLetters()
  if (done.unsure > 0) return 'unsure'
  return done.changes > 0 ? 'changed' : done.stale > 0 ? 'stale' : 'same'
}

/** Whether a plan is told of again that other settings took for another product's: its letter has been sent. */
async function wasForgotten(step: Step, { store, id }: Written): Promise<boolean> {
  const own = and(eq(planChanges.store, store), eq(planChanges.subscriptionId, id), isNull(planChanges.uid))
  return (await step.select({ id: planChanges.subscriptionId }).from(planChanges).where(own).limit(1)).length > 0
}

const rowOf = ({ price, nextCharge, ...rest }: ProviderSubscription, uid: string, store: Provider, stamp: number) => ({
  ...rest,
  charges: nextCharge !== null,
  nextChargeAt: nextCharge?.at ?? null,
  nextChargeAmount: nextCharge?.amount ?? null,
  nextChargeCurrency: nextCharge?.currency ?? null,
  store,
  uid,
  stamp,
  priceId: price?.id ?? null,
  amount: price?.amount ?? null,
  currency: price?.currency ?? null,
  interval: price?.interval ?? null,
})

/** A subscription that its provider no longer lists, as when the customer was deleted there. */
const ended = (row: SubscriptionRow, stamp: number) => ({
  ...row,
  stamp,
  status: 'canceled' as const,
  isUnSubscribed: true,
  access: false,
  charges: false,
  nextChargeAt: null,
  nextChargeAmount: null,
  nextChargeCurrency: null,
})

/**
 * @param isMoved it was somebody else's before; otherwise what became another's meanwhile stays theirs
 * @returns whether it was written
 */
async function upsert(step: Step, row: NewRow, isMoved: boolean): Promise<boolean> {
  const isNewer = sql`${subscriptions.stamp} < excluded.stamp`
  const written = await step
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: [subscriptions.store, subscriptions.id],
      set: {
        uid: sql`excluded.uid`,
        customerId: sql`excluded.customer_id`,
        productIdentifier: sql`excluded.product_identifier`,
        priceId: sql`excluded.price_id`,
        amount: sql`excluded.amount`,
        currency: sql`excluded.currency`,
        interval: sql`excluded.interval`,
        status: sql`excluded.status`,
        isUnSubscribed: sql`excluded.is_unsubscribed`,
        access: sql`excluded.access`,
        currentPeriodEnd: sql`excluded.current_period_end`,
        trialEnd: sql`excluded.trial_end`,
        openInvoice: sql`excluded.open_invoice`,
        endsAt: sql`excluded.ends_at`,
        charges: sql`excluded.charges`,
        nextChargeAt: sql`excluded.next_charge_at`,
        nextChargeAmount: sql`excluded.next_charge_amount`,
        nextChargeCurrency: sql`excluded.next_charge_currency`,
        adjusted: sql`excluded.adjusted`,
        stamp: sql`excluded.stamp`,
        written: sql`excluded.written`,
        updatedAt: sql`now()`,
      },
      setWhere: isMoved ? isNewer : sql`${isNewer} and ${subscriptions.uid} = excluded.uid`,
    })
    .returning({ id: subscriptions.id })
  return written.length > 0
}

type Written = ReturnType<typeof rowOf> | ReturnType<typeof ended>

/** The line about a change, which stays when the next one comes. */
async function note(step: Step, kind: ChangeKind, before: SubscriptionRow | null, row: Written): Promise<void> {
  const { store, uid, stamp, id, customerId, status, isUnSubscribed, access } = row
  const { priceId, amount, currency, interval, currentPeriodEnd, endsAt } = row
  await step.insert(planChanges).values({
    store,
    subscriptionId: id,
    stamp,
    uid,
    customerId,
    kind,
    statusBefore: before?.status ?? null,
    status,
    isUnSubscribed,
    access,
    priceId,
    amount,
    currency,
    interval,
    currentPeriodEnd,
    endsAt,
  })
}

/**
 * Forgets what an earlier version, or other settings, took for a plan of this site: no letter and no line says that it
 * has ended, and what was noted to be ended or paid back of it is not. Lines about it stay without the person.
 */
async function forgetForeign(
  uid: string,
  { name, foreignSubscriptions }: BillingProvider,
  customerId: string,
  known: KnownCustomer,
  told: ProviderSubscription[],
): Promise<void> {
  const db = await database()
  const stored = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), eq(subscriptions.store, name), eq(subscriptions.customerId, customerId)))
  const unlisted = new Set(stored.map(({ id }) => id).filter((id) => !told.some((one) => one.id === id)))
  if (unlisted.size === 0) return
  const foreign = (await foreignSubscriptions(customerId, known)).filter((id) => unlisted.has(id))
  if (foreign.length === 0) return
  await db.transaction(async (step) => {
    // As `write`: whoever writes about a plan holds the customer.
    const own = and(eq(customers.uid, uid), eq(customers.provider, name))
    await step.select().from(customers).where(own).for('update')
    await step
      .delete(subscriptions)
      .where(and(eq(subscriptions.uid, uid), eq(subscriptions.store, name), inArray(subscriptions.id, foreign)))
    await step
      .delete(duplicates)
      .where(
        and(eq(duplicates.store, name), inArray(duplicates.subscriptionId, foreign), isNull(duplicates.refundedAt)),
      )
    await step
      .update(planChanges)
      .set({ uid: null, customerId: null })
      .where(and(eq(planChanges.store, name), inArray(planChanges.subscriptionId, foreign)))
  })
  log().warn(
    { store: name, subscriptions: foreign },
    'plans that were stored are of another product, and are forgotten',
  )
}

/** Puts the letter into the outbox, where there is an address; returns how many that are. */
async function sendLetter(step: Step, kind: LetterKind, row: Written): Promise<number> {
  const [person] = await step.select({ email: users.email }).from(users).where(eq(users.uid, row.uid))
  if (!person?.email) return 0
  const { siteOrigin, outside } = env()
  const words = planLetter(kind, { ...row, ...chargesOf(row) }, { origin: siteOrigin, mail: outside.mail })
  const id = `${kind}-${row.store}-${row.id}-${row.stamp}`
  await enqueue(step, { id, uid: row.uid, kind, email: person.email, plan: `${row.store} ${row.id}`, ...words })
  return 1
}

/**
 * The doorbell: asks the provider for all that a customer has, and writes it. A stranger's customer
 * changes nothing; what the customer of a deleted account has bought is ended.
 */
export async function syncCustomer(name: Provider, customerId: string): Promise<void> {
  const db = await database()
  const [known] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.provider, name), eq(customers.customerId, customerId)))
  if (known) {
    await refresh(known.uid, name, customerId)
    await settle(known.uid)
    return
  }
  const [gone] = await db
    .select()
    .from(deletedCustomers)
    .where(and(eq(deletedCustomers.provider, name), eq(deletedCustomers.customerId, customerId)))
  if (gone) await endLate(name, customerId, gone.deletedAt)
}

/**
 * The same for a person: every provider that knows them and is set up. One that fails does not stop the others,
 * but throws.
 * @throws ApiFailure `not-configured` where a plan may still charge at a provider that is not set up any more
 */
export async function syncUser(uid: string): Promise<void> {
  const db = await database()
  const known = await db.select().from(customers).where(eq(customers.uid, uid))
  const done = await Promise.allSettled(
    known
      .filter(({ provider }) => isSetUp(provider))
      .map(({ provider, customerId }) => refresh(uid, provider, customerId)),
  )
  const failed = done.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  await assertPlansInReach(uid)
  await settle(uid)
}

/** Ends and pays back what a person came to pay for a second time; returns why something is not done yet. */
export const settle = (uid: string) => settleDuplicates(uid, refresh)

/** Clocks differ, and providers tell times in whole seconds. */
const skewMs = 60_000

/**
 * What the customer of a deleted account has is ended, also what only waits to charge; what was paid after
 * the deletion alone is paid back, too: of plans that began after it, or had opened nothing before it.
 */
async function endLate(name: Provider, customerId: string, deletedAt: Date): Promise<void> {
  const provider = await billingProvider(name)
  const known = knownCustomer(name, customerId, null)
  const all = await provider.subscriptions(customerId, known)
  for (const { id, status, startedAt } of all) {
    if (status !== 'canceled') await provider.cancelNow(id)
    // Also of one that has ended: whoever ended it may have died before this.
    const isLate = startedAt.getTime() > deletedAt.getTime() - skewMs || (await hadWaited(name, id))
    if (isLate) await provider.refundAll(id, `late-${name}-${id}`)
  }
  if (all.some(({ status }) => status !== 'canceled')) await provider.closeInvoices({ customer: customerId, known })
}

/** Whether the lines about a plan say that it opened nothing; false where there are none: then nobody can know. */
async function hadWaited(store: Provider, subscriptionId: string): Promise<boolean> {
  const db = await database()
  const lines = await db
    .select({ access: planChanges.access, status: planChanges.status })
    .from(planChanges)
    .where(and(eq(planChanges.store, store), eq(planChanges.subscriptionId, subscriptionId)))
  return lines.some(isWaiting) && !lines.some(({ access }) => access)
}

/**
 * So often a provider is asked where answers cross each other; then the order of the questions decides. A question
 * that is begun after an answer was written is newer for certain.
 */
const rounds = 5

/**
 * Asks one provider for all that the person has there, and writes it. Of two that ask at once the one that asked
 * first may be told more: without asking again an old state could come back for a moment, and be told a second time.
 */
export async function refresh(uid: string, name: Provider, customerId: string): Promise<void> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  try {
    const provider = await billingProvider(name)
    const known = knownCustomer(name, customerId, uid)
    for (let round = 1; ; round++) {
      const stamp = await drawStamp()
      const told = await provider.subscriptions(customerId, known)
      await forgetForeign(uid, provider, customerId, known, told)
      const outcome = await write(stamp, uid, name, told, customerId, round < rounds ? 'leave' : 'write')
      if (outcome === 'unsure') continue
      return countSync(name, outcome, seconds())
    }
  } catch (error) {
    countSync(name, 'failed', seconds())
    throw error
  }
}
