import 'server-only'
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { EndedPlan } from '@/lib/contract/plan'
import { database } from '@/lib/server/db/client'
import { checkouts, duplicates } from '@/lib/server/db/schema'

/** So long what was ended by itself is news to whoever comes back from a payment. */
const newsMs = 3_600_000

/**
 * The plan of a person that this site has ended by itself within the last hour; null where there is none, or where
 * a payment page was opened since then: what comes of that is another story.
 */
export async function endedLately(uid: string): Promise<EndedPlan | null> {
  const db = await database()
  const since = new Date(Date.now() - newsMs)
  const [row] = await db
    .select()
    .from(duplicates)
    .where(and(eq(duplicates.uid, uid), isNotNull(duplicates.endedAt), gt(duplicates.foundAt, since)))
    .orderBy(desc(duplicates.foundAt))
    .limit(1)
  if (!row?.reason) return null
  const [page] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.uid, uid), gt(checkouts.createdAt, row.foundAt)))
    .limit(1)
  if (page) return null
  const { reason, refunded: amount, currency } = row
  const refund = amount && currency ? { amount, currency } : null
  return { reason, refund, settled: row.refundedAt !== null }
}
