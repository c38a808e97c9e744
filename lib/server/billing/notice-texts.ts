/** Notices before money moves or access ends. Like all emails about plans, they never name the service's purpose. */
import { day, dayAndHour, monthWords } from '@/lib/contract/format'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import { priceText } from '@/lib/contract/plan-words'
import { paths } from '@/lib/site'
import {
  composeEmail,
  linkTo,
  type EmailContent,
  type EmailContext,
  type EmailDraft,
} from '@/lib/server/email/template'
import type { NoticeKind } from '@/lib/server/db/schema'
import { planWords, priceLine, providerOf, seePlans, type PlanWords } from './email-texts'
import type { Notice } from './notices'

export type NoticeInput = {
  plan: CurrentPlan
  retryAt: Date | null
  cardExpires: string | null
  hadTrial: boolean
  priceBefore?: Notice['priceBefore']
}

type Facts = PlanWords &
  Omit<NoticeInput, 'plan'> & { status: string | undefined; provider: Provider; lastAccess: string | null }

const yesIf = (value: unknown) => (value ? 'yes' : 'no')

const profile = (label: string, context: EmailContext) => ({ label, href: linkTo(context, paths.profile) })

/** Stripe is paid by card. */
const changeWords = ({ provider }: Facts, { t }: EmailContext) =>
  t(provider === 'stripe' ? 'pay.changeCard' : 'pay.changeWay')

function chargeLine(
  { charge, texts, isListPrice }: Facts,
  which: 'first' | 'next',
  { t, locale }: EmailContext,
): string {
  const date = dayAndHour(charge.at, locale)
  const { amount } = texts
  if (amount) return t(which === 'first' ? 'charge.firstAmount' : 'charge.nextAmount', { date, amount })
  return t(isListPrice ? 'charge.hintAmount' : 'charge.receiptAmount', { label: which, date })
}

type Charge = {
  subject: string
  preheader: string
  first: string
  prices?: string[]
  which?: 'first'
  /** Follows how to cancel. */
  cancelled: string
}

/** What all notices before a charge have in common. */
function beforeCharge(facts: Facts, context: EmailContext, charge: Charge): EmailDraft {
  const { t } = context
  const { subject, preheader, first, prices = [priceLine(facts, context)], which = 'next', cancelled } = charge
  const lines = [
    first,
    '',
    ...prices,
    chargeLine(facts, which, context),
    '',
    t('keepNothing'),
    `${t('howToCancel')} ${cancelled}`,
  ]
  return { subject, preheader, lines, action: profile(t('keepOrCancel'), context) }
}

/** The values of most sentences about a charge. */
const chargeValues = ({ charge, texts }: Facts, { locale }: EmailContext) => ({
  onDay: { date: day(charge.at, locale) },
  atHour: { date: dayAndHour(charge.at, locale) },
  sum: { known: yesIf(texts.amount), amount: texts.amount ?? '' },
})

function trialEnding(facts: Facts, context: EmailContext): EmailDraft {
  const { t } = context
  const { onDay, atHour, sum } = chargeValues(facts, context)
  const keep = t('trialEnding.keep')
  return beforeCharge(facts, context, {
    subject: t('trialEnding.subject', onDay),
    preheader: t('trialEnding.preheader', sum),
    first: t('trialEnding.first', atHour),
    which: 'first',
    cancelled: facts.isListPrice ? keep : `${t('trialEnding.free')} ${keep}`,
  })
}

function renewal(facts: Facts, context: EmailContext): EmailDraft {
  const { t } = context
  const { onDay, atHour, sum } = chargeValues(facts, context)
  return beforeCharge(facts, context, {
    subject: t('renewal.subject', onDay),
    preheader: t('renewal.preheader', sum),
    first: t('renewal.first', atHour),
    cancelled: t('keepUntil', onDay),
  })
}

function pauseEnding(facts: Facts, context: EmailContext): EmailDraft {
  const { t } = context
  const { onDay, atHour, sum } = chargeValues(facts, context)
  return beforeCharge(facts, context, {
    subject: t('pauseEnding.subject', onDay),
    preheader: t('pauseEnding.preheader', sum),
    first: t('pauseEnding.first', atHour),
    cancelled: t('pauseEnding.cancelled'),
  })
}

function priceChange(facts: Facts, context: EmailContext): EmailDraft {
  const { t, locale, plan } = context
  const { texts, priceBefore } = facts
  const { onDay, atHour } = chargeValues(facts, context)
  return beforeCharge(facts, context, {
    subject: t('priceChange.subject', onDay),
    preheader: t('priceChange.preheader', { known: yesIf(texts.price), price: texts.price ?? '' }),
    first: t('priceChange.first', atHour),
    prices: [
      ...(priceBefore ? [t('priceChange.before', { price: priceText(priceBefore, plan, locale) })] : []),
      ...(texts.price ? [t('priceChange.after', { price: texts.price })] : []),
    ],
    cancelled: t('keepUntil', onDay),
  })
}

/** The provider's own date of the next attempt, if it tells one. */
const retryLine = ({ retryAt, provider }: Facts, context: EmailContext) =>
  context.t('payment.retry', {
    hasDate: yesIf(retryAt),
    date: dayAndHour(retryAt, context.locale),
    provider: providerOf(provider, context),
  })

function accessLine({ retryAt, lastAccess }: Facts, { t, locale }: EmailContext): string {
  if (lastAccess) return t('payment.accessLast', { date: dayAndHour(lastAccess, locale) })
  return retryAt ? t('payment.accessAtLeast', { date: dayAndHour(retryAt, locale) }) : t('payment.access')
}

function paymentEmail(facts: Facts, context: EmailContext, isLast: boolean): EmailDraft {
  const { t, plan } = context
  const { payment, provider, retryAt } = facts
  const button = changeWords(facts, context)
  const isToConfirm = payment === 'confirm'
  const access = accessLine(facts, context)
  const retry = retryLine(facts, context)
  const warning = t(retryAt ? 'payment.failsToo' : 'payment.anyTime')
  return {
    subject: t('payment.subject'),
    preheader: isLast ? t('payment.preheaderLast', { how: provider === 'stripe' ? 'card' : 'any' }) : access,
    lines: [
      plan(`payment.${payment ?? 'unknown'}`),
      '',
      priceLine(facts, context),
      isLast ? `${retry} ${warning}` : retry,
      access,
      '',
      isToConfirm ? t('payment.confirm') : t('payment.fix', { button }),
      ...(isLast ? [t('payment.last')] : []),
    ],
    action: profile(isToConfirm ? t('payment.action') : button, context),
  }
}

function cardEmail(facts: Facts, context: EmailContext): EmailDraft {
  const { t, locale } = context
  const { cardExpires, charge } = facts
  const button = changeWords(facts, context)
  const expiry = { known: yesIf(cardExpires), month: cardExpires ? monthWords(cardExpires, locale) : '' }
  return {
    subject: t('card.subject', expiry),
    preheader: t('card.preheader'),
    lines: [
      t('card.expires', expiry),
      ...(charge.at ? [t('card.next', { date: dayAndHour(charge.at, locale) })] : []),
      '',
      t('card.newCard', { button }),
      t('card.ignore'),
    ],
    action: profile(button, context),
  }
}

function planEnded(facts: Facts, context: EmailContext): EmailDraft {
  const { t, locale } = context
  const { status, periodEnd, isSettled, hadTrial } = facts
  const isUnpaid = status === 'unpaid'
  const button = changeWords(facts, context)
  const ended = t('planEnded.ended', { hasDate: yesIf(periodEnd), date: day(periodEnd, locale) })
  const first = isUnpaid ? t('planEnded.stopped') : isSettled ? `${ended} ${t('planEnded.settled')}` : ended
  const back = isUnpaid
    ? [t('planEnded.continue', { button })]
    : [t('askedBack.comeBack'), ...(hadTrial ? [t('planEnded.hadTrial')] : [])]
  return {
    subject: t('planEnded.subject'),
    preheader: t('askedBack.keep'),
    lines: [first, t('askedBack.keep'), '', ...back],
    action: isUnpaid ? profile(button, context) : seePlans(context),
  }
}

const drafts: Record<NoticeKind, (facts: Facts, context: EmailContext) => EmailDraft> = {
  'trial-ending': trialEnding,
  renewal,
  'pause-ending': pauseEnding,
  'price-change': priceChange,
  'payment-failed': (facts, context) => paymentEmail(facts, context, false),
  'payment-reminder': (facts, context) => paymentEmail(facts, context, true),
  'card-expires': cardEmail,
  'plan-ended': planEnded,
}

export function noticeEmail(kind: NoticeKind, { plan, ...rest }: NoticeInput, context: EmailContext): EmailContent {
  const { subscription, isUnSubscribed } = plan
  const words = planWords(plan, context)
  const facts: Facts = {
    ...words,
    ...rest,
    status: subscription?.status,
    provider: subscription?.store === 'chargebee' ? 'chargebee' : 'stripe',
    lastAccess: isUnSubscribed ? words.periodEnd : null,
  }
  return composeEmail(drafts[kind](facts, context), context)
}
