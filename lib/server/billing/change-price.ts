/** Changes a running plan to another price of its provider, at once and with credit for the unused time. */
import 'server-only'
import { createHash } from 'node:crypto'
import type { CurrentPlan, PlanOffer, PriceChange, PricePreview } from '@/lib/contract/plan'
import { shownChangeText, type ConsentWording } from '@/lib/contract/plan-words'
import { ApiFailure, type ErrorDetail } from '@/lib/server/http/errors'
import type { SignIn } from '@/lib/server/users/deletion-lock'
import { changeAtProvider, freshPlan, recordConsent } from './cancel'
import { currentPlan, type WebPlan } from './plan'
import { isDeclined } from './providers/provider'
import { billingProvider, findOffer } from './providers/registry'

type Agreement = { wording: ConsentWording; shown: string | undefined }

/**
 * What the change would cost, by the provider's own preview.
 * @throws ApiFailure as `changePrice`, `not-changeable` also for the present price
 */
export async function previewPrice(uid: string, request: PriceChange): Promise<PricePreview> {
  const plan = await freshPlan(uid, request)
  assertChangeable(plan)
  if (plan.priceId === request.priceId) throw notChangeable('samePlan')
  await offerFor(plan, request)
  return (await billingProvider(plan.store)).previewPrice(plan.id, request.priceId)
}

/**
 * Idempotent: a plan that has the price already stays as it is.
 * @throws ApiFailure as `cancelPlan`, `not-changeable`, `unknown-price`, `terms-changed`
 */
export async function changePrice(
  signIn: SignIn,
  request: PriceChange,
  { wording, shown }: Agreement,
): Promise<CurrentPlan> {
  const { uid } = signIn
  const { priceId } = request
  const plan = await freshPlan(uid, request)
  if (plan.priceId === priceId && plan.access) return currentPlan(uid)
  assertChangeable(plan)
  const { amount, currency, interval, taxBehavior } = await offerFor(plan, request)
  const provider = await billingProvider(plan.store)
  if (shown && !isAsShown(await provider.previewPrice(plan.id, priceId), shown)) {
    // A second press at the same time may have made the change.
    if ((await freshPlan(uid, request)).priceId === priceId) return currentPlan(uid)
    throw new ApiFailure('terms-changed', { detail: 'amountChanged' })
  }
  // Stored first, so that no plan renews without a record of consent.
  const terms = { priceId, amount, currency, interval, taxBehavior }
  await recordConsent(signIn, plan, { kind: 'change', wordingVersion: wording, ...terms })
  return changeAtProvider(plan, {
    call: () => provider.changePlan(plan.id, { priceId, key: keyOf(plan, request, shown) }),
    isDone: (now) => now.priceId === priceId,
  }).catch(rethrowDeclined)
}

function rethrowDeclined(error: unknown): never {
  if (!(error instanceof ApiFailure) || !isDeclined(error)) throw error
  throw new ApiFailure(error.code, { ...error.extra, detail: 'paymentDeclined' })
}

const notChangeable = (detail: ErrorDetail) => new ApiFailure('not-changeable', { detail })

function assertChangeable({ status, access, isUnSubscribed, endsAt, pausedUntil, openInvoice }: WebPlan): void {
  if (status === 'past_due' || status === 'unpaid' || (access && openInvoice)) {
    throw notChangeable('paymentOpen')
  }
  if (status === 'paused' || pausedUntil || (access && (isUnSubscribed || endsAt))) {
    throw notChangeable('planEnding')
  }
  if (!access) throw notChangeable('planStopped')
}

/** @throws ApiFailure `unknown-price` also for another currency, which would need a new plan */
async function offerFor({ store, currency, interval }: WebPlan, { priceId }: PriceChange): Promise<PlanOffer> {
  const offer = await findOffer(store, priceId)
  if (offer.currency !== currency) {
    throw new ApiFailure('unknown-price', { message: `You pay in ${currency}. Choose a price in that currency.` })
  }
  if (offer.interval === interval) throw notChangeable('intervalOnly')
  return offer
}

/** Dates move with each second, so that only the amounts count. */
const isAsShown = (preview: PricePreview, shown: string): boolean =>
  shownChangeText(preview).split(' ').slice(0, 3).join(' ') === shown.split(' ').slice(0, 3).join(' ')

/**
 * The same for a retry of one press. A later preview makes a new one, because providers repeat refusals under a key, and so
 * does a later hour, because Stripe refuses another date of the credit.
 */
function keyOf({ id, priceId, currentPeriodEnd }: WebPlan, request: PriceChange, shown = ''): string {
  const hour = new Date().toISOString().slice(0, 13)
  const change = [id, priceId, currentPeriodEnd?.toISOString(), request.priceId, shown, hour]
  return `change-${createHash('sha256').update(change.join('\n')).digest('base64url')}`
}
