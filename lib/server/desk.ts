/** What the owner of the site looks at (`npm run desk`). Every use is in the log. */
import 'server-only'
import { and, count, desc, eq, gt, isNotNull, isNull, ne, notLike, or, sql } from 'drizzle-orm'
import type { Desk } from '@/lib/contract/desk'
import { deliverContactMessages as deliverMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { contactMessages, healthRow, jobs, planEmails, planChanges, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingOutcomes } from '@/lib/server/observability/metrics'

const maxRows = 20

const isMailed = sql<boolean>`${contactMessages.mailedAt} is not null`
const isWithheld = sql<boolean>`${planEmails.withheldAt} is not null`

/** As `Desk`, with dates. @param posts problems of posts, which the blog reports */
export async function readDesk(posts: Desk['posts']) {
  log().info({ audit: 'desk' }, 'the desk was read')
  const db = await database()
  const { id, name, email, message, receivedAt, attempts } = contactMessages
  const { kind, email: to, subject, createdAt } = planEmails
  const { store, status, isUnSubscribed } = subscriptions
  const { subscriptionId, at } = planChanges
  const [messages, unsentEmails, states, changes, jobRuns] = await Promise.all([
    db
      .select({ id, name, email, message, receivedAt, mailed: isMailed, attempts })
      .from(contactMessages)
      .orderBy(desc(receivedAt))
      .limit(maxRows),
    db
      .select({ id: planEmails.id, kind, to, subject, createdAt, attempts: planEmails.attempts, withheld: isWithheld })
      .from(planEmails)
      .where(and(isNull(planEmails.mailedAt), or(isNotNull(planEmails.withheldAt), gt(planEmails.attempts, 0))))
      .orderBy(desc(createdAt))
      .limit(maxRows),
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
      .limit(maxRows),
    db
      .select({ name: jobs.name, at: jobs.begunAt })
      .from(jobs)
      .where(and(notLike(jobs.name, '% lease'), ne(jobs.name, healthRow)))
      .orderBy(jobs.name),
  ])
  return { messages, unsentEmails, subscriptions: states, changes, ...(await billingOutcomes()), jobs: jobRuns, posts }
}

/**
 * Makes an unsent email due now, with its rules as before: one that was withheld stays withheld.
 * @throws ApiFailure `not-found` if there is no such unsent email
 */
export async function retryEmail(id: string): Promise<{ retried: true }> {
  const db = await database()
  const due = { tryAt: sql`now()` }
  const isPlanEmail = and(eq(planEmails.id, id), isNull(planEmails.mailedAt), isNull(planEmails.withheldAt))
  const message = and(eq(contactMessages.id, id), isNull(contactMessages.mailedAt))
  const [planEmail] = await db.update(planEmails).set(due).where(isPlanEmail).returning({ id: planEmails.id })
  const [contactMessage] = await db
    .update(contactMessages)
    .set(due)
    .where(message)
    .returning({ id: contactMessages.id })
  if (!planEmail && !contactMessage)
    throw new ApiFailure('not-found', { message: 'There is no unsent email with this id.' })
  log().info({ audit: 'desk', retried: id }, 'an email was retried')
  void (planEmail ? deliverPlanEmails() : deliverMessages())
  return { retried: true }
}
