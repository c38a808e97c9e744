import { money } from '@/lib/contract/money'
import { interval, type Store } from '@/lib/contract/plan'
import { paths, siteName } from '@/lib/site'
import type { subscriptions } from '@/lib/server/db/schema'
import type { LetterKind } from './effects'

type Plan = Pick<
  typeof subscriptions.$inferSelect,
  'status' | 'amount' | 'currency' | 'interval' | 'currentPeriodEnd' | 'trialEnd'
> & { store: string }

/** Where the links of a letter lead, and who answers it. */
export type Sender = { origin: string; mail: string }

export type Words = { subject: string; text: string }

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const vendorName: Record<Store, string> = {
  stripe: 'Stripe',
  chargebee: 'Chargebee',
  play_store: 'the Play Store',
  app_store: 'the App Store',
}
const vendorOf = (store: string) => vendorName[store as Store] ?? 'the payment provider'

const planNames = { month: 'Monthly', year: 'Yearly' }
const units = { month: 'a month', year: 'a year' }

function planLine(plan: Plan): string {
  const unit = interval.safeParse(plan.interval)
  if (!unit.success || plan.amount === null || plan.currency === null) return 'Plan: as you chose it'
  return `Plan: ${planNames[unit.data]}, ${money(plan.amount, plan.currency)} ${units[unit.data]}`
}

const on = (date: Date | null) => (date ? long.format(date) : null)

const amountOf = ({ amount, currency }: Plan) => (amount !== null && currency !== null ? money(amount, currency) : null)

/** The next time that money is taken: after a trial the first, else the renewal. */
const nextCharge = (plan: Plan) =>
  plan.status === 'trialing' ? (plan.trialEnd ?? plan.currentPeriodEnd) : plan.currentPeriodEnd

function foot({ origin, mail }: Sender): string[] {
  return [
    '',
    `Your plan is on your profile: ${origin}${paths.profile}`,
    `Questions, or was this not you? Write to ${mail}. A person answers, in writing. Nobody will phone you.`,
    '',
    siteName,
  ]
}

const withTax = 'Any tax is added as the payment page said.'

/**
 * A letter about a change of a plan, in plain words and whole dates (UTC). It says nothing of why
 * somebody is here: others may see an inbox.
 */
export function planLetter(kind: LetterKind, plan: Plan, sender: Sender, now = new Date()): Words {
  const name = siteName
  const next = on(nextCharge(plan))
  const until = on(plan.currentPeriodEnd)
  const amount = amountOf(plan)
  if (kind === 'cancelled') {
    const charged =
      plan.status === 'past_due'
        ? 'It will not renew. An invoice that is already open may still be charged.'
        : 'It will not renew, and nothing more will be charged.'
    return {
      subject: `Your ${name} plan is cancelled`,
      text: [
        `Your plan was cancelled on ${long.format(now)}.`,
        '',
        planLine(plan),
        until ? `What stays: everything in your plan, until ${until}.` : 'What stays: everything that is paid for.',
        charged,
        '',
        until
          ? `If you change your mind before ${until}, press “Resume plan” on your profile. It costs nothing that day.`
          : 'If you change your mind, press “Resume plan” on your profile.',
        ...foot(sender),
      ].join('\n'),
    }
  }
  const charge = next && amount ? [`Next charge: ${next}, ${amount}. ${withTax}`] : []
  if (kind === 'resumed') {
    return {
      subject: `Your ${name} plan goes on`,
      text: [
        `Your plan was cancelled, and you took that back on ${long.format(now)}.`,
        '',
        planLine(plan),
        ...charge,
        'It renews by itself until you cancel: two clicks on your profile.',
        ...foot(sender),
      ].join('\n'),
    }
  }
  const trialEnd = plan.status === 'trialing' ? on(plan.trialEnd) : null
  return {
    subject: `Your ${name} plan has begun`,
    text: [
      'Your plan is on. This is what you agreed to.',
      '',
      planLine(plan),
      ...(trialEnd ? [`Free trial: until ${trialEnd}. If you cancel before then, nothing is charged.`] : []),
      ...(trialEnd && amount && next ? [`First charge: ${next}, ${amount}. ${withTax}`] : charge),
      'It renews by itself until you cancel.',
      'To cancel: two clicks on your profile, “Cancel plan” and “Yes, cancel my plan”.',
      `Receipts for payments come from ${vendorOf(plan.store)}.`,
      ...foot(sender),
    ].join('\n'),
  }
}

/** The letter about a second plan that was ended, and what was paid back of it; nothing where nothing had been paid. */
export function paidBackLetter(
  store: string,
  refund: { amount: number; currency: string } | null,
  sender: Sender,
): Words {
  return {
    subject: `A second ${siteName} plan was ended`,
    text: [
      'Two plans were paid for in your account at the same time. You need only one, so the later one was ended.',
      refund
        ? `${vendorOf(store)} is paying back ${money(refund.amount, refund.currency)} to the way you paid. That can take some days.`
        : 'Nothing had been charged for it.',
      'Your other plan goes on as before. You need to do nothing.',
      ...foot(sender),
    ].join('\n'),
  }
}
