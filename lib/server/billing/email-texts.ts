import { day, dayAndHour } from '@/lib/contract/day'
import { money } from '@/lib/contract/money'
import type { Provider } from '@/lib/contract/plan'
import {
  chargeWords,
  endingWords,
  intervalName,
  laterEndOf,
  nextChargeOf,
  openInvoice,
  priceWords,
  providerName,
  taxAsSaid,
} from '@/lib/contract/plan-words'
import { paths, siteName } from '@/lib/site'
import type { subscriptions } from '@/lib/server/db/schema'
import type { LetterKind } from './change-kinds'
import type { Charges, Refund } from './providers/provider'

type Plan = Pick<
  typeof subscriptions.$inferSelect,
  'status' | 'amount' | 'currency' | 'interval' | 'currentPeriodEnd' | 'trialEnd'
> & { openInvoice?: boolean; isUnSubscribed?: boolean; endsAt?: Date | null } & Partial<Charges>

/** Where the links of a letter lead, and who answers it. */
type Sender = { origin: string; mail: string }

export type Words = { subject: string; text: string }

function planLine({ amount, currency, interval, adjusted }: Plan): string {
  if (interval === null || amount === null || currency === null) return 'Plan: as you chose it'
  const price = priceWords({ amount, currency, interval })
  return `Plan: ${intervalName[interval]}, ${adjusted ? `list price ${price}` : price}`
}

function amountOf({ amount, currency, nextCharge, adjusted }: Plan): string | null {
  const price = amount !== null && currency !== null ? { amount, currency } : null
  return chargeWords({ nextCharge, adjusted, price })
}

const endOf = (plan: Plan) => laterEndOf({ isUnSubscribed: plan.isUnSubscribed ?? false, endsAt: plan.endsAt })

const seeAmount = 'Your receipts and the payment provider’s page show the amount. Your profile leads to both.'

/** The next charge as far as it is certain; empty where nothing at all is known of it. */
function chargeLines(plan: Plan, which: 'First charge' | 'Next charge'): string[] {
  const next = dayAndHour(nextChargeOf(plan))
  const amount = amountOf(plan)
  if (next && amount) return [`${which}: ${next}, ${amount}.`]
  if (!plan.adjusted) return []
  return [...(next ? [`${which}: ${next}.`] : []), seeAmount]
}

function renewalLine(plan: Plan, how = ''): string {
  const end = endOf(plan)
  return end
    ? `It renews by itself until it ends on ${day(end)}, unless you cancel sooner${how}.`
    : `It renews by itself until you cancel${how}.`
}

function foot({ origin, mail }: Sender): string[] {
  return [
    '',
    `Your plan is on your profile: ${origin}${paths.profile}`,
    `Questions, or was this not you? Write to ${mail}. A person answers, in writing. Nobody will phone you.`,
    '',
    siteName,
  ]
}

function whatStays({ until, early, isPaid }: ReturnType<typeof endingWords>): string {
  const stays = isPaid ? 'everything that is paid for' : 'your plan, for now'
  return `What stays: ${until ? `everything in your plan,${until}` : stays}.${early}`
}

/**
 * A letter about a change of a plan, in plain words, with times in UTC. It says nothing of why somebody is
 * here: others may see an inbox. Nor does it say when a plan was cancelled: we may have heard of it late.
 */
export function planLetter(kind: LetterKind, plan: Plan, sender: Sender): Words {
  const amount = amountOf(plan)
  if (kind === 'cancelled') {
    const words = endingWords(plan, dayAndHour(plan.currentPeriodEnd))
    return {
      subject: `Your ${siteName} plan is cancelled`,
      text: [
        'Your plan is cancelled.',
        '',
        planLine(plan),
        whatStays(words),
        words.charges,
        '',
        'If you change your mind while it runs, press “Resume plan” on your profile.',
        `That costs nothing at once${words.save}.`,
        ...foot(sender),
      ].join('\n'),
    }
  }
  const charge = chargeLines(plan, 'Next charge')
  const tax = amount && !plan.adjusted ? [`Tax: ${taxAsSaid.toLowerCase()}.`] : []
  const open =
    plan.status === 'past_due' ? ['The last payment was declined; your profile leads to the open invoice.'] : []
  const due = plan.openInvoice && open.length === 0 ? [openInvoice] : []
  if (kind === 'ending') {
    const end = endOf(plan)
    return {
      subject: `Your ${siteName} plan ends on ${day(end)}`,
      text: [
        'Your plan has an end date now. It renews and is charged until then.',
        '',
        planLine(plan),
        `Ends: ${dayAndHour(end)}.`,
        ...open,
        ...due,
        ...charge,
        ...tax,
        '',
        'To end it sooner, press “Cancel plan” on your profile. To keep it for longer, press “Resume plan” there.',
        ...foot(sender),
      ].join('\n'),
    }
  }
  if (kind === 'resumed') {
    return {
      subject: `Your ${siteName} plan goes on`,
      text: [
        'Your plan was cancelled, and that was taken back.',
        '',
        planLine(plan),
        ...open,
        ...due,
        ...charge,
        ...tax,
        renewalLine(plan, ': two clicks on your profile'),
        ...foot(sender),
      ].join('\n'),
    }
  }
  const charged = amount && !plan.adjusted && due.length === 0 ? [`Charged at its beginning: ${amount}.`] : due
  const begun = open.length > 0 ? open : [...charged, ...charge]
  const trialEnd = plan.status === 'trialing' ? dayAndHour(plan.trialEnd) : null
  return {
    subject: `Your ${siteName} plan has begun`,
    text: [
      'Your plan is on. This is what you agreed to.',
      '',
      planLine(plan),
      ...(trialEnd ? [`Free trial: until ${trialEnd}.${plan.adjusted ? '' : freeUntilThen}`] : []),
      ...(trialEnd ? chargeLines(plan, 'First charge') : []),
      ...(trialEnd ? [] : begun),
      ...tax,
      renewalLine(plan),
      'To cancel: two clicks on your profile, “Cancel plan” and “Yes, cancel my plan”.',
      'Receipts for payments are on your profile.',
      ...foot(sender),
    ].join('\n'),
  }
}

const freeUntilThen = ' If you cancel before then, nothing is charged.'

const onItsWay = (vendor: Provider, { amount, currency }: NonNullable<Refund>) =>
  `${providerName[vendor]} is paying back ${money(amount, currency)} to the way you paid. That can take some days.`

/** The letter about a second plan that was ended, and what was paid back of it; nothing where nothing had been paid. */
export function paidBackLetter(vendor: Provider, refund: Refund, sender: Sender): Words {
  return {
    subject: `A second ${siteName} plan was ended`,
    text: [
      'Your account came to have two plans at the same time. You need only one, so the other was ended.',
      refund ? onItsWay(vendor, refund) : 'There was nothing to pay back for it.',
      'The plan that you have goes on as before. You need to do nothing.',
      ...foot(sender),
    ].join('\n'),
  }
}

/** The letter about a plan that did not run, or was overdue, and was ended for the one that runs. */
export function gaveWayLetter(vendor: Provider, refund: Refund, sender: Sender): Words {
  return {
    subject: `Another ${siteName} plan of yours was ended`,
    text: [
      `You have a plan that runs. Another one, through ${providerName[vendor]}, was not paid for, paused, or not begun yet.`,
      'You need only one, so the other was ended, and what was still open for it was closed.',
      'Nothing more is collected for it, save for a payment that was already under way.',
      refund
        ? onItsWay(vendor, refund)
        : 'Nothing was paid back for it. If you had paid for time in which it was paused, write to us.',
      'The plan that runs goes on as before. You need to do nothing.',
      ...foot(sender),
    ].join('\n'),
  }
}

/** The letter about a plan that was ended because its free trial was not the person's first. */
export function secondTrialLetter(vendor: Provider, sender: Sender): Words {
  return {
    subject: 'A second free trial was ended',
    text: [
      'A free trial is given once to each person, and your account has had one.',
      `So a plan that was begun with another trial, through ${providerName[vendor]}, was ended. Nothing was charged for it.`,
      `If you would like a plan, you can choose one: ${sender.origin}${paths.pricing}`,
      ...foot(sender),
    ].join('\n'),
  }
}
