/** Emails about plans. They never name the service's purpose, since others may see an inbox. Times are in UTC. */
import { day, dayAndHour, money } from '@/lib/contract/format'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import {
  daysUntil,
  endingValues,
  lastCharges,
  planFacts,
  planTexts,
  providerName,
  type PlanFacts,
} from '@/lib/contract/plan-words'
import { isolate } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'
import {
  composeEmail,
  linkTo,
  type EmailContext,
  type EmailContent,
  type EmailDraft,
} from '@/lib/server/email/template'
import type { ChangeEmailKind } from './plan'
import type { Refund } from './providers/provider'

/** `charged`: for a change of price, by its receipt, if that is known. */
type Started = { plan: CurrentPlan; startedAt: Date; charged?: Refund }

export type PlanWords = PlanFacts & { texts: ReturnType<typeof planTexts> }

type Plan = PlanWords & Omit<Started, 'plan'> & { trialEnd: string | null }

const site = siteName

export function planWords(plan: CurrentPlan, context: EmailContext): PlanWords {
  const facts = planFacts(plan)
  return { ...facts, texts: planTexts(facts, context.plan, context.locale) }
}

const seePlan = (context: EmailContext) => ({
  label: context.t('seePlan'),
  href: linkTo(context, paths.profile),
})

export const seePlans = (context: EmailContext) => ({
  label: context.t('seePlans'),
  href: linkTo(context, paths.pricing),
})

export const priceLine = ({ texts, isListPrice }: PlanWords, { t }: EmailContext) =>
  t('planLine', {
    kind: texts.price ? (isListPrice ? 'list' : 'known') : 'unknown',
    plan: texts.name,
    price: texts.price ?? '',
  })

function chargeLines(
  { charge, texts, isListPrice }: Plan,
  which: 'first' | 'next',
  { t, locale }: EmailContext,
): string[] {
  const date = dayAndHour(charge.at, locale)
  const { amount } = texts
  if (date && amount) return [t(which === 'first' ? 'charge.firstAmount' : 'charge.nextAmount', { date, amount })]
  if (!isListPrice) return []
  return [...(date ? [t(which === 'first' ? 'charge.first' : 'charge.next', { date })] : []), t('amountHint')]
}

function renewalLine({ lastDay }: Plan, { t, locale }: EmailContext, isShort = false): string {
  if (!lastDay) return t(isShort ? 'renews.always' : 'renews.alwaysClicks')
  return t(isShort ? 'renews.until' : 'renews.untilClicks', { date: day(lastDay, locale) })
}

const openPaymentLines = ({ payment }: Plan, { t, plan }: EmailContext) =>
  payment ? [`${plan(`payment.${payment}`)} ${t('openPayment')}`] : []

const openInvoiceLines = ({ payment, hasOpenInvoice }: Plan, { plan }: EmailContext) =>
  hasOpenInvoice && !payment ? [plan('openInvoice')] : []

const paymentLines = (plan: Plan, context: EmailContext) => [
  ...openPaymentLines(plan, context),
  ...openInvoiceLines(plan, context),
  ...chargeLines(plan, 'next', context),
]

/** Leaves out the time of cancelling, which we may have learned late. */
function cancelledEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t, locale, plan: words } = context
  const { payment } = plan
  const charges = words(`charges.${lastCharges(plan)}`)
  const kept = t('cancelled.keep', endingValues(plan, dayAndHour(plan.periodEnd, locale)))
  return {
    subject: t('cancelled.subject', { site }),
    preheader: charges,
    lines: [
      t('cancelled.first'),
      '',
      priceLine(plan, context),
      payment ? `${kept} ${words(`earlyEnd.${payment}`)}` : kept,
      charges,
      '',
      t('cancelled.resume'),
      t('cancelled.notCharged', { openInvoice: plan.hasOpenInvoice ? 'yes' : 'no' }),
    ],
    action: seePlan(context),
  }
}

function endingEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t, locale } = context
  return {
    subject: t('ending.subject', { site, date: day(plan.lastDay, locale) }),
    preheader: t('ending.preheader'),
    lines: [
      t('ending.first'),
      '',
      priceLine(plan, context),
      t('ending.ends', { date: dayAndHour(plan.lastDay, locale) }),
      ...paymentLines(plan, context),
      '',
      t('ending.how'),
    ],
    action: seePlan(context),
  }
}

function resumedEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t } = context
  return {
    subject: t('resumed.subject', { site }),
    preheader: t('resumed.first'),
    lines: [
      t('resumed.first'),
      '',
      priceLine(plan, context),
      ...paymentLines(plan, context),
      renewalLine(plan, context),
    ],
    action: seePlan(context),
  }
}

function pausedEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t, locale } = context
  return {
    subject: t('paused.subject', { site, date: day(plan.periodEnd, locale) }),
    preheader: t('paused.preheader', { date: day(plan.pausedUntil, locale) }),
    lines: [
      t('paused.first', { date: dayAndHour(plan.periodEnd, locale) }),
      '',
      priceLine(plan, context),
      t('paused.until', { date: dayAndHour(plan.pausedUntil, locale) }),
      t('paused.during'),
      t('paused.then'),
      '',
      t('paused.how'),
    ],
    action: seePlan(context),
  }
}

function switchedLine({ trialEnd, charged }: Plan, { t, locale }: EmailContext): string {
  if (trialEnd) return t('switched.trial', { date: dayAndHour(trialEnd, locale) })
  if (charged === undefined) return t('switched.unknown')
  return charged && charged.amount > 0
    ? t('switched.charged', { amount: money(charged.amount, charged.currency, locale) })
    : t('switched.nothing')
}

/** After a change between monthly and yearly. */
function switchedEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t } = context
  return {
    subject: t('switched.subject', { site }),
    preheader: priceLine(plan, context),
    lines: [
      t('switched.first'),
      '',
      priceLine(plan, context),
      switchedLine(plan, context),
      ...chargeLines(plan, plan.trialEnd ? 'first' : 'next', context),
      renewalLine(plan, context),
    ],
    action: seePlan(context),
  }
}

function begunLines(plan: Plan, context: EmailContext): string[] {
  const { t, locale } = context
  const date = dayAndHour(plan.trialEnd, locale)
  if (date) {
    // The whole length stays true if the email is sent late.
    const trial = t('begun.trial', { days: daysUntil(plan.trialEnd, plan.startedAt), date })
    return [plan.isListPrice ? trial : `${trial} ${t('begun.freeUntilThen')}`, ...chargeLines(plan, 'first', context)]
  }
  if (plan.payment) return openPaymentLines(plan, context)
  const { amount } = plan.texts
  const dueLines = openInvoiceLines(plan, context)
  const isCharged = amount && !plan.isListPrice && dueLines.length === 0
  return [...(isCharged ? [t('begun.firstPayment', { amount })] : dueLines), ...chargeLines(plan, 'next', context)]
}

const addressOf = (context: EmailContext, path: string) => ({ address: isolate(linkTo(context, path), context.locale) })

function firstSteps(context: EmailContext): string[] {
  const { t, firstWeek } = context
  return [
    t('begun.steps'),
    t('begun.step1'),
    t('begun.step2', addressOf(context, paths.sessions)),
    t('begun.step3', addressOf(context, paths.toolCall)),
    t('begun.nothingToday'),
    ...(firstWeek ? ['', t('begun.firstWeek', { text: firstWeek })] : []),
  ]
}

function begunEmail(plan: Plan, context: EmailContext): EmailDraft {
  const { t } = context
  return {
    subject: t('begun.subject', { site }),
    preheader: t('begun.preheader'),
    lines: [
      t('begun.first'),
      '',
      priceLine(plan, context),
      ...begunLines(plan, context),
      renewalLine(plan, context, true),
      t('begun.cancel'),
      t('begun.find', addressOf(context, paths.profile)),
      '',
      ...firstSteps(context),
    ],
    action: plan.payment ? seePlan(context) : { label: t('begun.getApp'), href: context.app },
  }
}

const drafts: Record<ChangeEmailKind, (plan: Plan, context: EmailContext) => EmailDraft> = {
  begun: begunEmail,
  cancelled: cancelledEmail,
  resumed: resumedEmail,
  ending: endingEmail,
  paused: pausedEmail,
  switched: switchedEmail,
}

export function planEmail(kind: ChangeEmailKind, { plan, ...rest }: Started, context: EmailContext): EmailContent {
  const { status, trialEnd = null } = plan.subscription ?? {}
  const words = planWords(plan, context)
  const draft = drafts[kind]({ ...words, trialEnd: status === 'trialing' ? trialEnd : null, ...rest }, context)
  return composeEmail(draft, context)
}

export const providerOf = (provider: Provider, { locale }: EmailContext) => isolate(providerName[provider], locale)

function refundLine(provider: Provider, { amount, currency }: NonNullable<Refund>, context: EmailContext): string {
  const { t, locale } = context
  return t('refundLine', { provider: providerOf(provider, context), amount: money(amount, currency, locale) })
}

export function refundEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const { t } = context
  const lines = [
    t('refund.first'),
    refund ? refundLine(provider, refund, context) : t('refund.nothing'),
    t('refund.others'),
  ]
  const draft = { subject: t('refund.subject', { site }), preheader: t('refund.preheader'), lines }
  return composeEmail({ ...draft, action: seePlan(context) }, context)
}

/** After “Cancel and refund”. */
export function askedBackEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const { t } = context
  const refunded = refund && refundLine(provider, refund, context)
  const lines = [
    t('askedBack.first'),
    refunded ?? t('refund.nothing'),
    t('askedBack.keep'),
    '',
    t('askedBack.comeBack'),
  ]
  const draft = { subject: t('askedBack.subject', { site }), preheader: refunded ?? t('askedBack.preheader'), lines }
  return composeEmail({ ...draft, action: seePlan(context) }, context)
}

/** About a stopped or overdue plan that was ended for the running one. */
export function replacedPlanEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const { t } = context
  const lines = [
    t('replaced.first', { provider: providerOf(provider, context) }),
    t('replaced.ended'),
    t('replaced.notCharged'),
    refund ? refundLine(provider, refund, context) : t('replaced.notRefunded'),
    t('replaced.active'),
  ]
  const draft = { subject: t('replaced.subject', { site }), preheader: t('replaced.preheader'), lines }
  return composeEmail({ ...draft, action: seePlan(context) }, context)
}

export function secondTrialEmail(provider: Provider, context: EmailContext): EmailContent {
  const { t } = context
  const lines = [
    t('secondTrial.why'),
    t('secondTrial.ended', { provider: providerOf(provider, context) }),
    t('secondTrial.choose'),
  ]
  const draft = { subject: t('secondTrial.subject'), preheader: t('secondTrial.preheader'), lines }
  return composeEmail({ ...draft, action: seePlans(context) }, context)
}
