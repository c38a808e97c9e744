import 'server-only'
import { and, eq, exists, getTableColumns, isNotNull, not, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { consentWordings } from '@/lib/contract/plan-words'
import type { Leftover } from '@/lib/contract/user'
import { env } from '@/lib/env'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, type Locale } from '@/lib/locales'
import { limits, siteName } from '@/lib/site'
import { database, type Database } from '@/lib/server/db/client'
import {
  checkouts,
  consents,
  contactMessages,
  customers,
  deletedCustomers,
  deletedUsers,
  duplicates,
  planEmails,
  planChanges,
  subscriptions,
  users,
} from '@/lib/server/db/schema'
import { withDeadline } from '@/lib/server/http/request'
import { lockForDeletion } from './deletion-lock'
import { localeOf } from '@/lib/server/email/plan-emails'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'
import { identityAdmin, isRefusal } from '@/lib/server/identity/admin'
import { log } from '@/lib/server/observability/log'

type Tx = Pick<Database, 'delete' | 'execute' | 'insert' | 'select' | 'update'>

/** Every table with a uid; a test compares it with the schema. */
const exportedTables = {
  users,
  customers,
  subscriptions,
  planChanges,
  checkouts,
  consents,
  duplicates,
  letters: planEmails,
  deletedUsers,
}

const erasedTables = [subscriptions, checkouts, duplicates, users]

/** Proof of consent, kept under the provider's customer id. */
const consentTables = [consents, planChanges]

/** Contact messages have no uid, so they are found by confirmed email address. */
const isOwnMessage = ({ email, emailVerified }: Identity) =>
  email && emailVerified ? eq(sql`lower(${contactMessages.email})`, email.toLowerCase()) : null

/** Whether an email went to an unconfirmed address depends on what other accounts sent there. */
const deliveryFields = new Set(['mailedAt', 'withheldAt', 'tryAt', 'attempts'])

const exportedColumns = (table: PgTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => table !== planEmails || !deliveryFields.has(name)),
  )

/** Explains the export: one entry for each part of the file. */
async function accountReadme(locale: Locale): Promise<string[]> {
  const t = await translatorOf(locale, 'exportReadme')
  const months = (count: number) => ({ months: String(count) })
  return [
    t('file', { site: siteName }),
    t('times'),
    t('amounts'),
    t('uid'),
    t('users'),
    t('customers'),
    t('subscriptions'),
    t('planChanges'),
    t('checkouts'),
    t('consents'),
    t('duplicates'),
    t('letters', { days: String(limits.emailDays) }),
    t('deletedUsers', months(limits.deletedMonths)),
    t('messages', months(limits.messageMonths)),
    t('wordings'),
    t('notInFile', months(limits.trialMonths)),
  ]
}

export async function exportUser(identity: Identity): Promise<object> {
  const { uid } = identity
  const isOwn = isOwnMessage(identity)
  const db = await database()
  const parts = await Promise.all(
    Object.entries(exportedTables).map(async ([name, table]) => [
      name,
      await db.select(exportedColumns(table)).from(table).where(eq(table.uid, uid)),
    ]),
  )
  const { digest: _, ...columns } = getTableColumns(contactMessages)
  const messages = isOwn ? await db.select(columns).from(contactMessages).where(isOwn).orderBy(columns.receivedAt) : []
  return {
    readme: await accountReadme((await localeOf(uid)) ?? defaultLocale),
    exportedAt: new Date().toISOString(),
    uid,
    ...Object.fromEntries(parts),
    messages,
    wordings: consentWordings,
  }
}

/** A consent that led to a plan is kept as proof. */
const hasPlanChange = (tx: Tx) => {
  const sameCustomer = and(eq(planChanges.store, consents.provider), eq(planChanges.customerId, consents.customerId))
  return exists(tx.select({ store: planChanges.store }).from(planChanges).where(sameCustomer))
}

/** Customers first, because every write about a plan locks that row. */
async function eraseRows(tx: Tx, identity: Identity): Promise<void> {
  const { uid } = identity
  await lockForDeletion(tx, uid)
  const deletedAt = new Date()
  const deletedRows = await tx.delete(customers).where(eq(customers.uid, uid)).returning()
  for (const { provider, customerId } of deletedRows) {
    // Chargebee's id follows from the uid, so a second deletion may find the row.
    await tx
      .insert(deletedCustomers)
      .values({ provider, customerId, deletedAt })
      .onConflictDoUpdate({ target: [deletedCustomers.provider, deletedCustomers.customerId], set: { deletedAt } })
  }
  for (const table of erasedTables) await tx.delete(table).where(eq(table.uid, uid))
  await tx.delete(consents).where(and(eq(consents.uid, uid), not(hasPlanChange(tx))))
  for (const table of consentTables) {
    await tx
      .update(table)
      .set({ uid: null })
      .where(and(eq(table.uid, uid), isNotNull(table.customerId)))
    await tx.delete(table).where(eq(table.uid, uid))
  }
  await tx.delete(planEmails).where(eq(planEmails.uid, uid))
  const isOwn = isOwnMessage(identity)
  if (isOwn) await tx.delete(contactMessages).where(isOwn)
}

/**
 * Deletes a user whose plans have ended: first the rows, with a mark that refuses present tokens, then picture and
 * identity.
 * @param deadline as `Date.now()`, for the identity service
 * @returns what the user or the site's owner must delete elsewhere
 * @throws ApiFailure `unavailable` if the data is deleted but the identity may still exist
 */
export async function deleteUser(identity: Identity, deadline: number): Promise<{ left: Leftover[] }> {
  const { uid, authTime } = identity
  const db = await database()
  await db.transaction(async (tx) => {
    await eraseRows(tx, identity)
    // A slow clock must not date it before the sign-in that requested it.
    const deletedAt = new Date(Math.max(Date.now(), authTime * 1000))
    await tx
      .insert(deletedUsers)
      .values({ uid, deletedAt })
      .onConflictDoUpdate({ target: deletedUsers.uid, set: { deletedAt } })
  })
  log().info('account deleted')
  try {
    return { left: await removeIdentity(identity, deadline) }
  } finally {
    // A request that passed before the mark may have written since.
    await db
      .transaction((tx) => eraseRows(tx, identity))
      .catch((err: unknown) => log().error({ err }, 'rows of a deleted account may remain'))
  }
}

const timeoutError = () => new Error('deadline')

async function removeIdentity({ uid, tenant }: Identity, deadline: number): Promise<Leftover[]> {
  const admin = identityAdmin(tenant)
  if (!admin) return env().bucket === null ? ['identity'] : ['identity', 'picture']
  const [picture, identity] = await Promise.allSettled([
    withDeadline(deadline, admin.removePicture(uid), timeoutError),
    withDeadline(deadline, admin.remove(uid), timeoutError),
  ])
  if (picture.status === 'rejected') {
    log().error({ err: picture.reason as unknown }, 'the picture of a deleted account could not be deleted')
  }
  if (identity.status === 'rejected') throw identityNotRemovedFailure(identity.reason)
  return picture.status === 'rejected' ? ['picture'] : []
}

function identityNotRemovedFailure(cause: unknown): ApiFailure {
  const detail = isRefusal(cause) ? 'identityLeft' : 'identityUnsure'
  return new ApiFailure('unavailable', { cause, outcome: 'partly', detail })
}
