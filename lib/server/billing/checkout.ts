import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { CheckoutRequest } from '@/lib/contract/checkout'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { checkouts, consents } from '@/lib/server/db/schema'
import { ApiFailure } from '@/lib/server/errors'
import { log } from '@/lib/server/log'
import { findOffer } from './catalogue'
import { ensureCustomer } from './customers'
import { isLive, subscriptionRows } from './plan'
import { billingProvider, withinDeadline, type BillingProvider, type ProviderCheckout } from './provider'
import { assertReturnAddress } from './return-address'
import { syncUser } from './sync'

type Attempt = typeof checkouts.$inferSelect
type Buyer = { uid: string; email: string | null }

/** Names the words beside the pay button that a press agrees to; a change of those words changes it. */
export const consentWording = '2026-11-21'

/** An attempt whose provider never answered is given up after this; Stripe keeps a key for a day. */
const attemptLifeMs = 20 * 3_600_000

/**
 * Leads a person to the provider's page for one purchase: the plan, the price and the way back are
 * checked here, and a second click, a second tab or a retry arrives at the same page.
 * @returns what the API answers: `{id, url}` or the hosted-page object
 * @throws ApiFailure `already-subscribed`, `unknown-price`, `invalid-return-url`, `provider-unavailable`
 */
export function startCheckout(name: Provider, buyer: Buyer, request: CheckoutRequest): Promise<object> {
  return withinDeadline(checkout(name, buyer, request))
}

async function checkout(name: Provider, buyer: Buyer, request: CheckoutRequest): Promise<object> {
  const provider = await billingProvider(name)
  const { hadPlan } = await assertMayBuy(buyer.uid)
  const offer = await findOffer(name, request.priceId)
  assertReturnAddress(request.successUrl, env().siteOrigin)
  assertReturnAddress(request.cancelUrl, env().siteOrigin)
  const customerId = await ensureCustomer(provider, buyer)
  for (let round = 0; round < 3; round++) {
    const attempt = await openAttempt(name, buyer.uid, request, hadPlan ? 0 : offer.trialDays)
    const page = await pageOf(provider, attempt, customerId)
    if (page.state === 'open') return page.answer
    await closeAttempt(attempt.id)
    // Somebody paid on that page a moment ago, and the message about it is still on its way.
    if (page.state === 'complete') await assertMayBuy(buyer.uid)
  }
  throw new ApiFailure('provider-unavailable', { cause: new Error('no open page after three rounds') })
}

/** Asks the providers first: a lost message must not lead to a second subscription or a second trial. */
async function assertMayBuy(uid: string): Promise<{ hadPlan: boolean }> {
  await syncUser(uid)
  const rows = await subscriptionRows(uid)
  if (rows.some(isLive)) throw new ApiFailure('already-subscribed')
  return { hadPlan: rows.some((row) => row.status !== 'incomplete') }
}

/** The person's one open attempt at this purchase; an attempt at another purchase is closed before. */
async function openAttempt(provider: Provider, uid: string, request: CheckoutRequest, trialDays: number) {
  const db = await database()
  for (;;) {
    const [open] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.uid, uid), eq(checkouts.open, true)))
    if (open && isSame(open, provider, request, trialDays) && open.expiresAt.getTime() > Date.now()) return open
    if (open) {
      await leave(open)
      continue
    }
    const attempt = {
      id: randomUUID(),
      uid,
      provider,
      ...request,
      trialDays,
      expiresAt: new Date(Date.now() + attemptLifeMs),
    }
    // Two requests at once: the index lets one of them in, and the other finds it in the next turn.
    const [made] = await db.insert(checkouts).values(attempt).onConflictDoNothing().returning()
    if (made) return made
  }
}

const isSame = (open: Attempt, provider: Provider, request: CheckoutRequest, trialDays: number) =>
  open.provider === provider &&
  open.priceId === request.priceId &&
  open.successUrl === request.successUrl &&
  open.cancelUrl === request.cancelUrl &&
  open.trialDays === trialDays

/** Closes an abandoned page, so that it cannot be paid beside the new one. */
async function leave(open: Attempt): Promise<void> {
  if (open.sessionId) {
    const provider = await billingProvider(providerName.parse(open.provider))
    await provider.closeCheckout(open.sessionId)
    if ((await provider.checkout(open.sessionId)).state === 'complete') {
      await closeAttempt(open.id)
      await assertMayBuy(open.uid)
      return
    }
  }
  await closeAttempt(open.id)
}

/**
 * Closes the pages that a person has not paid, before their account goes. Where a provider cannot close
 * one, `syncCustomer` ends what comes of it.
 */
export async function closeOpenCheckouts(uid: string): Promise<void> {
  const db = await database()
  const open = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.uid, uid), eq(checkouts.open, true)))
  for (const { id, provider: name, sessionId } of open) {
    if (sessionId) await (await billingProvider(providerName.parse(name))).closeCheckout(sessionId)
    await closeAttempt(id)
  }
}

async function closeAttempt(id: string): Promise<void> {
  const db = await database()
  await db.update(checkouts).set({ open: false }).where(eq(checkouts.id, id))
}

/** The attempt's page: the one that was opened before, or a new one under the attempt's key. */
async function pageOf(provider: BillingProvider, attempt: Attempt, customerId: string): Promise<ProviderCheckout> {
  if (attempt.sessionId) return provider.checkout(attempt.sessionId)
  const page = await provider.openCheckout({ ...attempt, key: attempt.id, customerId })
  const db = await database()
  const kept = await db.transaction(async (step) => {
    const [still] = await step
      .update(checkouts)
      .set({ sessionId: page.id, expiresAt: page.expiresAt })
      .where(and(eq(checkouts.id, attempt.id), eq(checkouts.open, true)))
      .returning()
    if (!still) return false
    await step
      .insert(consents)
      .values({
        checkoutId: attempt.id,
        uid: attempt.uid,
        kind: 'renewal',
        wordingVersion: consentWording,
        priceId: attempt.priceId,
        provider: attempt.provider,
      })
      .onConflictDoNothing()
    return true
  })
  if (!kept) {
    // Another purchase was begun meanwhile, and this attempt was closed: its page must not be paid beside the other.
    await provider.closeCheckout(page.id)
    return { ...page, state: 'expired' }
  }
  log().info({ provider: provider.name, checkout: attempt.id }, 'checkout opened')
  return page
}
