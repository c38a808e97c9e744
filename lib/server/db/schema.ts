import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
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
import type { EndReason, Interval, PlanStatus, Provider, Store } from '@/lib/contract/plan'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A person, keyed by the identity provider's uid. */
export const users = pgTable('users', {
  uid: text('uid').primaryKey(),
  name: text('name'),
  username: text('username'),
  email: text('email'),
  /** Whether the identity service has confirmed that the address is theirs. */
  emailVerified: boolean('email_verified').notNull().default(false),
  providerId: text('provider_id').notNull(),
  phone: text('phone'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Tokens of a deleted account that were issued before `deletedAt` are refused, though not yet expired. */
export const deletedUsers = pgTable('deleted_users', {
  uid: text('uid').primaryKey(),
  deletedAt: time('deleted_at').notNull().defaultNow(),
})

/**
 * Customers of deleted accounts, by the provider's own number alone: a page that was still open there
 * may be paid later, and what comes of it must be ended.
 */
export const deletedCustomers = pgTable(
  'deleted_customers',
  {
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id').notNull(),
    deletedAt: time('deleted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customerId] })],
)

/** Which customer of a provider a person is: one for each provider, made once. */
export const customers = pgTable(
  'customers',
  {
    uid: text('uid').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id').notNull(),
    /** How many customers there were before this one: it grows when the provider no longer knows one. */
    generation: integer('generation').notNull().default(0),
    /** The address that the provider was told last; null where there was none, or nobody noted it. */
    email: text('email'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.provider] }),
    uniqueIndex('customers_provider_id').on(table.provider, table.customerId),
  ],
)

/**
 * What a provider last said of a subscription. Only `billing/sync.ts` writes it.
 * `stamp` is drawn from `sync_stamp` before the provider is asked: an answer to an older question
 * never overwrites the answer to a newer one.
 */
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
    /** It has an invoice that is neither paid nor closed. */
    openInvoice: boolean('open_invoice').notNull().default(false),
    /** When it ends, if an end is set; after `currentPeriodEnd` it renews until then. */
    endsAt: time('ends_at'),
    /** Whether another charge may come; null in rows from before this was asked for. */
    charges: boolean('charges'),
    nextChargeAt: time('next_charge_at'),
    nextChargeAmount: integer('next_charge_amount'),
    nextChargeCurrency: text('next_charge_currency'),
    /** A charge may differ from the price. */
    adjusted: boolean('adjusted').notNull().default(false),
    startedAt: time('started_at').notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull(),
    /** Drawn from the same sequence as the row is written: a question that was begun before it may have an older answer. */
    written: bigint('written', { mode: 'number' }).notNull().default(0),
    /** When we first heard of it: providers tell times in whole seconds. */
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

/**
 * One purchase that a person has begun. Its id is the idempotency key at the provider, so that a
 * second click, a second tab or a retry after a time-out arrives at the same provider session.
 */
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
    /** `hosted`, the provider's own page, or `embedded`, inside ours. */
    ui: text('ui').$type<CheckoutUi>().notNull().default('hosted'),
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

/**
 * A message of the contact form, and at the same time a letter to be sent: until `mailedAt` is set it is
 * due at `tryAt`, which whoever sends it moves ahead, so that no two processes send the same one. The
 * digest of a day's words keeps a second press from becoming a second message.
 */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
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

/**
 * A press on `Pay …` or on `Resume plan`: consent to renewal, with the version of the words beside the
 * button (`lib/contract/consent`) and what they named. It outlives the account without its uid, by the
 * provider's customer number alone, for as long as `retention.ts` says.
 */
export const consents = pgTable(
  'consents',
  {
    /** The checkout's id, for the first press; of other words shown later, and of a resumption, one of its own. */
    id: text('checkout_id').primaryKey(),
    uid: text('uid'),
    kind: text('kind').notNull(),
    wordingVersion: text('wording_version').notNull(),
    priceId: text('price_id').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    customerId: text('customer_id'),
    amount: integer('amount'),
    currency: text('currency'),
    interval: text('interval').$type<Interval>(),
    trialDays: integer('trial_days'),
    /** What the provider said of tax, where it could be asked. */
    taxBehavior: text('tax_behavior'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('consents_uid').on(table.uid), index('consents_customer').on(table.provider, table.customerId)],
)

/**
 * One line for each change of a plan that `billing/sync.ts` has written, in the same step as the change:
 * what it was and what it is. It outlives the account as a consent does.
 */
export const planChanges = pgTable(
  'plan_changes',
  {
    store: text('store').$type<Store>().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /** Of the answer that told of the change. */
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

/**
 * A plan that one person should not have beside another: paid for at the same time, a second trial, or one that had
 * stopped before the other was bought. It is noted before it is ended, so that a process that dies in between leaves
 * word that it must still be ended and paid back. The row's id is part of the provider's idempotency key.
 */
export const duplicates = pgTable(
  'duplicates',
  {
    store: text('store').$type<Provider>().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    uid: text('uid').notNull(),
    customerId: text('customer_id').notNull(),
    foundAt: time('found_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
    /** When nothing was left to do: neither to be paid back nor to be collected. */
    refundedAt: time('refunded_at'),
    /** What was paid back, in the currency's minor unit: 0 from the first where nothing is owed. */
    refunded: integer('refunded'),
    currency: text('currency'),
    /** Missing in what an earlier version has written. */
    reason: text('reason').$type<EndReason>(),
  },
  (table) => [primaryKey({ columns: [table.store, table.subscriptionId] }), index('duplicates_uid').on(table.uid)],
)

/**
 * A letter to a person about their plan, and the outbox of it: written in the same step as the change
 * that it tells of, and due at `tryAt` until `mailedAt` is set.
 */
export const letters = pgTable(
  'letters',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    kind: text('kind').$type<'begun' | 'cancelled' | 'resumed' | 'ending' | 'paid-back'>().notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** The plan that it is about: its store and its id there. Missing in what an earlier version has written. */
    plan: text('plan'),
    createdAt: time('created_at').notNull().defaultNow(),
    mailedAt: time('mailed_at'),
    /** When it was decided not to send it: it was outdated, or the address is not confirmed. */
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

/**
 * What is remembered of an e-mail address beyond the account, as a keyed hash alone: that a free trial was begun with
 * it, or that one letter went to it while nobody had confirmed it. `ref` is that letter.
 */
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

/** Keys that a database without `HASH_SECRET` makes up for itself, once for all of its processes. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/**
 * Jobs that one process does for all. Under a job's name stands from when on its time runs: when it was last begun
 * of those times that it was ended, or earlier where a part of it failed; under `<name> lease` when whoever is at it
 * last gave a sign of life, and under `events <provider>` until when lost messages have been made good.
 */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  begunAt: time('begun_at').notNull(),
})

/**
 * What the limiter counts, where several processes share it; the names and types are the limiter's own. `expire`
 * is in milliseconds since 1970. It stands here so that processes that start together do not each make it.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/**
 * Files of builds that were served lately, by their path under `/_next/static/`: a tab that was opened before a
 * deploy, or on another process during one, still finds its own. The names carry a digest of what is in them.
 */
export const buildFiles = pgTable('build_files', {
  path: text('path').primaryKey(),
  body: bytes('body').notNull(),
  /** When a process that has this file in its build last said so. */
  keptAt: time('kept_at').notNull().defaultNow(),
})
