import 'server-only'
import { and, getTableName, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { limits } from '@/lib/site'
import { database } from '@/lib/server/db/client'
import {
  addressMarks,
  buildFiles,
  checkouts,
  consents,
  contactMessages,
  deletedCustomers,
  deletedUsers,
  letters,
  planChanges,
  subscriptions,
} from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'

type Age = { years?: number; months?: number; days?: number }

/** The moment that is so long before another. A leap day, in a year that has none, is the first of March. */
function before(at: Date, { years = 0, months = 0, days = 0 }: Age): Date {
  const moment = new Date(at)
  moment.setUTCFullYear(at.getUTCFullYear() - years, at.getUTCMonth() - months, at.getUTCDate() - days)
  return moment
}

type Rule = {
  table: PgTable
  /** From when on a row's time is counted. */
  since: PgColumn
  keep: Age
  /** What else must hold before a row goes. */
  when?: (at: Date) => SQL
}

/** A plan's own last change keeps what was agreed to for another year, and a plan that runs keeps it for good. */
const quietYear: Age = { years: 1 }

/**
 * No row of a table is about the one who consented, by the provider's number or by the uid, and holds what `also`
 * says: a consent names its customer, not its plan. Two questions, since an `or` of both could use no index.
 */
const noneOfConsenter = (table: typeof planChanges | typeof subscriptions, also: SQL): SQL =>
  sql`not exists (
    select 1 from ${table} other
    where other.store = ${consents.provider} and other.customer_id = ${consents.customerId} and ${also}
  ) and not exists (
    select 1 from ${table} other
    where other.uid = ${consents.uid} and other.store = ${consents.provider} and ${also}
  )`

/** Whoever consented never had a plan at that provider: the page was left unpaid. */
const nothingCameOfIt = (): SQL =>
  sql`${noneOfConsenter(planChanges, sql`true`)} and ${noneOfConsenter(subscriptions, sql`true`)}`

/** No plan of theirs at that provider runs, or has changed within a year. */
const customerIsQuiet = (at: Date): SQL => {
  const lately = sql`other.at > ${before(at, quietYear).toISOString()}`
  return sql`${noneOfConsenter(planChanges, lately)} and ${noneOfConsenter(subscriptions, sql`other.access`)}`
}

/** The plan of the line does not run, and has not changed within a year. */
const planIsQuiet = (at: Date): SQL => sql`not exists (
    select 1 from ${planChanges} change
    where change.store = ${planChanges.store}
      and change.subscription_id = ${planChanges.subscriptionId}
      and change.at > ${before(at, quietYear).toISOString()}
  ) and not exists (
    select 1 from ${subscriptions} plan
    where plan.store = ${planChanges.store} and plan.id = ${planChanges.subscriptionId} and plan.access
  )`

/**
 * What goes by itself, and when; the privacy policy says the same. Whatever is not here stays for as long
 * as the account: the record, customer numbers, plans, and what is still to be paid back.
 */
export const rules: Rule[] = [
  { table: contactMessages, since: contactMessages.receivedAt, keep: { months: limits.messageMonths } },
  { table: letters, since: letters.createdAt, keep: { days: limits.letterDays } },
  { table: checkouts, since: checkouts.createdAt, keep: { months: limits.checkoutMonths } },
  // Only where nothing came of it: what was agreed to on a page that nobody paid binds nobody, and goes with the page.
  { table: consents, since: consents.at, keep: { months: limits.checkoutMonths }, when: nothingCameOfIt },
  { table: consents, since: consents.at, keep: { years: limits.consentYears }, when: customerIsQuiet },
  { table: planChanges, since: planChanges.at, keep: { years: limits.consentYears }, when: planIsQuiet },
  { table: buildFiles, since: buildFiles.keptAt, keep: { days: limits.buildFileDays } },
  { table: addressMarks, since: addressMarks.at, keep: { months: limits.trialMonths } },
  { table: deletedUsers, since: deletedUsers.deletedAt, keep: { months: limits.deletedMonths } },
  { table: deletedCustomers, since: deletedCustomers.deletedAt, keep: { months: limits.deletedMonths } },
]

/** Rows that one statement deletes: a long one would hold others up, and come to nothing at its time-out. */
const batch = 1000

/** Deletes what one rule says. What was deleted until it fails stays deleted. */
async function enforce({ table, since, keep, when }: Rule, at: Date): Promise<void> {
  const db = await database()
  const over = and(lte(since, before(at, keep)), when?.(at))
  const some = sql`(select ctid from ${table} where ${over} limit ${batch})`
  let deleted = 0
  let last: number
  do {
    const gone = await db
      .delete(table)
      .where(sql`ctid in ${some}`)
      .returning({ at: since })
    last = gone.length
    deleted += last
  } while (last === batch)
  if (deleted > 0) log().info({ table: getTableName(table), deleted }, 'kept long enough')
}

/**
 * Deletes what has been kept long enough. Repeating it deletes nothing more.
 * @param at the present; tests turn it
 * @throws AggregateError of whatever the database says of single rules, after all of them had their turn
 */
export async function enforceRetention(at = new Date()): Promise<void> {
  const errors: unknown[] = []
  for (const rule of rules) {
    await enforce(rule, at).catch((err: unknown) => {
      log().error({ table: getTableName(rule.table), err }, 'what has been kept long enough could not be deleted')
      errors.push(err)
    })
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`)
}
