/** Notices before money moves or access ends. Like all emails about plans, they never name the service's purpose. */
import { day, dayAndHour, monthWords } from '@/lib/contract/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { paymentSentence, planFacts, priceWords, providerName, type PlanFacts } from '@/lib/contract/plan-words'
import { paths } from '@/lib/site'
import { composeEmail, type EmailContent, type EmailContext } from '@/lib/server/email/template'
import type { NoticeKind } from '@/lib/server/db/schema'
import { amountHint, priceLine } from './email-texts'
import type { Notice } from './notices'

export type NoticeInput = {
  plan: CurrentPlan
  retryAt: Date | null
  cardExpires: string | null
  hadTrial: boolean
  priceBefore?: Notice['priceBefore']
}

type Facts = PlanFacts & Omit<NoticeInput, 'plan'> & { status: string | undefined; provider: string; pay: PayWords }

type PayWords = { change: string; what: string }

const cardWords: PayWords = { change: 'Change the card', what: 'your card' }
const anyWords: PayWords = { change: 'Change how you pay', what: 'how you pay' }

const profile = ({ origin }: EmailContext) => origin + paths.profile

function chargeLines({ charge, isListPrice }: Facts, label: string): string[] {
  const at = dayAndHour(charge.at)
  if (charge.amount) return [`${label}: ${at}, ${charge.amount}.`]
  return [`${label}: ${at}. ${isListPrice ? amountHint : 'Your receipt will show the amount.'}`]
}

const howToCancel = 'To cancel, use the two buttons on your profile: “Cancel plan” and “Yes, cancel my plan”.'

type Charge = {
  subject: string
  preheader: string
  first: string
  prices?: string[]
  label?: string
  /** Follows how to cancel. */
  cancelled: string
}

/** What all notices before a charge have in common. */
function beforeCharge(facts: Facts, context: EmailContext, charge: Charge): EmailContent {
  const { subject, preheader, first, prices = [priceLine(facts)], label = 'Next charge', cancelled } = charge
  const lines = [
    first,
    '',
    ...prices,
    ...chargeLines(facts, label),
    '',
    'If you’d like to keep your plan, you don’t need to do anything.',
    `${howToCancel} ${cancelled}`,
  ]
  const action = { label: 'Keep or cancel your plan', href: profile(context) }
  return composeEmail({ subject, preheader, lines, action }, context)
}

function trialEnding(facts: Facts, context: EmailContext): EmailContent {
  const { charge, isListPrice } = facts
  const free = isListPrice ? '' : 'If you cancel before then, you will not be charged. '
  return beforeCharge(facts, context, {
    subject: `Your free trial ends on ${day(charge.at)}`,
    preheader: charge.amount ? `After that, you pay ${charge.amount}.` : 'After that, you pay for your plan.',
    first: `Your free trial ends on ${dayAndHour(charge.at)}. Then your plan starts, and you pay for it.`,
    label: 'First charge',
    cancelled: `${free}You then keep everything until the trial ends. You keep your account and your data after that.`,
  })
}

function renewal(facts: Facts, context: EmailContext): EmailContent {
  const { charge } = facts
  return beforeCharge(facts, context, {
    subject: `Your plan renews on ${day(charge.at)}`,
    preheader: charge.amount ? `The next charge is ${charge.amount}.` : 'Your plan continues for another year.',
    first: `Your plan renews on ${dayAndHour(charge.at)} for another year.`,
    cancelled: `You then keep everything until ${day(charge.at)}.`,
  })
}

function pauseEnding(facts: Facts, context: EmailContext): EmailContent {
  const { charge } = facts
  const price = charge.amount ? `you pay ${charge.amount}.` : 'you pay again.'
  return beforeCharge(facts, context, {
    subject: `Your plan continues on ${day(charge.at)}`,
    preheader: `Your pause ends, and ${price}`,
    first: `Your pause ends on ${dayAndHour(charge.at)}. Then your plan continues, and you pay for it again.`,
    cancelled: 'Your plan then ends straight away. You keep your account and your data.',
  })
}

function priceChange(facts: Facts, context: EmailContext): EmailContent {
  const { charge, price, priceBefore } = facts
  return beforeCharge(facts, context, {
    subject: `The price of your plan changes on ${day(charge.at)}`,
    preheader: price ? `From then on, it costs ${price}.` : 'See what it costs from then on.',
    first: `The price of your plan changes on ${dayAndHour(charge.at)}.`,
    prices: [
      ...(priceBefore ? [`Until then: ${priceWords(priceBefore)}`] : []),
      ...(price ? [`From then on: ${price}`] : []),
    ],
    cancelled: `You then keep everything until ${day(charge.at)}.`,
  })
}

/** The provider's own date of the next attempt, if it tells one. */
const retryLine = ({ retryAt, provider }: Facts) =>
  retryAt ? `${provider} tries again on ${dayAndHour(retryAt)}.` : `${provider} may try again.`

function accessLine({ retryAt, lastAccess }: Facts & { lastAccess: string | null }): string {
  if (lastAccess) return `You keep everything in your plan until ${dayAndHour(lastAccess)} at the latest.`
  return retryAt
    ? `You keep everything in your plan at least until ${dayAndHour(retryAt)}.`
    : 'You keep everything in your plan for now.'
}

function paymentEmail(
  facts: Facts & { lastAccess: string | null },
  context: EmailContext,
  isLast: boolean,
): EmailContent {
  const { payment, pay } = facts
  const fix =
    payment === 'confirm'
      ? 'To confirm it, open the invoice from your profile. Nothing else is needed.'
      : `To fix it, press “${pay.change}” on your profile. Nothing else is needed.`
  const warning = facts.retryAt ? 'If that fails too, your access may end.' : 'Your access may end at any time.'
  const lines = [
    paymentSentence[payment ?? 'unknown'],
    '',
    priceLine(facts),
    `${retryLine(facts)}${isLast ? ` ${warning}` : ''}`,
    accessLine(facts),
    '',
    fix,
    ...(isLast ? ['This is our last email about this payment.'] : []),
  ]
  return composeEmail(
    {
      subject: 'Your payment failed',
      preheader: isLast ? `Please check ${pay.what} before your access ends.` : accessLine(facts),
      lines,
      action: { label: payment === 'confirm' ? 'Confirm the payment' : pay.change, href: profile(context) },
    },
    context,
  )
}

function cardEmail({ cardExpires, charge, pay }: Facts, context: EmailContext): EmailContent {
  const month = cardExpires && monthWords(cardExpires)
  const lines = [
    `The card that you pay with expires ${month ? `at the end of ${month}` : 'soon'}.`,
    ...(charge.at ? [`Your next payment is on ${dayAndHour(charge.at)}.`] : []),
    '',
    `If you have a new card, press “${pay.change}” on your profile. Nothing else is needed.`,
    'If you’ve changed it already, you can ignore this email.',
  ]
  return composeEmail(
    {
      subject: `Your card expires ${month ? `in ${month}` : 'soon'}`,
      preheader: 'A new card keeps your plan going.',
      lines,
      action: { label: pay.change, href: profile(context) },
    },
    context,
  )
}

function planEnded(facts: Facts, context: EmailContext): EmailContent {
  const { status, periodEnd, isSettled, hadTrial, pay } = facts
  const isUnpaid = status === 'unpaid'
  const end = day(periodEnd)
  const stopped = 'Your plan has stopped because the payment failed.'
  const ended = `Your plan ended${end ? ` on ${end}` : ''}.${isSettled ? ' Nothing more will be charged.' : ''}`
  const back = isUnpaid
    ? [`To continue it, press “${pay.change}” on your profile and pay the open invoice. Or start a new plan there.`]
    : [
        'If you’d like to come back, you can choose a plan at any time.',
        ...(hadTrial ? ['You’ve had your free trial, so you pay from the start.'] : []),
      ]
  const lines = [isUnpaid ? stopped : ended, 'You keep your account and your data.', '', ...back]
  return composeEmail(
    {
      subject: 'Your plan has ended',
      preheader: 'You keep your account and your data.',
      lines,
      action: isUnpaid
        ? { label: pay.change, href: profile(context) }
        : { label: 'See the plans', href: context.origin + paths.pricing },
    },
    context,
  )
}

export function noticeEmail(kind: NoticeKind, { plan, ...rest }: NoticeInput, context: EmailContext): EmailContent {
  const { subscription } = plan
  const provider = subscription?.store === 'chargebee' ? 'chargebee' : 'stripe'
  const facts: Facts = {
    ...planFacts(plan),
    ...rest,
    status: subscription?.status,
    provider: providerName[provider],
    pay: provider === 'stripe' ? cardWords : anyWords,
  }
  const lastAccess = plan.isUnSubscribed ? facts.periodEnd : null
  switch (kind) {
    case 'trial-ending':
      return trialEnding(facts, context)
    case 'renewal':
      return renewal(facts, context)
    case 'pause-ending':
      return pauseEnding(facts, context)
    case 'price-change':
      return priceChange(facts, context)
    case 'payment-failed':
    case 'payment-reminder':
      return paymentEmail({ ...facts, lastAccess }, context, kind === 'payment-reminder')
    case 'card-expires':
      return cardEmail(facts, context)
    case 'plan-ended':
      return planEnded(facts, context)
    default:
      return kind satisfies never
  }
}
