/** What the owner of the site looks at (`npm run desk`). Every use is in the log. */
import 'server-only'
import { and, count, desc, eq, gt, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm'
import type { Desk } from '@/lib/contract/desk'
import { deliver as deliverMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { contactMessages, jobs, letters, planChanges, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/emails'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingOutcomes } from '@/lib/server/observability/metrics'

const rows = 20

const isMailed = sql<boolean>`${contactMessages.mailedAt} is not null`
const isWithheld = sql<boolean>`${letters.withheldAt} is not null`

/** As `Desk`, with dates. @param posts problems of posts, which the blog reports */
export async function readDesk(posts: Desk['posts']) {
  log().info({ audit: 'desk' }, 'the desk was read')
  const db = await database()
  const { id, name, email, message, receivedAt, attempts } = contactMessages
  const { kind, email: to, subject, createdAt } = letters
  const { store, status, isUnSubscribed } = subscriptions
  const { subscriptionId, at } = planChanges
  const [messages, unsentEmails, states, changes, runs] = await Promise.all([
    db
      .select({ id, name, email, message, receivedAt, mailed: isMailed, attempts })
      .from(contactMessages)
      .orderBy(desc(receivedAt))
      .limit(rows),
    db
      .select({ id: letters.id, kind, to, subject, createdAt, attempts: letters.attempts, withheld: isWithheld })
      .from(letters)
      .where(and(isNull(letters.mailedAt), or(isNotNull(letters.withheldAt), gt(letters.attempts, 0))))
      .orderBy(desc(createdAt))
      .limit(rows),
    db
      .select({ store, status, isUnSubscribed, count: count() })
      .from(subscriptions)
      .groupBy(store, status, isUnSubscribed)
      .orderBy(store, status),
    db
      .select({
        store: planChanges.store,
        subscription: subscriptionId,
        kind: planChanges.kind,
        status: planChanges.status,
        at,
      })
      .from(planChanges)
      .orderBy(desc(at))
      .limit(rows),
    db.select({ name: jobs.name, at: jobs.begunAt }).from(jobs).where(notLike(jobs.name, '% lease')).orderBy(jobs.name),
  ])
  return { messages, unsentEmails, subscriptions: states, changes, ...(await billingOutcomes()), jobs: runs, posts }
}

/**
 * Makes an unsent email due now, with its rules as before: one that was withheld stays withheld.
 * @throws ApiFailure `not-found` if there is no such unsent email
 */
export async function retryEmail(id: string): Promise<{ retried: true }> {
  const db = await database()
  const due = { tryAt: sql`now()` }
  const plan = and(eq(letters.id, id), isNull(letters.mailedAt), isNull(letters.withheldAt))
  const message = and(eq(contactMessages.id, id), isNull(contactMessages.mailedAt))
  const [ofPlan] = await db.update(letters).set(due).where(plan).returning({ id: letters.id })
  const [ofMessage] = await db.update(contactMessages).set(due).where(message).returning({ id: contactMessages.id })
  if (!ofPlan && !ofMessage) throw new ApiFailure('not-found', { message: 'There is no unsent email with this id.' })
  log().info({ audit: 'desk', retried: id }, 'an email was retried')
  void (ofPlan ? deliverPlanEmails() : deliverMessages())
  return { retried: true }
}
