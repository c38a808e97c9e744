/** Stored rows and provider states for tests, with defaults for what a test does not care about. */
import { translatorOf } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/locales'
import type { SubscriptionRow } from '@/lib/server/billing/plan'
import type { ProviderSubscription } from '@/lib/server/billing/providers/provider'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import type { EmailContext } from '@/lib/server/email/template'

export const storeUser = async (uid: string, email: string | null = `${uid}@people.example`) =>
  (await database()).insert(users).values({ uid, email, providerId: 'password' })

/** A running plan as a provider reports it. */
export const providerSubscription = (change: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  productIdentifier: 'plan',
  price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' },
  status: 'active',
  isUnSubscribed: false,
  access: true,
  currentPeriodEnd: new Date('2027-01-01'),
  endsAt: null,
  trialEnd: null,
  openInvoice: false,
  paymentIssue: null,
  retryAt: null,
  pausedUntil: null,
  cardExpires: null,
  neverBegan: null,
  nextCharge: { at: new Date('2027-01-01'), amount: 1900, currency: 'USD' },
  adjusted: false,
  startedAt: new Date('2026-11-01'),
  ...change,
})

/** A running plan as it is stored. */
export const subscriptionRow = (change: Partial<SubscriptionRow> = {}): SubscriptionRow => ({
  store: 'stripe',
  id: 'sub_1',
  uid: 'ada',
  customerId: 'cus_1',
  productIdentifier: null,
  priceId: null,
  amount: null,
  currency: null,
  interval: null,
  status: 'active',
  isUnSubscribed: false,
  access: true,
  currentPeriodEnd: null,
  trialEnd: null,
  openInvoice: false,
  paymentIssue: null,
  retryAt: null,
  pausedUntil: null,
  cardExpires: null,
  neverBegan: null,
  endsAt: null,
  charges: null,
  nextChargeAt: null,
  nextChargeAmount: null,
  nextChargeCurrency: null,
  adjusted: false,
  startedAt: new Date('2026-11-01'),
  stamp: 1,
  written: 2,
  seenAt: new Date('2026-11-01'),
  updatedAt: new Date('2026-11-01'),
  ...change,
})

/** What every email to a user needs. */
export const emailContextIn = async (locale: Locale): Promise<EmailContext> => ({
  origin: 'https://unhurried.example',
  mail: 'hello@unhurried.example',
  app: 'https://app.unhurried.example',
  locale,
  t: await translatorOf(locale, 'emails'),
  plan: await translatorOf(locale, 'plan'),
})

export const emailSender = await emailContextIn('en')
