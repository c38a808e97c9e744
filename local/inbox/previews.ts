/** Every email of the product with sample data. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslator, type Messages } from 'next-intl'
import type { CurrentPlan } from '@/lib/contract/plan'
import type { Locale } from '@/lib/locales'
import { changeEmail, endedPlanEmail, type EmailFacts } from '@/lib/server/billing/email-texts'
import { noticeEmail } from '@/lib/server/billing/notice-texts'
import type { ChangeEmailKind, NoticeKind } from '@/lib/server/db/schema'
import { contactDigest, contactEmail } from '@/lib/server/contact/contact-texts'
import { emailFor, emailTexts } from './identity-mail'

type Preview = { when: string; subject: string; text: string; html?: string }

const startedAt = new Date('2026-11-22T09:00:00Z')
const trialEnd = '2026-11-29T09:00:00.000Z'
const periodEnd = '2026-12-29T09:00:00.000Z'

const subscription = {
  id: 'sub_sample',
  store: 'stripe',
  status: 'active',
  currentPeriodEnd: periodEnd,
  trialEnd: null,
  price: { id: 'price_sample', amount: 1900, currency: 'USD', interval: 'month' },
  nextCharge: { at: periodEnd, amount: 1900, currency: 'USD' },
} satisfies CurrentPlan['subscription']

type Change = Partial<NonNullable<CurrentPlan['subscription']>>

const planWith = (change: Change = {}, isUnSubscribed = false): CurrentPlan => ({
  productIdentifier: 'sample',
  isUnSubscribed,
  subscription: { ...subscription, ...change },
})

const trial: Change = {
  status: 'trialing',
  currentPeriodEnd: trialEnd,
  trialEnd,
  nextCharge: { at: trialEnd, amount: 1900, currency: 'USD' },
}

const message = {
  id: 'sample',
  digest: 'sample',
  locale: null,
  name: 'Ada',
  email: 'ada@people.example',
  message: 'Hello! Can I use the app on two phones?',
  receivedAt: startedAt,
  mailedAt: null,
  tryAt: startedAt,
  attempts: 0,
}

type NoticeSample = [when: string, kind: NoticeKind, plan: CurrentPlan, more?: Partial<EmailFacts>]

const yearly: Change = {
  price: { id: 'price_sample', amount: 18000, currency: 'USD', interval: 'year' },
  nextCharge: { at: periodEnd, amount: 18000, currency: 'USD' },
}
const pastDue: Change = { status: 'past_due', openInvoice: true }
const retryAt = new Date('2026-12-02T09:00:00Z')
const priceBefore = { amount: 1500, currency: 'USD', interval: 'month' } as const
const ended = planWith({ status: 'canceled', nextCharge: null }, true)

const notices: NoticeSample[] = [
  ['Three days before a trial ends', 'trial-ending', planWith(trial)],
  ['Before a yearly plan renews', 'renewal', planWith(yearly)],
  ['Before a pause ends', 'pause-ending', planWith({ status: 'paused', pausedUntil: periodEnd })],
  ['When the price has changed', 'price-change', planWith(), { priceBefore }],
  ['When a payment has failed', 'payment-failed', planWith(pastDue), { retryAt }],
  ['Before access ends for a failed payment', 'payment-reminder', planWith(pastDue), { retryAt }],
  ['Before a card expires', 'card-expires', planWith(), { cardExpires: '2026-12' }],
  ['When a plan has ended', 'plan-ended', ended],
  ['When a plan has stopped for a failed payment', 'plan-ended', planWith({ status: 'unpaid' })],
]

/** The stand-ins run outside of React's server build, which `lib/i18n` needs. */
function words<Name extends 'emails' | 'plan'>(locale: Locale, namespace: Name) {
  const file = join(import.meta.dirname, `../../messages/${locale}/${namespace}.json`)
  const messages = { [namespace]: JSON.parse(readFileSync(file, 'utf8')) as unknown } as unknown as Messages
  return createTranslator<Messages, Name>({ locale, namespace, messages, timeZone: 'UTC' })
}

function planPreviews(origin: string, locale: Locale): Preview[] {
  const [t, planTranslator] = [words(locale, 'emails'), words(locale, 'plan')]
  const addresses = { origin, mail: 'hello@unhurried.example', app: 'https://app.unhurried.example' }
  const context = { ...addresses, locale, t, plan: planTranslator }
  const facts = { startedAt, retryAt: null, cardExpires: null, hadTrial: true }
  const about = (kind: ChangeEmailKind, plan: CurrentPlan) => changeEmail(kind, { plan, ...facts }, context)
  const refunded = { provider: 'stripe', refund: { amount: 1900, currency: 'USD' } } as const
  const notRefunded = { provider: 'stripe', refund: null } as const
  return [
    { when: 'After a trial has started', ...about('begun', planWith(trial)) },
    { when: 'After a plan without a trial has started', ...about('begun', planWith()) },
    { when: 'After cancelling', ...about('cancelled', planWith({ nextCharge: null }, true)) },
    { when: 'After resuming', ...about('resumed', planWith()) },
    { when: 'After a plan got an end date', ...about('ending', planWith({ endsAt: '2027-02-28T09:00:00.000Z' })) },
    { when: 'After pausing', ...about('paused', planWith({ pausedUntil: '2027-01-29T09:00:00.000Z' })) },
    { when: 'After a change to yearly', ...about('switched', planWith(yearly)) },
    ...notices.map(([when, kind, plan, more]) => ({
      when,
      ...noticeEmail(kind, { plan, ...facts, ...more }, context),
    })),
    { when: 'After “Cancel and refund”', ...endedPlanEmail('asked-back', refunded, context) },
    { when: 'After ending a second plan', ...endedPlanEmail('second-plan', refunded, context) },
    { when: 'After ending a stopped plan beside a running one', ...endedPlanEmail('gave-way', notRefunded, context) },
    { when: 'After ending a second free trial', ...endedPlanEmail('second-trial', notRefunded, context) },
  ]
}

const identityPreviews = (origin: string): Preview[] =>
  Object.keys(emailTexts).map((requestType) => {
    const oobLink = 'http://localhost/?mode=action&oobCode=sample'
    const code = { email: 'ada@people.example', newEmail: 'ada@new.example', oobCode: 'sample', oobLink, requestType }
    const { subject, text } = emailFor(code, origin)
    return { when: `From the identity service: ${requestType}`, subject, text }
  })

export const previews = (origin: string, locale: Locale): Preview[] => [
  ...planPreviews(origin, locale),
  ...identityPreviews(origin),
  { when: 'To the team, about a contact message', ...contactEmail(message, origin) },
  { when: 'To the team, about many contact messages', ...contactDigest([message, message], origin) },
]
