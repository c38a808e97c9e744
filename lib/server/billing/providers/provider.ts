/** What a payment provider does for us, with one deadline for its calls, and what a failure says about the outcome. */
import 'server-only'
import * as z from 'zod'
import type { CheckoutUi, Invoice } from '@/lib/contract/checkout'
import type {
  NeverBegan,
  PaymentIssue,
  PlanOffer,
  PlanStatus,
  Price,
  PricePreview,
  Provider,
} from '@/lib/contract/plan'
import type { Locale } from '@/lib/locales'
import { ApiFailure } from '@/lib/server/http/errors'
import { pendingProviders, requestDeadline, trackProviderCall, withDeadline } from '@/lib/server/http/request'
import { log, withSpan } from '@/lib/server/observability/log'

/** In the currency's minor unit. Null means uncertain. */
export type NextCharge = { at: Date | null; amount: number | null; currency: string | null }

export type Charges = {
  nextCharge: NextCharge | null
  /** Charges differ from the price, or may do so. */
  adjusted: boolean
}

export type ProviderSubscription = SubscriptionState &
  Charges & {
    paymentIssue: PaymentIssue | null
    /** When an open payment is tried again, if that is known. */
    retryAt: Date | null
    /** The last month of the card that is charged, such as `2026-12`. */
    cardExpires: string | null
  }

/** Such as `2026-12`, as in `ProviderSubscription.cardExpires`. */
export const cardMonth = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`

export type SubscriptionState = {
  id: string
  customerId: string
  productIdentifier: string | null
  price: Price | null
  status: PlanStatus
  isUnSubscribed: boolean
  access: boolean
  currentPeriodEnd: Date | null
  /** If after `currentPeriodEnd`, it renews until then. */
  endsAt: Date | null
  /** The first charge after a pause, which begins at `currentPeriodEnd`. */
  pausedUntil: Date | null
  trialEnd: Date | null
  /** The newest invoice may be charged even if the plan ends. */
  openInvoice: boolean
  neverBegan: NeverBegan | null
  startedAt: Date
}

export type CustomerPlans = {
  /** Includes ended ones. */
  own: ProviderSubscription[]
  /** Ids of other products' subscriptions. */
  foreign: string[]
}

export type Purchase = {
  key: string
  uid: string
  customerId: string
  priceId: string
  /** The one that was shown. A provider must not convert it. */
  currency: string
  successUrl: string
  cancelUrl: string
  trialDays: number
  ui: CheckoutUi
  /** Of the page that led here. */
  locale?: Locale | null
}

/**
 * `cancel`: at the period's end; `pause`: from then until a renewal; `resume`: takes these back, and charges at once if
 * the pause has begun; `end`: at once, without proration.
 */
export type PlanAction = 'cancel' | 'pause' | 'resume' | 'end'

/**
 * A price to change to at once: credits the unused time, charges a new period, and changes nothing if that is declined. A
 * trial keeps its end.
 */
export type NewPrice = { priceId: string; key: string }

export type ChangeableState = Pick<SubscriptionState, 'status' | 'access' | 'isUnSubscribed' | 'endsAt' | 'pausedUntil'>

/** Whether a plan is already as an action would leave it. A plan without access may still renew later. */
export const isDone: Record<PlanAction, (plan: ChangeableState) => boolean> = {
  cancel: ({ status, access, isUnSubscribed }) => status === 'canceled' || (access && isUnSubscribed),
  pause: ({ pausedUntil }) => pausedUntil !== null,
  resume: ({ isUnSubscribed, endsAt, pausedUntil }) => !isUnSubscribed && endsAt === null && pausedUntil === null,
  end: ({ status }) => status === 'canceled',
}

/** `paid`: ever, even if refunded. */
export type ProviderInvoice = { subscriptionId: string; paid: boolean; invoice: Invoice }

/** In the currency's minor unit; null if nothing was paid. */
export type Refund = { amount: number; currency: string } | null

export class CustomerMissing extends Error {
  constructor(cause: unknown) {
    super('the provider does not know this customer', { cause })
    this.name = 'CustomerMissing'
  }
}

/** `answer` goes to the browser and is not stored. */
export type ProviderCheckout = {
  id: string
  state: 'open' | 'complete' | 'expired'
  expiresAt: Date
  answer: object
}

/**
 * A payment provider in our terms. Every method asks the provider and has a deadline.
 * @throws ApiFailure `provider-unavailable` without an answer or on a failure, `provider-refused` if a retry is useless
 */
export interface BillingProvider {
  readonly name: Provider
  offers(): Promise<PlanOffer[]>
  /** Creates a customer, or changes the address of `customerId`. @returns the customer's id */
  saveCustomer(user: { uid: string; email: string | null; generation: number; customerId?: string }): Promise<string>
  /** @throws CustomerMissing */
  openCheckout(purchase: Purchase): Promise<ProviderCheckout>
  /** An unknown page counts as expired. @param close closes an open page first, if the provider can */
  findCheckout(id: string, close?: 'close'): Promise<ProviderCheckout>
  /** @param uid null for a deleted account */
  subscriptions(customerId: string, uid: string | null): Promise<CustomerPlans>
  /** Idempotent. @param until the renewal that ends a pause @returns the new state, unless it has ended */
  changePlan(subscriptionId: string, change: PlanAction | NewPrice, until?: Date): Promise<ProviderSubscription | null>
  /** What a new price would charge now. */
  previewPrice(subscriptionId: string, priceId: string): Promise<PricePreview>
  /** Newest first, of these subscriptions only. A missing customer has none. */
  invoices(customerId: string, subscriptionIds: string[]): Promise<ProviderInvoice[]>
  /**
   * Closes the open invoices of a subscription, and refunds all its payments if a key is given. Idempotent, also after
   * manual refunds. A payment under way cannot be stopped.
   * @param from refunds only invoices since then, and says that the customer asked for it
   * @returns the total refunded; null if nothing was ever paid or no key is given
   * @throws ApiFailure `provider-unavailable` if a payment under way is to be refunded; call again later
   */
  settle(subscriptionId: string, refundKey: string | null, from?: Date | null): Promise<Refund>
  /** @throws CustomerMissing */
  portal(customerId: string, returnUrl: string, locale?: Locale | null): Promise<string>
}

/**
 * Finds the item of a subscription that was sold here: one whose price the settings name, now or formerly, or the first
 * of a subscription with our checkout's mark. In doubt there is none.
 */
export function soldItem<Item>(
  items: Item[],
  { isMarked, soldPrices, priceOf }: { isMarked: boolean; soldPrices: string[]; priceOf: (item: Item) => string },
): Item | undefined {
  return items.find((item) => soldPrices.includes(priceOf(item))) ?? (isMarked ? items[0] : undefined)
}

type Found = { id: string; prices: string[]; plan: Promise<ProviderSubscription> | undefined }

const loggedKeys = new Set<string>()

/** @param all a customer's subscriptions; those of other products have no plan, and are logged once */
export async function splitByProduct(provider: Provider, all: Found[]): Promise<CustomerPlans> {
  const foreign = all.filter(({ plan }) => !plan)
  for (const { id: subscription, prices } of foreign.filter(({ id }) => !loggedKeys.has(`${provider} ${id}`))) {
    loggedKeys.add(`${provider} ${subscription}`)
    log().info({ provider, subscription, prices }, 'ignored a subscription that was not sold here')
  }
  const own = await Promise.all(all.flatMap(({ plan }) => plan ?? []))
  return { own, foreign: foreign.map(({ id }) => id) }
}

type OfferSource = { retrieveOffer: (id: string) => Promise<PlanOffer | string | null>; promotionCodes: boolean }

/** The offers of the ids in a setting. A wrong id must not hide the others, so it is logged and left out. */
export async function listOffers(
  setting: string,
  ids: string[],
  { retrieveOffer, promotionCodes }: OfferSource,
): Promise<PlanOffer[]> {
  const results = await Promise.all(ids.map(retrieveOffer))
  return results.flatMap((offer, n) => {
    if (offer && typeof offer === 'object')
      return [{ ...offer, ...(promotionCodes && { promotionCodes: true as const }) }]
    const why = offer ?? 'the provider does not know it'
    log().warn({ price: ids[n], why }, `${setting} names a price that is not on offer`)
    return []
  })
}

export const expiredCheckout = (id: string): ProviderCheckout => ({
  id,
  state: 'expired',
  expiresAt: new Date(0),
  answer: { id },
})

export type AccessState = Pick<SubscriptionState, 'status' | 'isUnSubscribed' | 'access'>

/** A plan that is past due keeps access. One without access counts as unsubscribed. */
export function accessState(status: PlanStatus, isEndScheduled: boolean): AccessState {
  const access = status === 'trialing' || status === 'active' || status === 'past_due'
  return { status, access, isUnSubscribed: isEndScheduled || !access }
}

/** @param seconds since 1970; 0 is unset */
export const toDate = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

/** Invoices of a renewal may be made a little before it. */
export const isBefore = (from: Date | null | undefined, seconds: number): boolean =>
  from != null && seconds * 1000 < from.getTime() - 86_400_000

export const uncertainCharge = (at: Date | null): NextCharge => ({ at, amount: null, currency: null })

/** Whether the next charge is certainly the price. */
export const isPrice = (charge: NextCharge | null, price: Price | null): boolean =>
  charge !== null && price !== null && charge.amount === price.amount && charge.currency === price.currency

export const previewTimeoutMs = 1500

/** Per call, so that one retry fits into a request. */
export const providerCallTimeoutMs = 4000

export const maxPerCustomer = 1000

/** Limits the wait to the time left for the request. @throws ApiFailure `provider-unavailable` */
export function awaitProvider<T>(work: Promise<T>, reserveMs = 0): Promise<T> {
  const pending = pendingProviders()
  return withDeadline(requestDeadline() - reserveMs, work, () => timeoutFailure(pending[0]))
}

/** @throws ApiFailure `provider-unavailable` if the request's time is over */
export function assertTimeLeft(reserveMs = 0): void {
  if (requestDeadline() - reserveMs <= Date.now()) throw timeoutFailure()
}

/** After a timeout the outcome is unknown. */
const timeoutFailure = (provider?: Provider) =>
  new ApiFailure('provider-unavailable', {
    detail: 'providerTimeout',
    cause: new Error('deadline'),
    ...(provider && { provider }),
  })

const rethrowWithProvider = (provider: Provider) => (error: unknown) => {
  if (!(error instanceof ApiFailure) || !error.code.startsWith('provider-')) throw error
  throw new ApiFailure(error.code, { ...error.extra, provider })
}

type Method = (...args: never[]) => Promise<unknown>

/** Adds a deadline, a trace span and the provider's name in errors to every method. Vendor clients limit single calls. */
export function withTimeouts(provider: BillingProvider): BillingProvider {
  const { name } = provider
  const withTimeout = (method: string, run: Method) =>
    async function call(...args: never[]): Promise<unknown> {
      assertTimeLeft()
      const result = trackProviderCall(name, () => withSpan(`${name} ${method}`, {}, () => run(...args)))
      return awaitProvider(result).catch(rethrowWithProvider(name))
    }
  const entries = Object.entries(provider as unknown as Record<string, Method | string>).map(([method, run]) => [
    method,
    typeof run === 'string' ? run : withTimeout(method, run),
  ])
  return Object.fromEntries(entries) as BillingProvider
}

const vendorError = z.union([
  z.object({ statusCode: z.number(), code: z.string().optional() }),
  z.object({ http_status_code: z.number() }).transform(({ http_status_code: statusCode }) => ({ statusCode })),
])

function statusOf(error: unknown): number | null {
  const { data } = vendorError.safeParse(error instanceof ApiFailure ? error.extra.cause : undefined)
  return data && !('code' in data && isInProgress(data)) ? data.statusCode : null
}

/** Whether Stripe is still working on this object. Chargebee has no such error. */
export const isInProgress = ({ code }: { code?: string | undefined }): boolean =>
  code === 'idempotency_key_in_use' || code === 'lock_timeout'

/** Whether a failed call was answered, so that it is not under way. */
export const isAnswered = (error: unknown): boolean => statusOf(error) !== null

/** Whether the provider refused without changing anything. A 5xx may follow a change. */
export function isClientError(error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && status < 500
}

/** Whether a payment that the call needs was declined. */
export const isDeclined = (error: unknown): boolean => statusOf(error) === 402

const temporaryCodes = /lock_timeout|idempotency_key_in_use|in_progress|temporar/

/** Whether a retry would be refused too. Wrong keys (401, 403) and rate limits (429) may pass. */
export const isFinalRefusal = (status: number | undefined, code = ''): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  ![401, 403, 408, 429].includes(status) &&
  !temporaryCodes.test(code)

export const isProviderRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'provider-refused'
