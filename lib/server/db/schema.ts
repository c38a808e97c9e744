import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import type { CheckoutUi } from '@/lib/contract/checkout'
import type { Locale } from '@/lib/locales'
import type { EndReason, Interval, NeverBegan, PaymentIssue, PlanStatus, Provider, Store } from '@/lib/contract/plan'

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const users = pgTable('users', {
  uid: text('uid').primaryKey(),
  name: text('name'),
  username: text('username'),
  email: text('email'),
  emailVerified: boolean('email_verified').notNull().default(false),
  providerId: text('provider_id').notNull(),
  phone: text('phone'),
  /** The language of emails and of the providers' pages; null is English. */
  locale: text('locale').$type<Locale>(),
  /** Version of the consent to storing data that may reveal a health condition (lib/browser/health-consent.ts). */
  healthConsent: text('health_consent'),
  healthConsentAt: time('health_consent_at'),
  /** The language in which that consent was shown. */
  healthConsentLanguage: text('health_consent_language').$type<Locale>(),
  /** Of the newest token that wrote the address. */
  tokenIssuedAt: time('token_issued_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Tokens that were issued before `deletedAt` are refused. */
export const deletedUsers = pgTable('deleted_users', {
  uid: text('uid').primaryKey(),
  deletedAt: time('deleted_at').notNull().defaultNow(),
})

/** Old payment pages of deleted accounts may still be paid, and such plans must be ended. */
export const deletedCustomers = pgTable(
  'deleted_customers',
  {
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id').notNull(),
    deletedAt: time('deleted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customerId] })],
)

export const customers = pgTable(
  'customers',
  {
    uid: text('uid').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id').notNull(),
    generation: integer('generation').notNull().default(0),
    email: text('email'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.provider] }),
    uniqueIndex('customers_provider_id').on(table.provider, table.customerId),
  ],
)

// Last state reported by a provider; only `billing/provider-state.ts` writes it. `stamp` orders requests, see there.
export const subscriptions = pgTable(
  'subscriptions',
  {
    store: text('store').$type<Store>().notNull(),
    id: text('id').notNull(),
    uid: text('uid').notNull(),
    customerId: text('customer_id'),
    productIdentifier: text('product_identifier'),
    priceId: text('price_id'),
    amount: integer('amount'),
    currency: text('currency'),
    interval: text('interval').$type<Interval>(),
    status: text('status').$type<PlanStatus>().notNull(),
    isUnSubscribed: boolean('is_unsubscribed').notNull(),
    access: boolean('access').notNull(),
    currentPeriodEnd: time('current_period_end'),
    trialEnd: time('trial_end'),
    openInvoice: boolean('open_invoice').notNull().default(false),
    endsAt: time('ends_at'),
    /** Whether another charge may come; null in old rows. */
    charges: boolean('charges'),
    nextChargeAt: time('next_charge_at'),
    nextChargeAmount: integer('next_charge_amount'),
    nextChargeCurrency: text('next_charge_currency'),
    adjusted: boolean('adjusted').notNull().default(false),
    paymentIssue: text('payment_issue').$type<PaymentIssue>(),
    neverBegan: text('never_began').$type<NeverBegan>(),
    /** When an open payment is tried again. */
    retryAt: time('retry_at'),
    pausedUntil: time('paused_until'),
    /** The last month of the card that is charged, such as `2026-12`. */
    cardExpires: text('card_expires'),
    startedAt: time('started_at').notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull(),
    /** Sequence value at writing. A state requested earlier may be older. */
    written: bigint('written', { mode: 'number' }).notNull().default(0),
    /** Breaks ties: providers report `startedAt` in whole seconds. */
    seenAt: time('seen_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.id] }),
    index('subscriptions_uid').on(table.uid),
    index('subscriptions_customer').on(table.store, table.customerId),
  ],
)

export const syncStamp = pgSequence('sync_stamp')

// An attempt to buy. Its id is the provider's idempotency key, so that retries get the same payment page.
export const checkouts = pgTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    priceId: text('price_id').notNull(),
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    trialDays: integer('trial_days').notNull(),
    /** Hashes of what the buyer had confirmed, for `addressMarks` if the trial begins. */
    trialMarks: text('trial_marks').array().notNull().default([]),
    ui: text('ui').$type<CheckoutUi>().notNull().default('hosted'),
    locale: text('locale').$type<Locale>(),
    sessionId: text('session_id'),
    open: boolean('open').notNull().default(true),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('checkouts_one_open')
      .on(table.uid)
      .where(sql`${table.open}`),
  ],
)

// A contact message, due at `tryAt` until `mailedAt` is set. The digest of the day's words recognises repetitions.
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    /** The language of the form. */
    locale: text('locale').$type<Locale>(),
    digest: text('digest').notNull(),
    receivedAt: time('received_at').notNull().defaultNow(),
    mailedAt: time('mailed_at'),
    tryAt: time('try_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('contact_messages_digest').on(table.digest),
    index('contact_messages_mailed').on(table.mailedAt),
    index('contact_messages_unsent')
      .on(table.attempts, table.receivedAt)
      .where(sql`${table.mailedAt} is null`),
  ],
)

// Consent to renewal and the version of its words (`lib/contract/consent`). After account deletion it is kept without
// the uid, see `retention.ts`.
export const consents = pgTable(
  'consents',
  {
    id: text('checkout_id').primaryKey(),
    uid: text('uid'),
    kind: text('kind').notNull(),
    wordingVersion: text('wording_version').notNull(),
    /** The language of the page that led to the purchase. */
    language: text('language').$type<Locale>(),
    priceId: text('price_id').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id'),
    amount: integer('amount'),
    currency: text('currency'),
    interval: text('interval').$type<Interval>(),
    trialDays: integer('trial_days'),
    taxBehavior: text('tax_behavior'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('consents_uid').on(table.uid), index('consents_customer').on(table.provider, table.customerId)],
)

/** One line per change of a plan, in the same transaction. Kept like consents. */
export const planChanges = pgTable(
  'plan_changes',
  {
    store: text('store').$type<Store>().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull(),
    uid: text('uid'),
    customerId: text('customer_id'),
    kind: text('kind').notNull(),
    statusBefore: text('status_before').$type<PlanStatus>(),
    status: text('status').$type<PlanStatus>().notNull(),
    isUnSubscribed: boolean('is_unsubscribed').notNull(),
    access: boolean('access').notNull(),
    priceId: text('price_id'),
    amount: integer('amount'),
    currency: text('currency'),
    interval: text('interval').$type<Interval>(),
    currentPeriodEnd: time('current_period_end'),
    endsAt: time('ends_at'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.subscriptionId, table.stamp] }),
    index('plan_changes_uid').on(table.uid),
    index('plan_changes_customer').on(table.store, table.customerId),
  ],
)

// Plans to end and refund beside a kept one. Recorded first, so that another process can finish after a crash.
export const duplicates = pgTable(
  'duplicates',
  {
    store: text('store').$type<Provider>().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    uid: text('uid').notNull(),
    customerId: text('customer_id').notNull(),
    foundAt: time('found_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
    refundedAt: time('refunded_at'),
    /** In minor units; 0 if nothing is owed. */
    refunded: integer('refunded'),
    currency: text('currency'),
    /** `asked-back`: the user asked for the last charge back. */
    reason: text('reason').$type<EndReason | 'asked-back'>(),
    /** Only payments since then are refunded; null refunds all. */
    refundFrom: time('refund_from'),
  },
  (table) => [primaryKey({ columns: [table.store, table.subscriptionId] }), index('duplicates_uid').on(table.uid)],
)

/** Planned from the stored plan, and checked against the provider's state before sending. */
export const noticeKinds = [
  'trial-ending',
  'renewal',
  'pause-ending',
  'price-change',
  'payment-failed',
  'payment-reminder',
  'card-expires',
  'plan-ended',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** `ending`: the plan, not its trial, got an end date. `switched`: between monthly and yearly. `paid-back`: refunded. */
export const planEmailKinds = [
  'begun',
  'cancelled',
  'resumed',
  'ending',
  'paused',
  'switched',
  'paid-back',
  ...noticeKinds,
] as const
export type PlanEmailKind = (typeof planEmailKinds)[number]
export type ChangeEmailKind = Exclude<PlanEmailKind, 'paid-back' | NoticeKind>

// Emails about plans, written in the transaction of the change. Data exports name the table, so its name stays.
export const planEmails = pgTable(
  'letters',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    kind: text('kind').$type<PlanEmailKind>().notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    plan: text('plan'),
    createdAt: time('created_at').notNull().defaultNow(),
    mailedAt: time('mailed_at'),
    withheldAt: time('withheld_at'),
    tryAt: time('try_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('letters_uid').on(table.uid),
    index('letters_plan').on(table.plan),
    index('letters_unsent')
      .on(table.attempts, table.createdAt)
      .where(sql`${table.mailedAt} is null`),
  ],
)

// Facts that outlive the account, by keyed hash: a free trial began with a confirmed address or phone number, or one
// email (`ref`) was sent to an address before it was confirmed.
export const addressMarks = pgTable(
  'address_marks',
  {
    kind: text('kind').$type<'trial' | 'unconfirmed-letter'>().notNull(),
    hash: text('hash').notNull(),
    ref: text('ref'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hash] })],
)

export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

// `<name>`: start of the job's last complete run; `<name> lease`: its last start; `health`: last test write of the health
// check.
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  begunAt: time('begun_at').notNull(),
})

/** Not a job. */
export const healthRow = 'health'

/** Columns are named by the rate limiter. `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})
