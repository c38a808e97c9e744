/** Buyers with two plans, and the records and emails about the plan that ends. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { database } from '@/lib/server/db/client'
import { duplicates, planEmails } from '@/lib/server/db/schema'
import { buyersOf, syncPlan } from '@/tests/setup/buyers'
import { stageWithVendors } from '@/tests/setup/vendors'

export const { world, vendors } = await stageWithVendors()

export const { person, subscribed } = buyersOf({ world, vendors })

export const duplicatesOf = async (uid: string) =>
  (await database()).select().from(duplicates).where(eq(duplicates.uid, uid))

/** Syncs until recorded duplicates are settled. */
export const waitForSettlement = (who: { uid: string; token: string }) =>
  expect
    .poll(async () => {
      await syncPlan(who)
      return (await duplicatesOf(who.uid)).map(({ refundedAt }) => refundedAt !== null)
    })
    .toEqual([true])

export const emailsTo = async (uid: string) => {
  const all = await (
    await database()
  )
    .select()
    .from(planEmails)
    .where(eq(planEmails.uid, uid))
    .orderBy(planEmails.createdAt)
  return all.map(({ kind, subject }) => [kind, subject])
}
