import 'server-only'
import { and, eq, exists, getTableColumns, isNotNull, not, sql } from 'drizzle-orm'
import { consentWordings } from '@/lib/contract/consent'
import type { Left } from '@/lib/contract/user'
import { env } from '@/lib/env'
import { accountReadme } from './export-readme'
import { database, type Database } from '@/lib/server/db/client'
import {
  checkouts,
  consents,
  contactMessages,
  customers,
  deletedCustomers,
  deletedUsers,
  duplicates,
  letters,
  planChanges,
  subscriptions,
  users,
} from '@/lib/server/db/schema'
import { within } from '@/lib/server/http/deadline'
import { lockForDeletion } from './deletion-lock'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from '@/lib/server/identity/tokens'
import { identityAdmin, isRefusal } from '@/lib/server/identity/admin'
import { log } from '@/lib/server/observability/log'

type Step = Pick<Database, 'delete' | 'execute' | 'insert' | 'select' | 'update'>

/** Every table with rows of a uid: a test holds this list against the schema. */
const exported = {
  users,
  customers,
  subscriptions,
  planChanges,
  checkouts,
  consents,
  duplicates,
  letters,
  deletedUsers,
}

/** What goes with an account, between its customers and its letters. */
const erased = [subscriptions, checkouts, duplicates, users]

/** Proof of what was agreed to and of what became of it: it stays by the provider's customer number alone. */
const proofs = [consents, planChanges]

/**
 * Messages of the contact form know no uid, only the address that was put in it: they are the person's
 * where the identity service has confirmed that address. Null where it has not.
 */
const ofPerson = ({ email, emailVerified }: Identity) =>
  email && emailVerified ? eq(sql`lower(${contactMessages.email})`, email.toLowerCase()) : null

/** All that is stored about a person, as plain data. Times are ISO 8601 in UTC. */
export async function exportUser(identity: Identity): Promise<object> {
  const { uid } = identity
  const own = ofPerson(identity)
  const db = await database()
  const parts = await Promise.all(
    Object.entries(exported).map(async ([name, table]) => [
      name,
      await db.select().from(table).where(eq(table.uid, uid)),
    ]),
  )
  const { digest: _, ...columns } = getTableColumns(contactMessages)
  const messages = own ? await db.select(columns).from(contactMessages).where(own).orderBy(columns.receivedAt) : []
  return {
    readme: accountReadme,
    exportedAt: new Date().toISOString(),
    uid,
    ...Object.fromEntries(parts),
    messages,
    wordings: consentWordings,
  }
}

/** Whether anything came of a consent: whoever left the page unpaid has bound themselves to nothing. */
const ledToPlan = (step: Step) => {
  const sameCustomer = and(eq(planChanges.store, consents.provider), eq(planChanges.customerId, consents.customerId))
  return exists(step.select({ store: planChanges.store }).from(planChanges).where(sameCustomer))
}

/**
 * The customers go first and the letters last: whoever writes about a plan holds the customer, so that nothing
 * comes after this, and a letter is written with what goes before it.
 */
async function erase(step: Step, identity: Identity): Promise<void> {
  const { uid } = identity
  await lockForDeletion(step, uid)
  const deletedAt = new Date()
  const known = await step.delete(customers).where(eq(customers.uid, uid)).returning()
  for (const { provider, customerId } of known) {
    // One provider's numbers follow from the uid: somebody who came back and goes again has the same.
    await step
      .insert(deletedCustomers)
      .values({ provider, customerId, deletedAt })
      .onConflictDoUpdate({ target: [deletedCustomers.provider, deletedCustomers.customerId], set: { deletedAt } })
  }
  for (const table of erased) await step.delete(table).where(eq(table.uid, uid))
  await step.delete(consents).where(and(eq(consents.uid, uid), not(ledToPlan(step))))
  for (const table of proofs) {
    await step
      .update(table)
      .set({ uid: null })
      .where(and(eq(table.uid, uid), isNotNull(table.customerId)))
    await step.delete(table).where(eq(table.uid, uid))
  }
  await step.delete(letters).where(eq(letters.uid, uid))
  const own = ofPerson(identity)
  if (own) await step.delete(contactMessages).where(own)
}

/**
 * Removes a person: their rows first, in one step with a mark that refuses their present tokens; then the
 * picture and the identity, neither of which waits for the other. Their business must have been ended before.
 * Messages of the contact form go with them where the address is confirmed, also those that have not been
 * mailed yet.
 * @param until milliseconds as of `Date.now()`, for the identity service
 * @returns what is left, for the person or the owner of the site to delete
 * @throws ApiFailure `unavailable` when the identity may not be gone: the data is then, and the message says
 *   what is left to do
 */
export async function deleteUser(identity: Identity, until: number): Promise<{ left: Left[] }> {
  const { uid, authTime } = identity
  const db = await database()
  await db.transaction(async (step) => {
    await erase(step, identity)
    // By a clock of ours that is slow the deletion may seem to come before the very sign-in that asked for it.
    const deletedAt = new Date(Math.max(Date.now(), authTime * 1000))
    await step
      .insert(deletedUsers)
      .values({ uid, deletedAt })
      .onConflictDoUpdate({ target: deletedUsers.uid, set: { deletedAt } })
  })
  log().info('account deleted')
  try {
    return { left: await removeIdentity(identity, until) }
  } finally {
    // A request that was let in just before the mark may have written since.
    await db
      .transaction((step) => erase(step, identity))
      .catch((err: unknown) => log().error({ err }, 'a deleted account may have left a row behind'))
  }
}

const late = () => new Error('deadline')

async function removeIdentity({ uid, tenant }: Identity, until: number): Promise<Left[]> {
  const admin = identityAdmin(tenant)
  if (!admin) return env().bucket === null ? ['identity'] : ['identity', 'picture']
  const [picture, identity] = await Promise.allSettled([
    within(until, admin.removePicture(uid), late),
    within(until, admin.remove(uid), late),
  ])
  if (picture.status === 'rejected') {
    log().error({ err: picture.reason as unknown }, 'the picture of a deleted account could not be removed')
  }
  if (identity.status === 'rejected') throw identityStays(identity.reason)
  return picture.status === 'rejected' ? ['picture'] : []
}

/** Only an answer says that an identity is still there; where none came it may be gone. */
function identityStays(cause: unknown): ApiFailure {
  const message = isRefusal(cause)
    ? 'Your data is deleted, but your sign-in could not be removed. Sign in once more and delete again.'
    : 'Your data is deleted, but we cannot say whether your sign-in is. If you can still sign in, delete again.'
  return new ApiFailure('unavailable', { cause, outcome: 'partly', message })
}
