import * as z from 'zod'
import { id, uid } from './text'

export const store = z.enum(['stripe', 'chargebee', 'play_store', 'app_store'])
export type Store = z.infer<typeof store>

/** Providers through which this site sells; the other stores sell inside the apps. */
export const provider = z.enum(['stripe', 'chargebee'])
export type Provider = z.infer<typeof provider>

export const planStatus = z.enum([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'future',
  'canceled',
])
export type PlanStatus = z.infer<typeof planStatus>

export const interval = z.enum(['month', 'year'])
export type Interval = z.infer<typeof interval>

/** `amount` is an integer in the currency's minor unit; `currency` is ISO 4217 in capitals. */
export const price = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string().length(3),
  interval,
})
export type Price = z.infer<typeof price>

/** A charge that is to come. A null date or amount is not known for certain. */
const charge = z.object({
  at: z.string().nullable(),
  amount: z.number().int().nullable(),
  currency: z.string().length(3).nullable(),
})

const subscription = z.object({
  id: z.string(),
  store,
  status: planStatus,
  currentPeriodEnd: z.string().nullable(),
  trialEnd: z.string().nullable(),
  price: price.nullable(),
  /** Set while a plan that runs has an invoice which is still to be charged; of one that is past due it is always so. */
  openInvoice: z.literal(true).optional(),
  /** When it ends, if an end is set. If that is after `currentPeriodEnd`, the plan renews until then. */
  endsAt: z.string().optional(),
  /** Null: nothing more will be charged. Missing: `price`, when the trial or the period ends. */
  nextCharge: charge.nullable().optional(),
  /** Set if a charge may differ from `price`: a discount, a credit, a pause, a second item, tax on top. */
  adjusted: z.literal(true).optional(),
})
export type Subscription = z.infer<typeof subscription>

/**
 * The current-plan answer. `isUnSubscribed` means that the plan will not renew, also while paid
 * access still runs. Without any plan: null, false, null.
 */
export const currentPlan = z.object({
  productIdentifier: z.string().nullable(),
  isUnSubscribed: z.boolean(),
  subscription: subscription.nullable(),
  /** Set where no free trial applies although no plan has run: one was begun with the same e-mail address before. */
  trialUsed: z.literal(true).optional(),
})
export type CurrentPlan = z.infer<typeof currentPlan>

export const noPlan: CurrentPlan = { productIdentifier: null, isUnSubscribed: false, subscription: null }

/**
 * Why this site has ended a plan by itself: it was paid for beside another, its trial was not the person's first, or
 * it did not run, or was overdue, when they had another.
 */
export type EndReason = 'second-plan' | 'second-trial' | 'gave-way'

/** `refund` is what goes back, in the currency's minor unit, null for nothing; until it is `settled` that is not known. */
export type EndedPlan = { reason: EndReason; refund: { amount: number; currency: string } | null; settled: boolean }

/** What billing/sync answers: the plan, and beside it one that was ended by itself a moment ago. */
export type SyncedPlan = CurrentPlan & { ended?: EndedPlan }

export const taxBehavior = z.enum(['inclusive', 'exclusive', 'unspecified'])

/** One line of GET /api/plans: what a provider really charges. */
const planOffer = z.object({
  priceId: z.string(),
  provider,
  product: z.object({ id: z.string(), name: z.string() }),
  interval,
  amount: z.number().int(),
  currency: z.string().length(3),
  trialDays: z.number().int().min(0),
  taxBehavior,
})
export type PlanOffer = z.infer<typeof planOffer>

export const planOffers = z.object({ plans: z.array(planOffer) })
export type PlanOffers = z.infer<typeof planOffers>

/** The body of cancel-plan and resume-plan. */
export const planChange = z.object({
  uid,
  subscriptionId: id,
  store,
})
export type PlanChange = z.infer<typeof planChange>
