/** What the owner of the site looks at (`npm run desk`). Every use is in the log. */
import 'server-only'
import { and, count, desc, eq, isNotNull, isNull, notLike, or, sql } from 'drizzle-orm'
import type { Desk } from '@/lib/contract/desk'
import { deliver as deliverMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { contactMessages, jobs, letters, planChanges, subscriptions } from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/emails'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingOutcomes } from '@/lib/server/observability/metrics'

const rows = 20

const iso = (date: Date) => date.toISOString()

async function unsentEmails(): Promise<Desk['unsentEmails']> {
  const db = await database()
  const found = await db
    .select()
    .from(letters)
    .where(and(isNull(letters.mailedAt), or(isNotNull(letters.withheldAt), sql`${letters.attempts} > 0`)))
    .orderBy(desc(letters.createdAt))
    .limit(rows)
  return found.map(({ id, kind, email, subject, createdAt, attempts, withheldAt }) => ({
    id,
    kind,
    to: email,
    subject,
    createdAt: iso(createdAt),
    attempts,
    withheld: withheldAt !== null,
  }))
}

/** @param posts problems of posts, which the blog reports */
export async function readDesk(posts: Desk['posts']): Promise<Desk> {
  log().info({ audit: 'desk' }, 'the desk was read')
  const db = await database()
  const [messages, unsent, states, changes, runs] = await Promise.all([
    db.select().from(contactMessages).orderBy(desc(contactMessages.receivedAt)).limit(rows),
    unsentEmails(),
    db
      .select({
        store: subscriptions.store,
        status: subscriptions.status,
        isUnSubscribed: subscriptions.isUnSubscribed,
        count: count(),
      })
      .from(subscriptions)
      .groupBy(subscriptions.store, subscriptions.status, subscriptions.isUnSubscribed)
      .orderBy(subscriptions.store, subscriptions.status),
    db.select().from(planChanges).orderBy(desc(planChanges.at)).limit(rows),
    db.select().from(jobs).where(notLike(jobs.name, '% lease')).orderBy(jobs.name),
  ])
  return {
    messages: messages.map(({ id, name, email, message, receivedAt, mailedAt, attempts }) => ({
      id,
      name,
      email,
      message,
      receivedAt: iso(receivedAt),
      mailed: mailedAt !== null,
      attempts,
    })),
    unsentEmails: unsent,
    subscriptions: states,
    changes: changes.map(({ store, subscriptionId, kind, status, at }) => ({
      store,
      subscription: subscriptionId,
      kind,
      status,
      at: iso(at),
    })),
    ...(await billingOutcomes()),
    jobs: runs.map(({ name, begunAt }) => ({ name, at: iso(begunAt) })),
    posts,
  }
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
