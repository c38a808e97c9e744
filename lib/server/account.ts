import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { database } from './db/client'
import {
  checkouts,
  consents,
  contactMessages,
  customers,
  deletedCustomers,
  deletedUsers,
  subscriptions,
  users,
} from './db/schema'
import { ApiFailure } from './errors'
import type { Identity } from './identity'
import { identityAdmin } from './identity-admin'
import { log } from './log'

/** Every table with rows of a uid. A new one is added here, and with that to export and deletion. */
const tables = { users, customers, subscriptions, checkouts, consents }

/**
 * Messages of the contact form know no uid, only the address that was put in it: they are the person's
 * where the identity service has confirmed that address. Null where it has not.
 */
const ofPerson = ({ email, emailVerified }: Identity) =>
  email && emailVerified ? eq(sql`lower(${contactMessages.email})`, email.toLowerCase()) : null

const readme = [
  'This file holds everything that Unhurried has stored about you, as it was at the time in "exportedAt".',
  'users: your record, as it came from your sign-in. customers: your customer numbers at the payment providers.',
  'subscriptions: what those providers last told us of your plans; amounts are in the smallest unit of the currency.',
  'checkouts and consents: the payment pages you opened, and the wording of the renewal terms you agreed to.',
  'messages: what you sent us with the contact form, as far as it is still kept.',
  "Messages from the contact form are here only if the account's address is confirmed. Your picture is not in this file.",
  'Your card was never stored here: the payment provider keeps it. Your sign-in is kept by the identity service.',
]

/** All that is stored about a person, as plain data. Times are ISO 8601 in UTC. */
export async function exportUser(identity: Identity): Promise<object> {
  const { uid } = identity
  const own = ofPerson(identity)
  const db = await database()
  const parts = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => [
      name,
      await db.select().from(table).where(eq(table.uid, uid)),
    ]),
  )
  const { name, email, message, receivedAt } = contactMessages
  const sent = db.select({ name, email, message, receivedAt }).from(contactMessages)
  const messages = own ? await sent.where(own).orderBy(receivedAt) : []
  return { readme, exportedAt: new Date().toISOString(), uid, ...Object.fromEntries(parts), messages }
}

/**
 * Removes a person: their rows first, in one step with a mark that refuses their present tokens;
 * then the picture and the identity. A running plan must have been ended before. Messages of the contact
 * form go with them where the address is confirmed, also those that have not been mailed yet.
 * @throws ApiFailure `unavailable` when the identity service did not answer: the data is gone then,
 *   and the message says what is left to do
 */
export async function deleteUser(identity: Identity): Promise<void> {
  const { uid } = identity
  const own = ofPerson(identity)
  const db = await database()
  await db.transaction(async (step) => {
    const deletedAt = new Date()
    const known = await step.delete(customers).where(eq(customers.uid, uid)).returning()
    for (const { provider, customerId } of known) {
      await step.insert(deletedCustomers).values({ provider, customerId, deletedAt }).onConflictDoNothing()
    }
    for (const table of Object.values(tables)) await step.delete(table).where(eq(table.uid, uid))
    if (own) await step.delete(contactMessages).where(own)
    await step
      .insert(deletedUsers)
      .values({ uid, deletedAt })
      .onConflictDoUpdate({ target: deletedUsers.uid, set: { deletedAt } })
  })
  log().info('account deleted')
  const admin = identityAdmin(identity.tenant)
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
