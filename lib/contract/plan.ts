import * as z from 'zod'

/** In a Unicode expression, a pair is one character, so that only half of one matches. */
const loneSurrogate = /\p{Surrogate}/u

/** No NUL and no lone surrogate, so that any database can store it. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0') && !loneSurrogate.test(text), 'not storable')

/** A provider's id, which may contain spaces. */
export const id = z
  .string()
  .regex(/^\P{Cc}{1,255}$/u)
  .refine((text) => !loneSurrogate.test(text), 'not storable')

export const uid = plainText(128).min(1)

/** Not trimmed, because it is compared exactly. */
export const address = z.string().min(1).max(2048)

/** Removes control characters, which could rewrite a terminal, except line breaks and tabs. */
export const stripControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '')

export const providers = z.enum(['stripe', 'chargebee'])
export type Provider = z.infer<typeof providers>

/** A field for each payment provider. */
export const perProvider = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(providers.options.map((name) => [name, field])) as Record<Provider, Field>

export const store = z.enum([...providers.options, 'play_store', 'app_store'])
export type Store = z.infer<typeof store>

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

/** Why a payment is open, if it was not simply declined. `confirm`: the bank asks the customer for a confirmation. */
export const paymentIssue = z.enum(['confirm', 'unknown'])
export type PaymentIssue = z.infer<typeof paymentIssue>

/** Why a plan ended before it began: its first payment is missing, or its first day never came. */
export const neverBegan = z.enum(['incomplete', 'future'])
export type NeverBegan = z.infer<typeof neverBegan>

export const interval = z.enum(['month', 'year'])
export type Interval = z.infer<typeof interval>

/** `amount` is in the minor unit; `currency` is ISO 4217. */
export const price = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string().length(3),
  interval,
})
export type Price = z.infer<typeof price>

/** A null date or amount is not certain. */
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
  /** An invoice of a running plan is still to be charged. */
  openInvoice: z.literal(true).optional(),
  /** If this is after `currentPeriodEnd`, the plan renews until then. */
  endsAt: z.string().optional(),
  /** Null: no further charge. Missing: `price`, when the period ends. */
  nextCharge: charge.nullable().optional(),
  /** A charge may differ from `price`: a discount, a credit, a pause, a second item or tax. */
  adjusted: z.literal(true).optional(),
  /** Of a plan that waits for a payment. Missing: it was declined. */
  paymentIssue: paymentIssue.optional(),
  neverBegan: neverBegan.optional(),
  /** The last month of the card, such as `2026-12`, if that is this month or the next. */
  cardExpires: z.string().optional(),
  /** The next charge after a pause, which begins when the paid period ends. `paused`: it has begun. */
  pausedUntil: z.string().optional(),
  /** The longest pause that may be chosen now. */
  pauseMonths: z.number().int().optional(),
  /** Until then, “Cancel and refund” ends the plan and refunds its last charge. */
  refundUntil: z.string().optional(),
})
export type Subscription = z.infer<typeof subscription>

/** `isUnSubscribed`: the plan will not renew, also while paid access still runs. */
export const currentPlan = z.object({
  productIdentifier: z.string().nullable(),
  isUnSubscribed: z.boolean(),
  subscription: subscription.nullable(),
  /** A trial was already started with the same confirmed email address or phone number. */
  trialUsed: z.literal(true).optional(),
  /** The site gives a trial only to confirmed addresses. */
  confirmEmailFirst: z.literal(true).optional(),
  /** Emails about the plan wait, because the email address is not confirmed. */
  emailUnconfirmed: z.literal(true).optional(),
})
export type CurrentPlan = z.infer<typeof currentPlan>

/** Why this site ended a plan automatically. */
export type EndReason = 'second-plan' | 'second-trial' | 'gave-way'

/** `refund` is in the minor unit, and only certain once `settled`. */
export type EndedPlan = { reason: EndReason; refund: { amount: number; currency: string } | null; settled: boolean }

export type SyncedPlan = CurrentPlan & { ended?: EndedPlan }

export const taxBehavior = z.enum(['inclusive', 'exclusive', 'unspecified'])

const planOffer = z.object({
  priceId: z.string(),
  provider: providers,
  product: z.object({ id: z.string(), name: z.string() }),
  interval,
  amount: z.number().int(),
  currency: z.string().length(3),
  trialDays: z.number().int().min(0),
  taxBehavior,
  /** The checkout accepts promotion codes, so the amount charged may be lower. */
  promotionCodes: z.literal(true).optional(),
})
export type PlanOffer = z.infer<typeof planOffer>

/** Amounts in the language of the request. `saving`: of this year compared with twelve months. */
const display = z.object({ amount: z.string(), saving: z.string().optional() })

const listedOffer = planOffer.extend({ display })
export type ListedOffer = z.infer<typeof listedOffer>

export const planOffers = z.object({ plans: z.array(listedOffer) })
export type PlanOffers = z.infer<typeof planOffers>

export const planChange = z.object({
  uid,
  subscriptionId: id,
  store,
})
export type PlanChange = z.infer<typeof planChange>

export const planPause = planChange.extend({ months: z.number().int().min(1).max(3) })
export type PlanPause = z.infer<typeof planPause>

/** To another price of the same provider. */
export const priceChange = planChange.extend({ priceId: id })
export type PriceChange = z.infer<typeof priceChange>

/** What a change of price costs now, by the provider's own preview. Amounts are in the minor unit. */
export type PricePreview = {
  dueNow: number
  /** For the unused time, already deducted. */
  credit: number
  currency: string
  nextCharge: { amount: number; at: string }
}
