/** Emails about plans. They never name the service's purpose, since others may see an inbox. Times are in UTC. */
import { day, dayAndHour, money } from '@/lib/contract/format'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import {
  endingWords,
  openInvoiceNote,
  paymentSentence,
  planFacts,
  type PlanFacts,
  daysUntil,
  providerName,
} from '@/lib/contract/plan-words'
import { paths, siteName } from '@/lib/site'
import { composeEmail, type EmailContext, type EmailContent } from '@/lib/server/email/template'
import type { ChangeEmailKind } from './plan'
import type { Refund } from './providers/provider'

/** `charged`: for a change of price, by its receipt, if that is known. */
type Started = { plan: CurrentPlan; startedAt: Date; charged?: Refund }

type Plan = PlanFacts & Omit<Started, 'plan'> & { trialEnd: string | null }

const seePlan = ({ origin }: EmailContext) => ({
  label: 'See your plan on your profile',
  href: origin + paths.profile,
})

export const priceLine = ({ name, price, isListPrice }: PlanFacts) =>
  price ? `Plan: ${name}, ${isListPrice ? `list price ${price}` : price}` : 'Plan: the one you chose'

export const amountHint = 'Your receipts and the payment provider’s page show the amount. Your profile links to both.'

function chargeLines({ charge, isListPrice }: Plan, label: 'First charge' | 'Next charge'): string[] {
  const date = dayAndHour(charge.at)
  if (date && charge.amount) return [`${label}: ${date}, ${charge.amount}.`]
  if (!isListPrice) return []
  return [...(date ? [`${label}: ${date}.`] : []), amountHint]
}

const renewalLine = ({ lastDay }: Plan, suffix = '') =>
  lastDay
    ? `It renews automatically until it ends on ${day(lastDay)}, unless you cancel sooner${suffix}.`
    : `It renews automatically until you cancel${suffix}.`

const openPaymentLines = ({ payment }: Plan) =>
  payment ? [`${paymentSentence[payment]} Your profile links to the open invoice.`] : []

const openInvoiceLines = ({ payment, hasOpenInvoice }: Plan) => (hasOpenInvoice && !payment ? [openInvoiceNote] : [])

const paymentLines = (plan: Plan) => [
  ...openPaymentLines(plan),
  ...openInvoiceLines(plan),
  ...chargeLines(plan, 'Next charge'),
]

/** Leaves out the time of cancelling, which we may have learned late. */
function cancelledEmail(plan: Plan, context: EmailContext): EmailContent {
  const { until, earlyEndNote, charges, chargeException } = endingWords(plan, dayAndHour(plan.periodEnd))
  const keptAccess = plan.isSettled ? 'everything until the end of the time you’ve paid for' : 'your plan for now'
  const lines = [
    'Your plan is cancelled.',
    '',
    priceLine(plan),
    `You keep ${until ? `everything in your plan${until}` : keptAccess}.${earlyEndNote}`,
    charges,
    '',
    'If you change your mind before it ends, press “Resume plan” on your profile.',
    `You will not be charged straight away${chargeException}.`,
  ]
  const subject = `Your ${siteName} plan is cancelled`
  return composeEmail({ subject, preheader: charges, lines, action: seePlan(context) }, context)
}

function endingEmail(plan: Plan, context: EmailContext): EmailContent {
  const lines = [
    'Your plan now has an end date. Until then, it renews and you’re charged as before.',
    '',
    priceLine(plan),
    `Ends: ${dayAndHour(plan.lastDay)}.`,
    ...paymentLines(plan),
    '',
    'To end it sooner, press “Cancel plan” on your profile. To keep it longer, press “Resume plan”.',
  ]
  const subject = `Your ${siteName} plan ends on ${day(plan.lastDay)}`
  const preheader = 'Until then, it renews as before.'
  return composeEmail({ subject, preheader, lines, action: seePlan(context) }, context)
}

function resumedEmail(plan: Plan, context: EmailContext): EmailContent {
  const lines = [
    'You’ve resumed your plan.',
    '',
    priceLine(plan),
    ...paymentLines(plan),
    renewalLine(plan, ', with two clicks on your profile'),
  ]
  const subject = `Your ${siteName} plan continues`
  return composeEmail({ subject, preheader: 'You’ve resumed your plan.', lines, action: seePlan(context) }, context)
}

function pausedEmail(plan: Plan, context: EmailContext): EmailContent {
  const [from, until] = [dayAndHour(plan.periodEnd), dayAndHour(plan.pausedUntil)]
  const lines = [
    `Your plan pauses on ${from}. You keep everything in it until then.`,
    '',
    priceLine(plan),
    `Paused until: ${until}.`,
    'During the pause, nothing is charged, and you cannot use the app or the calls. You keep your account and your data.',
    'Then your plan continues, and you’re charged again. We’ll write to you three days before.',
    '',
    'To continue sooner, press “Resume now” on your profile. You can also cancel there at any time.',
  ]
  const subject = `Your ${siteName} plan pauses on ${day(plan.periodEnd)}`
  const preheader = `Nothing is charged from then until ${day(plan.pausedUntil)}.`
  return composeEmail({ subject, preheader, lines, action: seePlan(context) }, context)
}

function switchedLines({ trialEnd, charged }: Plan): string[] {
  if (trialEnd) return [`Your free trial goes on until ${dayAndHour(trialEnd)}. Nothing was charged.`]
  if (charged === undefined) return ['Your receipts show what was charged. Your profile links to them.']
  return charged && charged.amount > 0
    ? [`Charged for the change: ${money(charged.amount, charged.currency)}. Time you had paid for was deducted.`]
    : ['Nothing was charged. Time you had paid for is now credit, which pays for the coming months first.']
}

/** After a change between monthly and yearly. */
function switchedEmail(plan: Plan, context: EmailContext): EmailContent {
  const lines = [
    'Your plan has changed, as you asked.',
    '',
    priceLine(plan),
    ...switchedLines(plan),
    ...chargeLines(plan, plan.trialEnd ? 'First charge' : 'Next charge'),
    renewalLine(plan, ', with two clicks on your profile'),
  ]
  const subject = `Your ${siteName} plan has changed`
  return composeEmail({ subject, preheader: priceLine(plan), lines, action: seePlan(context) }, context)
}

/** `7 days, `: the whole length, which stays true if the email is sent late. */
function wholeTrialWords({ trialEnd, startedAt }: Plan): string {
  const days = daysUntil(trialEnd, startedAt)
  return days > 0 ? `${days === 1 ? '1 day' : `${days} days`}, ` : ''
}

function begunLines(plan: Plan): string[] {
  const trialEnd = dayAndHour(plan.trialEnd)
  if (trialEnd) {
    const freeUntilThen = plan.isListPrice ? '' : ' If you cancel before then, you will not be charged.'
    return [
      `Free trial: ${wholeTrialWords(plan)}until ${trialEnd}.${freeUntilThen}`,
      ...chargeLines(plan, 'First charge'),
    ]
  }
  if (plan.payment) return openPaymentLines(plan)
  const { amount } = plan.charge
  const dueLines = openInvoiceLines(plan)
  const chargedLines = amount && !plan.isListPrice && dueLines.length === 0 ? [`First payment: ${amount}.`] : dueLines
  return [...chargedLines, ...chargeLines(plan, 'Next charge')]
}

const firstSteps = ({ origin, firstWeek }: EmailContext) => [
  'Three small steps to begin with, whenever it suits you:',
  '1. Get the app, and sign in there the same way you do here.',
  `2. See how the group calls work: ${origin}${paths.sessions}`,
  `3. Rehearse a first call on your own: ${origin}${paths.toolCall}`,
  'There’s nothing you have to do today.',
  ...(firstWeek ? ['', `Your first week: ${firstWeek}`] : []),
]

function begunEmail(plan: Plan, context: EmailContext): EmailContent {
  const lines = [
    'Your plan has started. Here’s what you agreed to.',
    '',
    priceLine(plan),
    ...begunLines(plan),
    renewalLine(plan),
    'To cancel: two clicks on your profile, “Cancel plan” and “Yes, cancel my plan”.',
    `You’ll find your plan and your receipts on your profile: ${context.origin}${paths.profile}`,
    '',
    ...firstSteps(context),
  ]
  const subject = `Your ${siteName} plan has started`
  const action = plan.payment ? seePlan(context) : { label: 'Get the app', href: context.app }
  return composeEmail(
    { subject, preheader: 'What you agreed to, and three small first steps.', lines, action },
    context,
  )
}

const composers: Record<ChangeEmailKind, (plan: Plan, context: EmailContext) => EmailContent> = {
  begun: begunEmail,
  cancelled: cancelledEmail,
  resumed: resumedEmail,
  ending: endingEmail,
  paused: pausedEmail,
  switched: switchedEmail,
}

export function planEmail(kind: ChangeEmailKind, { plan, ...rest }: Started, context: EmailContext): EmailContent {
  const { status, trialEnd = null } = plan.subscription ?? {}
  return composers[kind]({ ...planFacts(plan), trialEnd: status === 'trialing' ? trialEnd : null, ...rest }, context)
}

const refundLine = (provider: Provider, { amount, currency }: NonNullable<Refund>) =>
  `${providerName[provider]} is refunding ${money(amount, currency)} the way you paid. This can take a few days.`

export function refundEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const lines = [
    'Your account had two plans at the same time. You only need one, so we ended the other.',
    refund ? refundLine(provider, refund) : 'There was nothing to refund.',
    'Your other plan continues as before. You don’t need to do anything.',
  ]
  const subject = `We ended a second ${siteName} plan`
  const preheader = 'You only need one. Your other plan continues as before.'
  return composeEmail({ subject, preheader, lines, action: seePlan(context) }, context)
}

/** After “Cancel and refund”. */
export function askedBackEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const lines = [
    'Your plan is cancelled and has ended. Nothing more will be charged.',
    refund ? refundLine(provider, refund) : 'There was nothing to refund.',
    'You keep your account and your data.',
    '',
    'If you’d like to come back, you can choose a plan at any time.',
  ]
  const subject = `Your ${siteName} plan is cancelled and refunded`
  const preheader = refund ? refundLine(provider, refund) : 'Nothing more will be charged.'
  return composeEmail({ subject, preheader, lines, action: seePlan(context) }, context)
}

/** About a stopped or overdue plan that was ended for the running one. */
export function replacedPlanEmail(provider: Provider, refund: Refund, context: EmailContext): EmailContent {
  const lines = [
    `You have an active plan, and another one through ${providerName[provider]} that was unpaid, paused or not started yet.`,
    'You only need one, so we ended the other and closed its open invoice.',
    'You will not be charged for it again, except for a payment that was already under way.',
    refund
      ? refundLine(provider, refund)
      : 'We have not refunded anything for it. If you paid for time when it was paused, write to us.',
    'Your active plan continues as before. You don’t need to do anything.',
  ]
  const subject = `We ended another of your ${siteName} plans`
  const preheader = 'Your active plan continues as before.'
  return composeEmail({ subject, preheader, lines, action: seePlan(context) }, context)
}

export function secondTrialEmail(provider: Provider, context: EmailContext): EmailContent {
  const lines = [
    'Everyone gets one free trial, and your account has had one.',
    `So we ended the plan through ${providerName[provider]} that started with another trial. You were not charged for it.`,
    'If you’d like a plan, you can choose one.',
  ]
  const action = { label: 'See the plans', href: context.origin + paths.pricing }
  const preheader = 'You were not charged for it.'
  return composeEmail({ subject: 'We ended a second free trial', preheader, lines, action }, context)
}
