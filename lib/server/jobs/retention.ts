import 'server-only'
import { and, getTableName, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { limits } from '@/lib/site'
import { database } from '@/lib/server/db/client'
import {
  addressMarks,
  checkouts,
  consents,
  contactMessages,
  deletedCustomers,
  deletedUsers,
  planEmails,
  planChanges,
  subscriptions,
} from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'

type Age = { years?: number; months?: number; days?: number }

/** A leap day becomes March 1 in other years. */
function subtractAge(at: Date, { years = 0, months = 0, days = 0 }: Age): Date {
  const date = new Date(at)
  date.setUTCFullYear(at.getUTCFullYear() - years, at.getUTCMonth() - months, at.getUTCDate() - days)
  return date
}

type Rule = {
  table: PgTable
  since: PgColumn
  keep: Age
  when?: (at: Date) => SQL
}

const oneYear: Age = { years: 1 }

/** Two subqueries, because an `or` could not use an index. */
const consenterHasNo = (table: typeof planChanges | typeof subscriptions, also: SQL): SQL =>
  sql`not exists (
    select 1 from ${table} other
    where other.store = ${consents.provider} and other.customer_id = ${consents.customerId} and ${also}
  ) and not exists (
    select 1 from ${table} other
    where other.uid = ${consents.uid} and other.store = ${consents.provider} and ${also}
  )`

const hasNoPlan = (): SQL =>
  sql`${consenterHasNo(planChanges, sql`true`)} and ${consenterHasNo(subscriptions, sql`true`)}`

const customerIsInactive = (at: Date): SQL => {
  const recentChange = sql`other.at > ${subtractAge(at, oneYear).toISOString()}`
  return sql`${consenterHasNo(planChanges, recentChange)} and ${consenterHasNo(subscriptions, sql`other.access`)}`
}

const planIsInactive = (at: Date): SQL => sql`not exists (
    select 1 from ${planChanges} change
    where change.store = ${planChanges.store}
      and change.subscription_id = ${planChanges.subscriptionId}
      and change.at > ${subtractAge(at, oneYear).toISOString()}
  ) and not exists (
    select 1 from ${subscriptions} plan
    where plan.store = ${planChanges.store} and plan.id = ${planChanges.subscriptionId} and plan.access
  )`

/** Mirrors the privacy policy. All other records live as long as the account. */
export const rules: Rule[] = [
  { table: contactMessages, since: contactMessages.receivedAt, keep: { months: limits.messageMonths } },
  { table: planEmails, since: planEmails.createdAt, keep: { days: limits.emailDays } },
  { table: checkouts, since: checkouts.createdAt, keep: { months: limits.checkoutMonths } },
  // A consent goes with its unpaid checkout.
  { table: consents, since: consents.at, keep: { months: limits.checkoutMonths }, when: hasNoPlan },
  { table: consents, since: consents.at, keep: { years: limits.consentYears }, when: customerIsInactive },
  { table: planChanges, since: planChanges.at, keep: { years: limits.consentYears }, when: planIsInactive },
  { table: addressMarks, since: addressMarks.at, keep: { months: limits.trialMonths } },
  { table: deletedUsers, since: deletedUsers.deletedAt, keep: { months: limits.deletedMonths } },
  { table: deletedCustomers, since: deletedCustomers.deletedAt, keep: { months: limits.deletedMonths } },
]

/** Rows per statement, to keep locks short. */
const batchSize = 1000

async function enforceRule({ table, since, keep, when }: Rule, at: Date): Promise<void> {
  const db = await database()
  const isExpired = and(lte(since, subtractAge(at, keep)), when?.(at))
  const batch = sql`(select ctid from ${table} where ${isExpired} limit ${batchSize})`
  let deleted = 0
  let count: number
  do {
    const rows = await db
      .delete(table)
      .where(sql`ctid in ${batch}`)
      .returning({ at: since })
    count = rows.length
    deleted += count
  } while (count === batchSize)
  if (deleted > 0) log().info({ table: getTableName(table), deleted }, 'retention: rows deleted')
}

/** @throws AggregateError after all rules have run */
export async function enforceRetention(at = new Date()): Promise<void> {
  const errors: unknown[] = []
  for (const rule of rules) {
    await enforceRule(rule, at).catch((err: unknown) => {
      log().error({ table: getTableName(rule.table), err }, 'retention: rows could not be deleted')
      errors.push(err)
    })
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rules.length} rules failed`)
}
