import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { CheckoutOptions, CheckoutRequest, CheckoutUi } from '@/lib/contract/checkout'
import type { ConsentWording, ShownTerms } from '@/lib/contract/plan-words'
import type { Provider, PlanOffer } from '@/lib/contract/plan'
import { env, ownOriginOf } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { countCheckout } from '@/lib/server/observability/metrics'
import { hadTrial, trialMarksOf } from '@/lib/server/users/address-marks'
import { ensureCustomer, findCustomerId, recreateCustomer, type Buyer } from './customers'
import { isLive, mustConfirmForTrial, subscriptionRows } from './plan'
import {
  assertTimeLeft,
  isAnswered,
  isClientError,
  awaitProvider,
  providerCallTimeoutMs,
  CustomerMissing,
  type BillingProvider,
  type ProviderCheckout,
} from './providers/provider'
import { billingProvider, findOffer, isConfigured } from './providers/registry'
import { syncUser } from './sync'
import { database, type Database } from '@/lib/server/db/client'
import { checkouts, consents } from '@/lib/server/db/schema'
import { accountDeleted, blockDeletion, type SignIn } from '@/lib/server/users/deletion-lock'

type CheckoutInput = CheckoutRequest & CheckoutOptions

const pauseMs = 100

/**
 * Opens the provider's page for one purchase. A second click, a second tab or a retry gets the same page.
 * @returns the API's answer: `{id, url}`, with `clientSecret` if embedded, or the hosted-page object
 * @throws ApiFailure `forbidden` for a guest, `already-subscribed`, `unknown-price`, `invalid-return-url`,
 * `terms-changed`, `email-not-confirmed`, `provider-unavailable`, `unauthenticated` for a deleted account
 */
export async function startCheckout(name: Provider, buyer: Buyer, input: CheckoutInput): Promise<object> {
  try {
    const { answer, isNew } = await openCheckout(name, buyer, { ...input, ui: chooseUi(name, input.ui) })
    countCheckout(name, isNew ? 'opened' : 'again')
    return answer
  } catch (error) {
    countCheckout(name, error instanceof ApiFailure && error.status < 500 ? 'refused' : 'failed')
    throw await markAllProvidersBlocked(buyer.uid, error)
  }
}

/** Only Stripe's page can be embedded, with its publishable key. */
const chooseUi = (name: Provider, wanted: CheckoutUi): CheckoutUi =>
  name === 'stripe' && env().stripe?.publishableKey ? wanted : 'hosted'

/** The provider is asked before every purchase of a known user, so no other way to pay works meanwhile. */
async function markAllProvidersBlocked(uid: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiFailure) || !error.extra.provider || isClientError(error)) return error
  const isKnown = await findCustomerId(uid, error.extra.provider).then(
    (known) => known !== null,
    () => true,
  )
  return isKnown ? new ApiFailure(error.code, { ...error.extra, allProvidersBlocked: true }) : error
}

async function openCheckout(name: Provider, buyer: Buyer, { wording, shown, locale, ...request }: CheckoutInput) {
  if (buyer.isGuest) throw new ApiFailure('forbidden', { detail: 'guestCheckout' })
  const provider = await billingProvider(name)
  let { hadPlan } = await assertMayBuy(buyer.uid)
  // One trial per person, across accounts.
  const hadTrialInOtherAccount = await hadTrial(buyer)
  const offer = await findOffer(name, request.priceId)
  const trialDays = () => (hadPlan || hadTrialInOtherAccount ? 0 : offer.trialDays)
  assertReturnAddress(request.successUrl, ownOriginOf(request.successUrl), name)
  assertReturnAddress(request.cancelUrl, ownOriginOf(request.cancelUrl), name)
  if (trialDays() > 0 && mustConfirmForTrial(buyer)) throw new ApiFailure('email-not-confirmed')
  assertTermsShown(shown, offer, trialDays())
  let customerId = await ensureCustomer(provider, buyer)
  for (let round = 0; ; round++) {
    assertTimeLeft()
    // Two tabs with different plans close each other's page. The random pause lets one of them win.
    if (round > 0) await sleep(Math.random() * pauseMs * round)
    assertTermsShown(shown, offer, trialDays())
    const attempt = await openAttempt(buyer, {
      provider: name,
      ...request,
      locale: locale ?? null,
      trialDays: trialDays(),
    })
    try {
      const page = await getOrOpenPage({ provider, attempt, buyer, customerId, offer, wording })
      if (page.state === 'open') return { answer: page.answer, isNew: attempt.sessionId === null }
      await closeAttempt(attempt.id)
      // Already paid, but the webhook is still on its way.
      if (page.state === 'complete') ({ hadPlan } = await assertMayBuy(buyer.uid))
    } catch (error) {
      const isMissing = error instanceof CustomerMissing
      // The provider repeats its answer for the same idempotency key, so the next try needs a new attempt.
      if (isMissing || isAnswered(error)) await closeAttempt(attempt.id, 'without-page')
      if (!isMissing) throw error
      customerId = await recreateCustomer(provider, buyer, customerId)
    }
  }
}

type PageRequest = Agreement & { provider: BillingProvider; attempt: Attempt; buyer: Buyer }

async function getOrOpenPage({ provider, attempt, buyer, ...agreement }: PageRequest): Promise<ProviderCheckout> {
  if (attempt.sessionId) {
    const page = await provider.findCheckout(attempt.sessionId)
    if (page.state === 'open') await recordLaterConsent(attempt, buyer, agreement)
    return page
  }
  const page = await provider.openCheckout({
    ...attempt,
    key: attempt.id,
    customerId: agreement.customerId,
    currency: agreement.offer.currency,
  })
  if (await storePage(attempt, page, agreement)) {
    log().info({ provider: provider.name, checkout: attempt.id }, 'checkout opened')
    return page
  }
  // Another purchase began meanwhile, and only one page may be open.
  await provider.findCheckout(page.id, 'close')
  return { ...page, state: 'expired' }
}

const readReserveMs = 500

/** Syncs first, since a webhook may have been lost. If that fails, the stored plan decides. */
async function assertMayBuy(uid: string): Promise<{ hadPlan: boolean }> {
  const syncFailure = await awaitProvider(syncUser(uid), readReserveMs).then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  const rows = await subscriptionRows(uid)
  if (rows.some(isLive)) throw new ApiFailure('already-subscribed', syncFailure ?? {})
  if (syncFailure) throw syncFailure.cause
  return { hadPlan: rows.some((row) => row.status !== 'incomplete') }
}

/** Checks that the terms on the visitor's page are still current. @throws ApiFailure `terms-changed` */
function assertTermsShown(shown: ShownTerms | null, { amount, currency }: PlanOffer, trialDays: number): void {
  const isSame = !shown || (shown.amount === amount && shown.currency === currency && shown.trialDays === trialDays)
  if (!isSame) throw new ApiFailure('terms-changed')
}

/** Only characters that all parsers read alike. Braces are for Stripe's `{CHECKOUT_SESSION_ID}`. */
const pathPattern = /^(?:[/?#](?:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7b\x7d\x7e]|(?!\p{ASCII})[^\p{C}\p{Z}])*)?$/u

/** Chargebee: apidocs.chargebee.com/docs/api/hosted_pages, `redirect_url`, read on 2026-11-23. */
const maxLengths: Record<Provider, number> = { stripe: 2048, chargebee: 250 }

/** An absolute address on exactly this site's origin. @throws ApiFailure `invalid-return-url` */
export function assertReturnAddress(address: string, siteOrigin: string, provider: Provider): void {
  const isValid =
    address.length <= maxLengths[provider] &&
    address.startsWith(siteOrigin) &&
    pathPattern.test(address.slice(siteOrigin.length)) &&
    URL.parse(address)?.origin === siteOrigin
  if (!isValid) throw new ApiFailure('invalid-return-url')
}

type Attempt = typeof checkouts.$inferSelect

type Purchase = Omit<CheckoutRequest, 'locale'> & Pick<Attempt, 'trialDays' | 'ui' | 'locale'> & { provider: Provider }

/** After this, an attempt without an answer is abandoned. Stripe keeps an idempotency key for a day. */
const attemptLifeMs = 20 * 3_600_000

/** Returns the user's open attempt at this purchase, and closes one at another purchase. */
async function openAttempt(buyer: Buyer, purchase: Purchase): Promise<Attempt> {
  const { uid } = buyer
  const trialMarks = purchase.trialDays > 0 ? await trialMarksOf(buyer) : []
  const db = await database()
  for (;;) {
    const open = await openAttemptOf(uid)
    if (open && isSamePurchase(open, purchase) && open.expiresAt.getTime() > Date.now()) return open
    if (open) {
      if (isOpening(open)) await sleep(pauseMs)
      else if (await closePage(open)) await assertMayBuy(uid)
      assertTimeLeft()
      continue
    }
    const attempt = { id: randomUUID(), uid, ...purchase, trialMarks, expiresAt: new Date(Date.now() + attemptLifeMs) }
    // The unique index accepts one of two parallel requests. The other finds it in the next round.
    const [inserted] = await db.transaction(async (tx) => {
      if (await blockDeletion(tx, buyer)) throw accountDeleted()
      return tx.insert(checkouts).values(attempt).onConflictDoNothing().returning()
    })
    if (inserted) return inserted
  }
}

/** Another purchase waits for this page before it replaces it. Otherwise parallel ones would starve each other. */
function isOpening({ sessionId, createdAt }: Attempt): boolean {
  const age = Date.now() - createdAt.getTime()
  return sessionId === null && age >= 0 && age < providerCallTimeoutMs
}

const comparedFields = ['provider', 'priceId', 'successUrl', 'cancelUrl', 'trialDays', 'ui', 'locale'] as const

const isSamePurchase = (open: Attempt, wanted: Purchase) => comparedFields.every((name) => open[name] === wanted[name])

async function openAttemptOf(uid: string): Promise<Attempt | undefined> {
  const db = await database()
  const isOpen = and(eq(checkouts.uid, uid), eq(checkouts.open, true))
  return (await db.select().from(checkouts).where(isOpen))[0]
}

/** Closes the page, too. Pages of a removed provider count as closed. @returns whether it was paid */
async function closePage({ id, sessionId, provider }: Attempt): Promise<boolean> {
  if (!sessionId) {
    // If it gets its page now, the next round closes that.
    await closeAttempt(id, 'without-page')
    return false
  }
  const closed = isConfigured(provider) && (await (await billingProvider(provider)).findCheckout(sessionId, 'close'))
  await closeAttempt(id)
  return closed !== false && closed.state === 'complete'
}

export async function closeOpenCheckouts(uid: string): Promise<void> {
  for (let open = await openAttemptOf(uid); open; open = await openAttemptOf(uid)) await closePage(open)
}

/** @param only does nothing if the attempt got a page meanwhile */
async function closeAttempt(id: string, only?: 'without-page'): Promise<void> {
  const db = await database()
  const isAttempt = eq(checkouts.id, id)
  await db
    .update(checkouts)
    .set({ open: false })
    .where(only ? and(isAttempt, isNull(checkouts.sessionId)) : isAttempt)
}

type Agreement = { customerId: string; offer: PlanOffer; wording: ConsentWording }

async function storePage(attempt: Attempt, page: ProviderCheckout, agreement: Agreement): Promise<boolean> {
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

/** Stores the consent when the same page is opened again with other terms. */
async function recordLaterConsent(attempt: Attempt, signIn: SignIn, agreement: Agreement): Promise<void> {
  const { offer, wording } = agreement
  const { amount, currency, taxBehavior } = offer
  const db = await database()
  await db.transaction(async (tx) => {
    if (await blockDeletion(tx, signIn)) throw accountDeleted()
    const isSame = and(
      eq(consents.wordingVersion, wording),
      eq(consents.amount, amount),
      eq(consents.currency, currency),
      eq(consents.taxBehavior, taxBehavior),
    )
    if ((await tx.$count(consents, and(eq(consents.id, attempt.id), isSame))) > 0) return
    const id = [attempt.id, wording, amount, currency, taxBehavior].join(' ')
    await insertConsent(tx, attempt, { ...agreement, id })
  })
}

async function insertConsent(
  tx: Pick<Database, 'insert'>,
  { uid, provider, priceId, trialDays, locale: language }: Attempt,
  { id, customerId, offer, wording }: Agreement & { id: string },
): Promise<void> {
  const { amount, currency, interval, taxBehavior } = offer
  const terms = { priceId, amount, currency, interval, trialDays, taxBehavior }
  await tx
    .insert(consents)
    .values({ id, uid, kind: 'renewal', wordingVersion: wording, language, provider, customerId, ...terms })
    .onConflictDoNothing()
}
