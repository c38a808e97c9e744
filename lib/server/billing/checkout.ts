import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutUi, type CheckoutRequest, type CheckoutUi } from '@/lib/contract/checkout'
import { readShownTerms, wordingOf, type ConsentWording, type ShownTerms } from '@/lib/contract/consent'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { checkoutUiHeader, consentHeader, shownTermsHeader } from '@/lib/site'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { countCheckout } from '@/lib/server/observability/metrics'
import { hadTrial } from '@/lib/server/users/address-marks'
import { findOffer } from './catalogue'
import {
  closeAttempt,
  closeAttemptWithoutPage,
  openAttempt,
  recordLaterConsent,
  storePage,
  type Agreement,
  type Attempt,
} from './checkout-attempts'
import { assertMayBuy, assertReturnAddress, assertTermsShown } from './checkout-checks'
import { ensureCustomer, findCustomerId, recreateCustomer, type Buyer } from './customers'
import { isAnswered, isRefused } from './providers/calls'
import { CustomerMissing, type BillingProvider, type ProviderCheckout } from './providers/provider'
import { billingProvider } from './providers/registry'
import { awaitProvider } from './providers/calls'

type Press = { wording: ConsentWording; shown: ShownTerms | null; ui: CheckoutUi }

const guestMessage =
  'You are here as a guest, and a plan of a guest would be lost with this browser. Please make an account first; ' +
  'what you have here comes with you. Nothing was charged.'

/** Attempts to get an open page, while other tabs close it or the user has just paid. The pauses grow. */
const maxRounds = 5
const pauseMs = 100

/**
 * Opens the provider's page for one purchase. A second click, a second tab or a retry gets the same page.
 * @param headers may carry `consentHeader`, `shownTermsHeader` and `checkoutUiHeader`
 * @returns the API's answer: `{id, url}`, with `clientSecret` if embedded, or the hosted-page object
 * @throws ApiFailure `forbidden` for a guest, `already-subscribed`, `unknown-price`, `invalid-return-url`,
 *   `terms-changed`, `provider-unavailable`, `unauthenticated` when the account was deleted meanwhile
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
    const { answer, isNew } = await awaitProvider(openCheckout({ name, buyer, request, press }))
    countCheckout(name, isNew ? 'opened' : 'again')
    return answer
  } catch (error) {
    countCheckout(name, error instanceof ApiFailure && error.status < 500 ? 'refused' : 'failed')
    throw await withEveryWay(buyer.uid, error)
  }
}

/** Embedding needs Stripe's publishable key; Chargebee's page is the same wherever it opens. */
function uiOf(name: Provider, headers: Headers): CheckoutUi {
  switch (name) {
    case 'stripe': {
      const wanted = checkoutUi.catch('hosted').parse(headers.get(checkoutUiHeader))
      return env().stripe?.publishableKey ? wanted : 'hosted'
    }
    case 'chargebee':
      return 'hosted'
    default:
      return name satisfies never
  }
}

/** The provider is asked before every purchase of a known user, so no other way to pay works meanwhile. */
async function withEveryWay(uid: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiFailure) || !error.extra.provider || isRefused(error)) return error
  const isKnown = await findCustomerId(uid, error.extra.provider).then(
    (known) => known !== null,
    () => true,
  )
  return isKnown ? new ApiFailure(error.code, { ...error.extra, message: error.message, everyWay: true }) : error
}

type Checkout = { name: Provider; buyer: Buyer; request: CheckoutRequest; press: Press }

async function openCheckout({ name, buyer, request, press }: Checkout) {
  if (buyer.isGuest) throw new ApiFailure('forbidden', { message: guestMessage })
  const provider = await billingProvider(name)
  let { hadPlan } = await assertMayBuy(buyer.uid)
  // Each person has one trial, also with another account.
  const hadTrialElsewhere = await hadTrial(buyer.email)
  const offer = await findOffer(name, request.priceId)
  const trialDays = () => (hadPlan || hadTrialElsewhere ? 0 : offer.trialDays)
  assertReturnAddress(request.successUrl, env().siteOrigin, name)
  assertReturnAddress(request.cancelUrl, env().siteOrigin, name)
  assertTermsShown(press.shown, offer, trialDays())
  let customerId = await ensureCustomer(provider, buyer)
  for (let round = 0; round < maxRounds; round++) {
    // Two tabs with different plans close each other's page; the random pause lets one of them win.
    if (round > 0) await sleep(Math.random() * pauseMs * round)
    assertTermsShown(press.shown, offer, trialDays())
    const attempt = await openAttempt(buyer, { provider: name, ...request, trialDays: trialDays(), ui: press.ui })
    try {
      const page = await pageOf({ provider, attempt, buyer, customerId, offer, wording: press.wording })
      if (page.state === 'open') return { answer: page.answer, isNew: attempt.sessionId === null }
      await closeAttempt(attempt.id)
      // The user has just paid on that page, and the webhook is still on its way.
      if (page.state === 'complete') ({ hadPlan } = await assertMayBuy(buyer.uid))
    } catch (error) {
      const isMissing = error instanceof CustomerMissing
      // The provider repeats an answer for the same idempotency key for a day, so the next try needs a new attempt.
      if (isMissing || isAnswered(error)) await closeAttemptWithoutPage(attempt.id)
      if (!isMissing) throw error
      customerId = await recreateCustomer(provider, buyer, customerId)
    }
  }
  throw new ApiFailure('provider-unavailable', { cause: new Error(`no open page after ${maxRounds} rounds`) })
}

type PageOf = Agreement & { provider: BillingProvider; attempt: Attempt; buyer: Buyer }

async function pageOf({ provider, attempt, buyer, ...agreement }: PageOf): Promise<ProviderCheckout> {
  if (attempt.sessionId) {
    const page = await provider.retrieveCheckout(attempt.sessionId)
    if (page.state === 'open') await recordLaterConsent(attempt, buyer, agreement)
    return page
  }
  const page = await provider.openCheckout({ ...attempt, key: attempt.id, customerId: agreement.customerId })
  if (await storePage(attempt, page, agreement)) {
    log().info({ provider: provider.name, checkout: attempt.id }, 'checkout opened')
    return page
  }
  // Another purchase began meanwhile: this page must not be paid beside it.
  await provider.closeCheckout(page.id)
  return { ...page, state: 'expired' }
}
