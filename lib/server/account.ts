import 'server-only'
import { eq } from 'drizzle-orm'
import { database } from './db/client'
import { checkouts, consents, customers, deletedCustomers, deletedUsers, subscriptions, users } from './db/schema'
import { ApiFailure } from './errors'
import { identityAdmin } from './identity-admin'
import { log } from './log'

/** Every table with rows about a person. A new one is added here, and with that to export and deletion. */
const tables = { users, customers, subscriptions, checkouts, consents }

const readme = [
  'This file holds everything that Unhurried has stored about you, as it was at the time in "exportedAt".',
  'users: your record, as it came from your sign-in. customers: your customer numbers at the payment providers.',
  'subscriptions: what those providers last told us of your plans; amounts are in the smallest unit of the currency.',
  'checkouts and consents: the payment pages you opened, and the wording of the renewal terms you agreed to.',
  'Your card was never stored here: the payment provider keeps it. Your sign-in is kept by the identity service.',
]

/** All that is stored about a person, as plain data. Times are ISO 8601 in UTC. */
export async function exportUser(uid: string): Promise<object> {
  const db = await database()
  const parts = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => [
      name,
      await db.select().from(table).where(eq(table.uid, uid)),
    ]),
  )
  return { readme, exportedAt: new Date().toISOString(), uid, ...Object.fromEntries(parts) }
}

/**
 * Removes a person: their rows first, in one step with a mark that refuses their present tokens;
 * then the picture and the identity. A running plan must have been ended before.
 * @throws ApiFailure `unavailable` when the identity service did not answer: the data is gone then,
 *   and the message says what is left to do
 */
export async function deleteUser(uid: string): Promise<void> {
  const db = await database()
  await db.transaction(async (step) => {
    const deletedAt = new Date()
    const known = await step.delete(customers).where(eq(customers.uid, uid)).returning()
    for (const { provider, customerId } of known) {
      await step.insert(deletedCustomers).values({ provider, customerId, deletedAt }).onConflictDoNothing()
    }
    for (const table of Object.values(tables)) await step.delete(table).where(eq(table.uid, uid))
    await step
      .insert(deletedUsers)
      .values({ uid, deletedAt })
      .onConflictDoUpdate({ target: deletedUsers.uid, set: { deletedAt } })
  })
  log().info('account deleted')
  const admin = identityAdmin()
  if (!admin) return
  try {
    await admin.removePicture(uid)
    await admin.remove(uid)
  } catch (cause) {
    throw new ApiFailure('unavailable', {
      cause,
      message: 'Your data is deleted, but your sign-in could not be removed. Sign in once more and delete again.',
    })
  }
}
