import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { checkoutUi, type CheckoutRequest, type CheckoutUi } from '@/lib/contract/checkout'
import { type ConsentWording, readShownTerms, type ShownTerms, wordingOf } from '@/lib/contract/consent'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { hadTrial } from '@/lib/server/users/address-marks'
import { database } from '@/lib/server/db/client'
import { checkouts } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion } from '@/lib/server/users/deletion-lock'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { countCheckout } from '@/lib/server/observability/metrics'
import { checkoutUiHeader, consentHeader, shownTermsHeader } from '@/lib/site'
import { findOffer } from './catalogue'
import { noteNewerWords, notePurchaseConsent, type Agreed } from './consent'
import { customerId, ensureCustomer, replaceCustomer, type Buyer } from './customers'
import { isLive, subscriptionRows } from './plan'
import { billingProvider, isSetUp } from './providers/registry'
import { CustomerMissing, type BillingProvider, type ProviderCheckout } from './providers/provider'
import { isAnswered, isRefused } from './providers/outcomes'
import { withinDeadline } from './providers/timeouts'
import { assertReturnAddress } from './return-address'
import { syncUser } from './sync'

type Attempt = typeof checkouts.$inferSelect

/** What the browser said beside the request: the words and terms that it showed, and where it can open the page. */
type Press = { wording: ConsentWording; shown: ShownTerms | null; ui: CheckoutUi }

/** What a guest paid for would go with their browser's memory. */
const forGuests =
  'You are here as a guest, and a plan of a guest would be lost with this browser. Please make an account first; ' +
  'what you have here comes with you. Nothing was charged.'

/** Kept of a person's patience for a look at what is stored, when the providers could not be asked. */
const lookMs = 500

/** So often a page is asked for that another press closes, or that has been paid, with a longer pause each time. */
const rounds = 5
const pauseMs = 100

/** An attempt whose provider never answered is given up after this; Stripe keeps a key for a day. */
const attemptLifeMs = 20 * 3_600_000

/** Embedding needs a publishable key in the browser; Chargebee's page is the same wherever it opens. */
function uiOf(name: Provider, headers: Headers): CheckoutUi {
  const wanted = checkoutUi.catch('hosted').parse(headers.get(checkoutUiHeader))
  return name === 'stripe' && env().stripe?.publishableKey ? wanted : 'hosted'
}

/**
 * Leads a person to the provider's page for one purchase: the plan, the price and the way back are
 * checked here, and a second click, a second tab or a retry arrives at the same page.
 * @param headers may carry `consentHeader`, `shownTermsHeader` and `checkoutUiHeader`
 * @returns what the API answers: `{id, url}`, with `clientSecret` where it is embedded, or the hosted-page object
 * @throws ApiFailure `forbidden` for a guest, `already-subscribed`, `unknown-price`, `invalid-return-url`,
 *   `terms-changed`, `provider-unavailable`, `unauthenticated` when the account was deleted meanwhile; `provider` and
 *   `everyWay` as in the contract
 */
export async function startCheckout(
  name: Provider,
  buyer: Buyer,
  request: CheckoutRequest,
  headers: Headers,
): Promise<object> {
  const press = {
    wording: wordingOf(headers.get(consentHeader)),
    shown: readShownTerms(headers.get(shownTermsHeader)),
    ui: uiOf(name, headers),
  }
  try {
    const { answer, isNew } = await withinDeadline(checkout(name, buyer, request, press))
    countCheckout(name, isNew ? 'opened' : 'again')
    return answer
  } catch (error) {
    countCheckout(name, error instanceof ApiFailure && error.status < 500 ? 'refused' : 'failed')
    throw await withReach(buyer.uid, error)
  }
}

/**
 * How far the failure of a provider reaches: one that knows the person is asked about them before they buy anything
 * anywhere, so that every way to pay waits for it. In doubt it does; one that has refused this very purchase answers.
 */
async function withReach(uid: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiFailure) || !error.extra.provider || isRefused(error)) return error
  const isKnown = await customerId(uid, error.extra.provider).then(
    (known) => known !== null,
    () => true,
  )
  return isKnown ? new ApiFailure(error.code, { ...error.extra, message: error.message, everyWay: true }) : error
}

async function checkout(name: Provider, buyer: Buyer, request: CheckoutRequest, press: Press) {
  if (buyer.isGuest) throw new ApiFailure('forbidden', { message: forGuests })
  const provider = await billingProvider(name)
  let { hadPlan } = await assertMayBuy(buyer.uid)
  // With another account: a trial is given once to each person.
  const isRemembered = await hadTrial(buyer.email)
  const offer = await findOffer(name, request.priceId)
  assertReturnAddress(request.successUrl, env().siteOrigin, name)
  assertReturnAddress(request.cancelUrl, env().siteOrigin, name)
  assertShown(press.shown, offer, hadPlan || isRemembered ? 0 : offer.trialDays)
  let customerId = await ensureCustomer(provider, buyer)
  for (let round = 0; round < rounds; round++) {
    // Two tabs that ask for different plans at once close each other's page; chance lets one of them come later.
    if (round > 0) await pause(Math.random() * pauseMs * round)
    const trialDays = hadPlan || isRemembered ? 0 : offer.trialDays
    assertShown(press.shown, offer, trialDays)
    const attempt = await openAttempt(name, buyer, request, { trialDays, ui: press.ui })
    try {
      const page = await pageOf(provider, { attempt, buyer, customerId }, { offer, wording: press.wording })
      if (page.state === 'open') return { answer: page.answer, isNew: attempt.sessionId === null }
      await closeAttempt(attempt.id)
      // Somebody paid on that page a moment ago, and the message about it is still on its way.
      if (page.state === 'complete') ({ hadPlan } = await assertMayBuy(buyer.uid))
    } catch (error) {
      const isMissing = error instanceof CustomerMissing
      // A key goes with its parameters, and the customer is one of them; and an answer, also a failure, is what the
      // provider repeats for that key for a day. A page that another press has got stays.
      if (isMissing || isAnswered(error)) await closeBare(attempt.id)
      if (!isMissing) throw error
      customerId = await replaceCustomer(provider, buyer, customerId)
    }
  }
  throw new ApiFailure('provider-unavailable', { cause: new Error(`no open page after ${rounds} rounds`) })
}

/**
 * What stood beside the button is what is charged: a page may have been open since before a price or a trial of
 * this person changed, and a press agrees to what it shows.
 * @throws ApiFailure `terms-changed`
 */
function assertShown(shown: ShownTerms | null, { amount, currency }: PlanOffer, trialDays: number): void {
  const isSame = !shown || (shown.amount === amount && shown.currency === currency && shown.trialDays === trialDays)
  if (!isSame) throw new ApiFailure('terms-changed')
}

/**
 * Asks the providers first: a lost message must not lead to a second subscription or a second trial. Of somebody
 * whose plan is known that is said also where they do not answer.
 */
async function assertMayBuy(uid: string): Promise<{ hadPlan: boolean }> {
  const failed = await withinDeadline(syncUser(uid), lookMs).then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  const rows = await subscriptionRows(uid)
  if (rows.some(isLive)) throw new ApiFailure('already-subscribed', failed ?? {})
  if (failed) throw failed.cause
  return { hadPlan: rows.some((row) => row.status !== 'incomplete') }
}

/** The person's one open attempt at this purchase; an attempt at another purchase is closed before. */
async function openAttempt(
  provider: Provider,
  buyer: Buyer,
  request: CheckoutRequest,
  terms: Pick<Attempt, 'trialDays' | 'ui'>,
): Promise<Attempt> {
  const { uid } = buyer
  const db = await database()
  for (;;) {
    const [open] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.uid, uid), eq(checkouts.open, true)))
    if (open && isSame(open, { provider, ...request, ...terms }) && open.expiresAt.getTime() > Date.now()) return open
    if (open) {
      await leave(open)
      continue
    }
    const attempt = {
      id: randomUUID(),
      uid,
      provider,
      ...request,
      ...terms,
      expiresAt: new Date(Date.now() + attemptLifeMs),
    }
    // Two requests at once: the index lets one of them in, and the other finds it in the next turn.
    const [made] = await db.transaction(async (step) => {
      if (await holdAgainstDeletion(step, buyer)) throw accountGone()
      return step.insert(checkouts).values(attempt).onConflictDoNothing().returning()
    })
    if (made) return made
  }
}

type Wanted = Pick<Attempt, 'provider' | 'priceId' | 'successUrl' | 'cancelUrl' | 'trialDays' | 'ui'>

const isSame = (open: Attempt, wanted: Wanted) =>
  open.provider === wanted.provider &&
  open.priceId === wanted.priceId &&
  open.successUrl === wanted.successUrl &&
  open.cancelUrl === wanted.cancelUrl &&
  open.trialDays === wanted.trialDays &&
  open.ui === wanted.ui

/**
 * Closes an abandoned page, so that it cannot be paid beside the new one. One of a provider that was taken out of
 * the settings counts as closed: nobody can ask there.
 */
async function leave(open: Attempt): Promise<void> {
  // A page that comes at this very moment is closed in the caller's next turn.
  if (!open.sessionId) return closeBare(open.id)
  if (!isSetUp(open.provider)) return closeAttempt(open.id)
  const provider = await billingProvider(open.provider)
  await provider.closeCheckout(open.sessionId)
  const { state } = await provider.checkout(open.sessionId)
  await closeAttempt(open.id)
  if (state === 'complete') await assertMayBuy(open.uid)
}

/**
 * Closes the pages that a person has not paid, before their account goes. Where a provider cannot close
 * one, or is not set up any more, `syncCustomer` ends what comes of it.
 */
export async function closeOpenCheckouts(uid: string): Promise<void> {
  const db = await database()
  const own = and(eq(checkouts.uid, uid), eq(checkouts.open, true))
  for (;;) {
    const [open] = await db.select().from(checkouts).where(own)
    if (!open) return
    const { id, sessionId, provider } = open
    if (sessionId && isSetUp(provider)) await (await billingProvider(provider)).closeCheckout(sessionId)
    await (sessionId ? closeAttempt(id) : closeBare(id))
  }
}

async function closeAttempt(id: string): Promise<void> {
  const db = await database()
  await db.update(checkouts).set({ open: false }).where(eq(checkouts.id, id))
}

/** Closes an attempt, unless it has got its page meanwhile: that page must be closed with it. */
async function closeBare(id: string): Promise<void> {
  const db = await database()
  await db
    .update(checkouts)
    .set({ open: false })
    .where(and(eq(checkouts.id, id), isNull(checkouts.sessionId)))
}

/** The attempt's page: the one that was opened before, or a new one under the attempt's key. */
async function pageOf(
  provider: BillingProvider,
  { attempt, buyer, customerId }: { attempt: Attempt; buyer: Buyer; customerId: string },
  agreed: Agreed,
): Promise<ProviderCheckout> {
  if (attempt.sessionId) {
    const page = await provider.checkout(attempt.sessionId)
    if (page.state === 'open') await noteNewerWords(attempt, buyer, customerId, agreed)
    return page
  }
  const page = await provider.openCheckout({ ...attempt, key: attempt.id, customerId })
  const db = await database()
  const kept = await db.transaction(async (step) => {
    const [still] = await step
      .update(checkouts)
      .set({ sessionId: page.id, expiresAt: page.expiresAt })
      .where(and(eq(checkouts.id, attempt.id), eq(checkouts.open, true)))
      .returning()
    if (!still) return false
    await notePurchaseConsent(step, attempt, customerId, agreed)
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
