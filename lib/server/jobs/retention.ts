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

/** A leap day becomes March 1 in other years. */
function before(at: Date, { years = 0, months = 0, days = 0 }: Age): Date {
  const moment = new Date(at)
  moment.setUTCFullYear(at.getUTCFullYear() - years, at.getUTCMonth() - months, at.getUTCDate() - days)
  return moment
}

type Rule = {
  table: PgTable
  since: PgColumn
  keep: Age
  when?: (at: Date) => SQL
}

const quietYear: Age = { years: 1 }

/** Two subqueries, because an `or` could not use an index. */
const noneOfConsenter = (table: typeof planChanges | typeof subscriptions, also: SQL): SQL =>
  sql`not exists (
    select 1 from ${table} other
    where other.store = ${consents.provider} and other.customer_id = ${consents.customerId} and ${also}
  ) and not exists (
    select 1 from ${table} other
    where other.uid = ${consents.uid} and other.store = ${consents.provider} and ${also}
  )`

const nothingCameOfIt = (): SQL =>
  sql`${noneOfConsenter(planChanges, sql`true`)} and ${noneOfConsenter(subscriptions, sql`true`)}`

const customerIsQuiet = (at: Date): SQL => {
  const lately = sql`other.at > ${before(at, quietYear).toISOString()}`
  return sql`${noneOfConsenter(planChanges, lately)} and ${noneOfConsenter(subscriptions, sql`other.access`)}`
}

const planIsQuiet = (at: Date): SQL => sql`not exists (
    select 1 from ${planChanges} change
    where change.store = ${planChanges.store}
      and change.subscription_id = ${planChanges.subscriptionId}
      and change.at > ${before(at, quietYear).toISOString()}
  ) and not exists (
    select 1 from ${subscriptions} plan
    where plan.store = ${planChanges.store} and plan.id = ${planChanges.subscriptionId} and plan.access
  )`

/** Mirrors the privacy policy. All other records live as long as the account. */
export const rules: Rule[] = [
  { table: contactMessages, since: contactMessages.receivedAt, keep: { months: limits.messageMonths } },
  { table: letters, since: letters.createdAt, keep: { days: limits.emailDays } },
  { table: checkouts, since: checkouts.createdAt, keep: { months: limits.checkoutMonths } },
  // A consent goes with its unpaid checkout.
  { table: consents, since: consents.at, keep: { months: limits.checkoutMonths }, when: nothingCameOfIt },
  { table: consents, since: consents.at, keep: { years: limits.consentYears }, when: customerIsQuiet },
  { table: planChanges, since: planChanges.at, keep: { years: limits.consentYears }, when: planIsQuiet },
  { table: buildFiles, since: buildFiles.keptAt, keep: { days: limits.buildFileDays } },
  { table: addressMarks, since: addressMarks.at, keep: { months: limits.trialMonths } },
  { table: deletedUsers, since: deletedUsers.deletedAt, keep: { months: limits.deletedMonths } },
  { table: deletedCustomers, since: deletedCustomers.deletedAt, keep: { months: limits.deletedMonths } },
]

/** Rows per statement, to keep locks short. */
const batch = 1000

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
  if (deleted > 0) log().info({ table: getTableName(table), deleted }, 'retention: rows deleted')
}

/** @throws AggregateError after all rules have run */
export async function enforceRetention(at = new Date()): Promise<void> {
  const errors: unknown[] = []
  for (const rule of rules) {
    await enforce(rule, at).catch((err: unknown) => {
      log().error({ table: getTableName(rule.table), err }, 'retention: rows could not be deleted')
      errors.push(err)
    })
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`)
}
