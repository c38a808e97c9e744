import 'server-only'
import { and, getTableName, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { limits } from '@/lib/site'
import { database } from './db/client'
import {
  checkouts,
  consents,
  contactMessages,
  deletedCustomers,
  deletedUsers,
  letters,
  planChanges,
  subscriptions,
} from './db/schema'
import { log } from './log'

type Age = { years?: number; months?: number; days?: number }

/** The moment that is so long before another; a day that its month does not have is the first of the next. */
export function before(at: Date, { years = 0, months = 0, days = 0 }: Age): Date {
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

/** No plan of the customer runs, or has changed within a year: a consent names its customer, not its plan. */
const customerIsQuiet = (at: Date): SQL => sql`not exists (
    select 1 from ${planChanges} change
    where change.store = ${consents.provider}
      and (change.customer_id = ${consents.customerId} or change.uid = ${consents.uid})
      and change.at > ${before(at, quietYear).toISOString()}
  ) and not exists (
    select 1 from ${subscriptions} plan
    where plan.store = ${consents.provider}
      and (plan.customer_id = ${consents.customerId} or plan.uid = ${consents.uid})
      and plan.access
  )`

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
  { table: consents, since: consents.at, keep: { years: limits.consentYears }, when: customerIsQuiet },
  { table: planChanges, since: planChanges.at, keep: { years: limits.consentYears }, when: planIsQuiet },
  { table: deletedUsers, since: deletedUsers.deletedAt, keep: { months: limits.deletedMonths } },
  { table: deletedCustomers, since: deletedCustomers.deletedAt, keep: { months: limits.deletedMonths } },
]

/** Rows that one statement deletes: a long one would hold others up, and come to nothing at its time-out. */
const batch = 1000

/**
 * Deletes what has been kept long enough. Repeating it deletes nothing more.
 * @param at the present; tests turn it
 * @throws whatever the database says; what was deleted until then stays deleted
 */
export async function enforceRetention(at = new Date()): Promise<void> {
  const db = await database()
  for (const { table, since, keep, when } of rules) {
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
}
