/** Emails about plans. They never name the service's purpose, since others may see an inbox. Times are in UTC. */
import { day, dayAndHour, money } from '@/lib/contract/format'
import type { CurrentPlan, EndReason, Price, Provider } from '@/lib/contract/plan'
import { daysUntil, endingValues, lastCharges, planFacts, planTexts, providerName } from '@/lib/contract/plan-words'
import { isolate } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'
import type { ChangeEmailKind } from '@/lib/server/db/schema'
import {
  composeEmail,
  linkTo,
  type EmailContext,
  type EmailContent,
  type EmailDraft,
} from '@/lib/server/email/template'
import type { Refund } from './providers/provider'

export type EmailFacts = {
  plan: CurrentPlan
  startedAt: Date
  retryAt: Date | null
  cardExpires: string | null
  hadTrial: boolean
  /** For a change of price, by its receipt, if that is known. */
  charged?: Refund
  priceBefore?: Omit<Price, 'id'> | undefined
}

/** Without an action, an email leads to the plan on the profile. */
export type PlanDraft = Omit<EmailDraft, 'action'> & Partial<Pick<EmailDraft, 'action'>>

const site = siteName

export const profileLink = (context: EmailContext, label: string = context.t('seePlan')) => ({
  label,
  href: linkTo(context, paths.profile),
})

export const pricingLink = (context: EmailContext) => ({
  label: context.t('seePlans'),
  href: linkTo(context, paths.pricing),
})

export const providerOf = (provider: Provider, { locale }: EmailContext) => isolate(providerName[provider], locale)

/** What emails say about a plan. Unknown dates are empty. */
export function planWords({ plan, ...rest }: EmailFacts, context: EmailContext) {
  const { t, locale } = context
  const { status, store, trialEnd = null } = plan.subscription ?? {}
  const facts = planFacts(plan)
  const texts = planTexts(facts, context.plan, locale)
  const kind = texts.price ? (facts.isListPrice ? 'list' : 'known') : 'unknown'
  return {
    ...facts,
    ...rest,
    texts,
    status,
    provider: store === 'chargebee' ? ('chargebee' as const) : ('stripe' as const),
    isUnSubscribed: plan.isUnSubscribed,
    trialEnd: status === 'trialing' ? trialEnd : null,
    priceLine: t('planLine', { kind, plan: texts.name, price: texts.price ?? '' }),
    onDay: (date: string | null) => ({ date: day(date, locale) }),
    atHour: (date: Date | string | null) => ({ date: dayAndHour(date, locale) }),
  }
}

export type PlanWords = ReturnType<typeof planWords>

export function composePlanEmail(draft: PlanDraft, context: EmailContext): EmailContent {
  return composeEmail({ action: profileLink(context), ...draft }, context)
}

function chargeLines(
  { charge, texts, isListPrice, atHour }: PlanWords,
  which: 'first' | 'next',
  { t }: EmailContext,
): string[] {
  const { date } = atHour(charge.at)
  const { amount } = texts
  if (date && amount) return [t(which === 'first' ? 'charge.firstAmount' : 'charge.nextAmount', { date, amount })]
  if (!isListPrice) return []
  return [...(date ? [t(which === 'first' ? 'charge.first' : 'charge.next', { date })] : []), t('amountHint')]
}

function renewalLine({ lastDay, onDay }: PlanWords, { t }: EmailContext, isShort = false): string {
  if (!lastDay) return t(isShort ? 'renews.always' : 'renews.alwaysClicks')
  return t(isShort ? 'renews.until' : 'renews.untilClicks', onDay(lastDay))
}

const openPaymentLines = ({ payment }: PlanWords, { t, plan }: EmailContext) =>
  payment ? [`${plan(`payment.${payment}`)} ${t('openPayment')}`] : []

const openInvoiceLines = ({ payment, hasOpenInvoice }: PlanWords, { plan }: EmailContext) =>
  hasOpenInvoice && !payment ? [plan('openInvoice')] : []

const paymentLines = (words: PlanWords, context: EmailContext) => [
  ...openPaymentLines(words, context),
  ...openInvoiceLines(words, context),
  ...chargeLines(words, 'next', context),
]

/** Leaves out the time of cancelling, which we may have learned late. */
function cancelledEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t, plan } = context
  const { payment, periodEnd, priceLine, hasOpenInvoice, atHour } = words
  const charges = plan(`charges.${lastCharges(words)}`)
  const kept = t('cancelled.keep', endingValues(words, atHour(periodEnd).date))
  return {
    subject: t('cancelled.subject', { site }),
    preheader: charges,
    lines: [
      t('cancelled.first'),
      '',
      priceLine,
      payment ? `${kept} ${plan(`earlyEnd.${payment}`)}` : kept,
      charges,
      '',
      t('cancelled.resume'),
      t('cancelled.notCharged', { openInvoice: hasOpenInvoice ? 'yes' : 'no' }),
    ],
  }
}

function endingEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t } = context
  const { lastDay, priceLine, onDay, atHour } = words
  return {
    subject: t('ending.subject', { site, ...onDay(lastDay) }),
    preheader: t('ending.preheader'),
    lines: [
      t('ending.first'),
      '',
      priceLine,
      t('ending.ends', atHour(lastDay)),
      ...paymentLines(words, context),
      '',
      t('ending.how'),
    ],
  }
}

function resumedEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t } = context
  const first = t('resumed.first')
  return {
    subject: t('resumed.subject', { site }),
    preheader: first,
    lines: [first, '', words.priceLine, ...paymentLines(words, context), renewalLine(words, context)],
  }
}

function pausedEmail({ periodEnd, pausedUntil, priceLine, onDay, atHour }: PlanWords, { t }: EmailContext): PlanDraft {
  return {
    subject: t('paused.subject', { site, ...onDay(periodEnd) }),
    preheader: t('paused.preheader', onDay(pausedUntil)),
    lines: [
      t('paused.first', atHour(periodEnd)),
      '',
      priceLine,
      t('paused.until', atHour(pausedUntil)),
      t('paused.during'),
      t('paused.then'),
      '',
      t('paused.how'),
    ],
  }
}

function switchedLine({ trialEnd, charged, atHour }: PlanWords, { t, locale }: EmailContext): string {
  if (trialEnd) return t('switched.trial', atHour(trialEnd))
  if (charged === undefined) return t('switched.unknown')
  return charged && charged.amount > 0
    ? t('switched.charged', { amount: money(charged.amount, charged.currency, locale) })
    : t('switched.nothing')
}

/** After a change between monthly and yearly. */
function switchedEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t } = context
  const { priceLine, trialEnd } = words
  return {
    subject: t('switched.subject', { site }),
    preheader: priceLine,
    lines: [
      t('switched.first'),
      '',
      priceLine,
      switchedLine(words, context),
      ...chargeLines(words, trialEnd ? 'first' : 'next', context),
      renewalLine(words, context),
    ],
  }
}

function begunLines(words: PlanWords, context: EmailContext): string[] {
  const { t } = context
  const { trialEnd, startedAt, isListPrice, payment, texts, atHour } = words
  if (trialEnd) {
    // The whole length stays true if the email is sent late.
    const trial = t('begun.trial', { days: daysUntil(trialEnd, startedAt), ...atHour(trialEnd) })
    return [isListPrice ? trial : `${trial} ${t('begun.freeUntilThen')}`, ...chargeLines(words, 'first', context)]
  }
  if (payment) return openPaymentLines(words, context)
  const { amount } = texts
  const dueLines = openInvoiceLines(words, context)
  const isCharged = amount && !isListPrice && dueLines.length === 0
  return [...(isCharged ? [t('begun.firstPayment', { amount })] : dueLines), ...chargeLines(words, 'next', context)]
}

function begunEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t, firstWeek, app, locale } = context
  const addressOf = (path: string) => ({ address: isolate(linkTo(context, path), locale) })
  return {
    subject: t('begun.subject', { site }),
    preheader: t('begun.preheader'),
    lines: [
      t('begun.first'),
      '',
      words.priceLine,
      ...begunLines(words, context),
      renewalLine(words, context, true),
      t('begun.cancel'),
      t('begun.find', addressOf(paths.profile)),
      '',
      t('begun.steps'),
      t('begun.step1'),
      t('begun.step2', addressOf(paths.sessions)),
      t('begun.step3', addressOf(paths.toolCall)),
      t('begun.nothingToday'),
      ...(firstWeek ? ['', t('begun.firstWeek', { text: firstWeek })] : []),
    ],
    ...(!words.payment && { action: { label: t('begun.getApp'), href: app } }),
  }
}

const drafts: Record<ChangeEmailKind, (words: PlanWords, context: EmailContext) => PlanDraft> = {
  begun: begunEmail,
  cancelled: cancelledEmail,
  resumed: resumedEmail,
  ending: endingEmail,
  paused: pausedEmail,
  switched: switchedEmail,
}

export const changeEmail = (kind: ChangeEmailKind, facts: EmailFacts, context: EmailContext): EmailContent =>
  composePlanEmail(drafts[kind](planWords(facts, context), context), context)

/** About a plan that was ended and perhaps refunded. `gave-way`: a stopped or overdue one, for the running one. */
export function endedPlanEmail(
  reason: EndReason | 'asked-back',
  { provider, refund }: { provider: Provider; refund: Refund },
  context: EmailContext,
): EmailContent {
  const { t, locale } = context
  const through = { provider: providerOf(provider, context) }
  const refunded = refund && t('refundLine', { ...through, amount: money(refund.amount, refund.currency, locale) })
  const endedDrafts: Record<typeof reason, PlanDraft> = {
    'second-plan': {
      subject: t('refund.subject', { site }),
      preheader: t('refund.preheader'),
      lines: [t('refund.first'), refunded ?? t('refund.nothing'), t('refund.others')],
    },
    'asked-back': {
      subject: t('askedBack.subject', { site }),
      preheader: refunded ?? t('askedBack.preheader'),
      lines: [t('askedBack.first'), refunded ?? t('refund.nothing'), t('askedBack.keep'), '', t('askedBack.comeBack')],
    },
    'gave-way': {
      subject: t('replaced.subject', { site }),
      preheader: t('replaced.preheader'),
      lines: [
        t('replaced.first', through),
        t('replaced.ended'),
        t('replaced.notCharged'),
        refunded ?? t('replaced.notRefunded'),
        t('replaced.active'),
      ],
    },
    'second-trial': {
      subject: t('secondTrial.subject'),
      preheader: t('secondTrial.preheader'),
      lines: [t('secondTrial.why'), t('secondTrial.ended', through), t('secondTrial.choose')],
      action: pricingLink(context),
    },
  }
  return composePlanEmail(endedDrafts[reason], context)
}
