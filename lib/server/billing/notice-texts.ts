/** Notices before money moves or access ends. Like all emails about plans, they never name the service's purpose. */
import { monthWords } from '@/lib/contract/format'
import { priceText } from '@/lib/contract/plan-words'
import type { EmailContext, EmailContent } from '@/lib/server/email/template'
import type { NoticeKind } from '@/lib/server/db/schema'
import {
  composePlanEmail,
  planWords,
  pricingLink,
  profileLink,
  providerOf,
  type EmailFacts,
  type PlanDraft,
  type PlanWords,
} from './email-texts'

const yesIf = (value: unknown) => (value ? 'yes' : 'no')

/** Stripe is paid by card. */
const changeWords = ({ provider }: PlanWords, { t }: EmailContext) =>
  t(provider === 'stripe' ? 'pay.changeCard' : 'pay.changeWay')

function chargeLine({ charge, texts, isListPrice, atHour }: PlanWords, which: 'first' | 'next', { t }: EmailContext) {
  const at = atHour(charge.at)
  const { amount } = texts
  if (amount) return t(which === 'first' ? 'charge.firstAmount' : 'charge.nextAmount', { ...at, amount })
  return t(isListPrice ? 'charge.hintAmount' : 'charge.receiptAmount', { label: which, ...at })
}

type Charge = {
  which?: 'first'
  preheader?: string
  prices?: string[]
  /** Follows how to cancel. */
  cancelled: string
}

/** A notice before a charge. */
function beforeCharge(
  key: 'trialEnding' | 'renewal' | 'pauseEnding' | 'priceChange',
  words: PlanWords,
  context: EmailContext,
  { which, preheader, prices, cancelled }: Charge,
): PlanDraft {
  const { t } = context
  const { charge, texts, priceLine, onDay, atHour } = words
  const amount = texts.amount ?? ''
  return {
    subject: t(`${key}.subject`, onDay(charge.at)),
    preheader: preheader ?? t(`${key}.preheader`, { known: yesIf(amount), amount, price: '' }),
    lines: [
      t(`${key}.first`, atHour(charge.at)),
      '',
      ...(prices ?? [priceLine]),
      chargeLine(words, which ?? 'next', context),
      '',
      t('keepNothing'),
      `${t('howToCancel')} ${cancelled}`,
    ],
    action: profileLink(context, t('keepOrCancel')),
  }
}

function trialEnding(words: PlanWords, context: EmailContext): PlanDraft {
  const { t } = context
  const keep = t('trialEnding.keep')
  const cancelled = words.isListPrice ? keep : `${t('trialEnding.free')} ${keep}`
  return beforeCharge('trialEnding', words, context, { which: 'first', cancelled })
}

const renewal = (words: PlanWords, context: EmailContext): PlanDraft =>
  beforeCharge('renewal', words, context, { cancelled: context.t('keepUntil', words.onDay(words.charge.at)) })

const pauseEnding = (words: PlanWords, context: EmailContext): PlanDraft =>
  beforeCharge('pauseEnding', words, context, { cancelled: context.t('pauseEnding.cancelled') })

function priceChange(words: PlanWords, context: EmailContext): PlanDraft {
  const { t, locale, plan } = context
  const { texts, charge, priceBefore, onDay } = words
  return beforeCharge('priceChange', words, context, {
    preheader: t('priceChange.preheader', { known: yesIf(texts.price), price: texts.price ?? '' }),
    prices: [
      ...(priceBefore ? [t('priceChange.before', { price: priceText(priceBefore, plan, locale) })] : []),
      ...(texts.price ? [t('priceChange.after', { price: texts.price })] : []),
    ],
    cancelled: t('keepUntil', onDay(charge.at)),
  })
}

function accessLine({ retryAt, isUnSubscribed, periodEnd, atHour }: PlanWords, { t }: EmailContext): string {
  if (isUnSubscribed && periodEnd) return t('payment.accessLast', atHour(periodEnd))
  return retryAt ? t('payment.accessAtLeast', atHour(retryAt)) : t('payment.access')
}

function paymentEmail(words: PlanWords, context: EmailContext, isLast: boolean): PlanDraft {
  const { t, plan } = context
  const { payment, provider, priceLine, retryAt, atHour } = words
  const button = changeWords(words, context)
  const isToConfirm = payment === 'confirm'
  const access = accessLine(words, context)
  // The provider's own date of the next attempt, if it tells one.
  const retry = t('payment.retry', {
    hasDate: yesIf(retryAt),
    ...atHour(retryAt),
    provider: providerOf(provider, context),
  })
  const warning = t(retryAt ? 'payment.failsToo' : 'payment.anyTime')
  return {
    subject: t('payment.subject'),
    preheader: isLast ? t('payment.preheaderLast', { how: provider === 'stripe' ? 'card' : 'any' }) : access,
    lines: [
      plan(`payment.${payment ?? 'unknown'}`),
      '',
      priceLine,
      isLast ? `${retry} ${warning}` : retry,
      access,
      '',
      isToConfirm ? t('payment.confirm') : t('payment.fix', { button }),
      ...(isLast ? [t('payment.last')] : []),
    ],
    action: profileLink(context, isToConfirm ? t('payment.action') : button),
  }
}

function cardEmail(words: PlanWords, context: EmailContext): PlanDraft {
  const { t, locale } = context
  const { cardExpires, charge, atHour } = words
  const button = changeWords(words, context)
  const expiry = { known: yesIf(cardExpires), month: cardExpires ? monthWords(cardExpires, locale) : '' }
  return {
    subject: t('card.subject', expiry),
    preheader: t('card.preheader'),
    lines: [
      t('card.expires', expiry),
      ...(charge.at ? [t('card.next', atHour(charge.at))] : []),
      '',
      t('card.newCard', { button }),
      t('card.ignore'),
    ],
    action: profileLink(context, button),
  }
}

function planEnded(words: PlanWords, context: EmailContext): PlanDraft {
  const { t } = context
  const { status, periodEnd, isSettled, hadTrial, onDay } = words
  const isUnpaid = status === 'unpaid'
  const button = changeWords(words, context)
  const ended = t('planEnded.ended', { hasDate: yesIf(periodEnd), ...onDay(periodEnd) })
  const first = isUnpaid ? t('planEnded.stopped') : isSettled ? `${ended} ${t('planEnded.settled')}` : ended
  const back = isUnpaid
    ? [t('planEnded.continue', { button })]
    : [t('askedBack.comeBack'), ...(hadTrial ? [t('planEnded.hadTrial')] : [])]
  return {
    subject: t('planEnded.subject'),
    preheader: t('askedBack.keep'),
    lines: [first, t('askedBack.keep'), '', ...back],
    action: isUnpaid ? profileLink(context, button) : pricingLink(context),
  }
}

const drafts: Record<NoticeKind, (words: PlanWords, context: EmailContext) => PlanDraft> = {
  'trial-ending': trialEnding,
  renewal,
  'pause-ending': pauseEnding,
  'price-change': priceChange,
  'payment-failed': (words, context) => paymentEmail(words, context, false),
  'payment-reminder': (words, context) => paymentEmail(words, context, true),
  'card-expires': cardEmail,
  'plan-ended': planEnded,
}

export const noticeEmail = (kind: NoticeKind, facts: EmailFacts, context: EmailContext): EmailContent =>
  composePlanEmail(drafts[kind](planWords(facts, context), context), context)
