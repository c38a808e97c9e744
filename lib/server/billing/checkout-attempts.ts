import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { CheckoutRequest } from '@/lib/contract/checkout'
import type { ConsentWording } from '@/lib/contract/consent'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { checkouts, consents } from '@/lib/server/db/schema'
import { accountDeleted, blockDeletion, type SignIn } from '@/lib/server/users/deletion-lock'
import { assertMayBuy } from './checkout-checks'
import type { ProviderCheckout } from './providers/provider'
import { billingProvider, isConfigured } from './providers/registry'

export type Attempt = typeof checkouts.$inferSelect

type Purchase = CheckoutRequest & Pick<Attempt, 'trialDays' | 'ui'> & { provider: Provider }

/** For attempts without an answer from their provider; Stripe keeps an idempotency key for a day. */
const attemptLifeMs = 20 * 3_600_000

/** The user's open attempt at this purchase. An open attempt at another purchase is closed first. */
export async function openAttempt(signIn: SignIn, purchase: Purchase): Promise<Attempt> {
  const { uid } = signIn
  const db = await database()
  for (;;) {
    const [open] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.uid, uid), eq(checkouts.open, true)))
    if (open && isSame(open, purchase) && open.expiresAt.getTime() > Date.now()) return open
    if (open) {
      await abandon(open)
      continue
    }
    const attempt = { id: randomUUID(), uid, ...purchase, expiresAt: new Date(Date.now() + attemptLifeMs) }
    // Of two requests at once, the unique index accepts one, and the other finds it in the next round.
    const [inserted] = await db.transaction(async (tx) => {
      if (await blockDeletion(tx, signIn)) throw accountDeleted()
      return tx.insert(checkouts).values(attempt).onConflictDoNothing().returning()
    })
    if (inserted) return inserted
  }
}

const isSame = (open: Attempt, wanted: Purchase) =>
  open.provider === wanted.provider &&
  open.priceId === wanted.priceId &&
  open.successUrl === wanted.successUrl &&
  open.cancelUrl === wanted.cancelUrl &&
  open.trialDays === wanted.trialDays &&
  open.ui === wanted.ui

/** Closes a page, so that it cannot be paid beside the next one. Pages of a removed provider count as closed. */
async function abandon(open: Attempt): Promise<void> {
  // If it gets its page right now, the caller's next round closes that.
  if (!open.sessionId) return closeAttemptWithoutPage(open.id)
  if (!isConfigured(open.provider)) return closeAttempt(open.id)
  const provider = await billingProvider(open.provider)
  await provider.closeCheckout(open.sessionId)
  const { state } = await provider.retrieveCheckout(open.sessionId)
  await closeAttempt(open.id)
  if (state === 'complete') await assertMayBuy(open.uid)
}

export async function closeOpenCheckouts(uid: string): Promise<void> {
  const db = await database()
  const own = and(eq(checkouts.uid, uid), eq(checkouts.open, true))
  for (;;) {
    const [open] = await db.select().from(checkouts).where(own)
    if (!open) return
    const { id, sessionId, provider } = open
    if (sessionId && isConfigured(provider)) await (await billingProvider(provider)).closeCheckout(sessionId)
    await (sessionId ? closeAttempt(id) : closeAttemptWithoutPage(id))
  }
}

export async function closeAttempt(id: string): Promise<void> {
  const db = await database()
  await db.update(checkouts).set({ open: false }).where(eq(checkouts.id, id))
}

/** Does nothing if the attempt has a page meanwhile, which would have to be closed with it. */
export async function closeAttemptWithoutPage(id: string): Promise<void> {
  const db = await database()
  await db
    .update(checkouts)
    .set({ open: false })
    .where(and(eq(checkouts.id, id), isNull(checkouts.sessionId)))
}

export type Agreement = { customerId: string; offer: PlanOffer; wording: ConsentWording }

export async function storePage(attempt: Attempt, page: ProviderCheckout, agreement: Agreement): Promise<boolean> {
  const db = await database()
  return db.transaction(async (tx) => {
    const [open] = await tx
      .update(checkouts)
      .set({ sessionId: page.id, expiresAt: page.expiresAt })
      .where(and(eq(checkouts.id, attempt.id), eq(checkouts.open, true)))
      .returning()
    if (!open) return false
    await insertConsent(tx, attempt, { ...agreement, id: attempt.id })
    return true
  })
}

/** Stores a later press for the same page beside other words or another price, once each. */
export async function recordLaterConsent(attempt: Attempt, signIn: SignIn, agreement: Agreement): Promise<void> {
  const { offer, wording } = agreement
  const { amount, currency, taxBehavior } = offer
  const db = await database()
  await db.transaction(async (tx) => {
    if (await blockDeletion(tx, signIn)) throw accountDeleted()
    const [first] = await tx.select().from(consents).where(eq(consents.id, attempt.id))
    const isKnown =
      first?.wordingVersion === wording &&
      first.amount === amount &&
      first.currency === currency &&
      first.taxBehavior === taxBehavior
    if (isKnown) return
    const id = [attempt.id, wording, amount, currency, taxBehavior].join(' ')
    await insertConsent(tx, attempt, { ...agreement, id })
  })
}

async function insertConsent(
  tx: Pick<Database, 'insert'>,
  { uid, provider, priceId, trialDays }: Attempt,
  { id, customerId, offer, wording }: Agreement & { id: string },
): Promise<void> {
  const { amount, currency, interval, taxBehavior } = offer
  const terms = { priceId, amount, currency, interval, trialDays, taxBehavior }
  await tx
    .insert(consents)
    .values({ id, uid, kind: 'renewal', wordingVersion: wording, provider, customerId, ...terms })
    .onConflictDoNothing()
}
