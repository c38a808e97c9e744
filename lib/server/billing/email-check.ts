/** Checks an email about a change of a plan when it is sent: it may have waited, and a change of price has a receipt. */
import 'server-only'
import { eq } from 'drizzle-orm'
import { database } from '@/lib/server/db/client'
import { planEmails } from '@/lib/server/db/schema'
import { emailContextOf, emailHooks, type EmailRow } from '@/lib/server/email/plan-emails'
import { log } from '@/lib/server/observability/log'
import { planEmail } from './email-texts'
import {
  isLive,
  isWebPlan,
  planKey,
  subscriptionRows,
  toPlan,
  type ChangeEmailKind,
  type SubscriptionRow,
} from './plan'
import type { Refund } from './providers/provider'
import { billingProvider } from './providers/registry'

const isStillTrue: Record<ChangeEmailKind, (plan: SubscriptionRow) => boolean> = {
  begun: isLive,
  resumed: isLive,
  switched: isLive,
  cancelled: ({ access, isUnSubscribed }) => access && isUnSubscribed,
  ending: ({ access, endsAt }) => access && endsAt !== null,
  paused: ({ pausedUntil }) => pausedUntil !== null,
}

/** Longer than the quiet time between emails. Older ones waited for a confirmed address. */
const waitingMs = 15 * 60_000

/** What the newest invoice charged; undefined if the provider does not answer. */
async function chargeOf(plan: SubscriptionRow): Promise<Refund | undefined> {
  if (!isWebPlan(plan) || !plan.customerId) return undefined
  try {
    const [newest] = await (await billingProvider(plan.store)).invoices(plan.customerId, [plan.id])
    if (!newest) return null
    const { amount, currency } = newest.invoice
    return newest.paid ? { amount, currency } : null
  } catch (err) {
    log().warn({ err }, 'the receipt of a changed plan could not be read; its email names no amount')
    return undefined
  }
}

/** @returns null if it is no longer true */
export async function checkEmail(email: EmailRow, now = Date.now()): Promise<EmailRow | null> {
  const { kind, plan: key, uid } = email
  const isWaiting = now - email.createdAt.getTime() > waitingMs
  if (!isChange(kind) || key === null || (!isWaiting && kind !== 'switched')) return email
  const plan = (await subscriptionRows(uid)).find((row) => planKey(row) === key)
  if (!plan || !isStillTrue[kind](plan)) return null
  const charged = kind === 'switched' ? await chargeOf(plan) : undefined
  const facts = { plan: toPlan(plan), startedAt: plan.startedAt, ...(charged !== undefined && { charged }) }
  const content = planEmail(kind, facts, await emailContextOf(uid))
  const db = await database()
  await db.update(planEmails).set(content).where(eq(planEmails.id, email.id))
  return { ...email, ...content }
}

const isChange = (kind: EmailRow['kind']): kind is ChangeEmailKind => kind in isStillTrue

emailHooks.check = checkEmail
