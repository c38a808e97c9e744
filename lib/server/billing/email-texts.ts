/** Emails about plans. They never say what the service is for, since others may see an inbox. Times are in UTC. */
import { day, dayAndHour, money } from '@/lib/contract/format'
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
import { type Sender, type Words } from '@/lib/server/email/emails'
import type { SubscriptionRow, PlanEmailKind } from './plan'
import type { Charges, Refund } from './providers/provider'

type Plan = Pick<SubscriptionRow, 'status' | 'amount' | 'currency' | 'interval' | 'currentPeriodEnd' | 'trialEnd'> & {
  openInvoice?: boolean
  isUnSubscribed?: boolean
  endsAt?: Date | null
} & Partial<Charges>

function email(subject: string, lines: string[], { origin, mail }: Sender): Words {
  const footer = [
    '',
    `Your plan is on your profile: ${origin}${paths.profile}`,
    `Questions, or was this not you? Write to ${mail}. A person answers, in writing. Nobody will phone you.`,
    '',
    siteName,
  ]
  return { subject, text: [...lines, ...footer].join('\n') }
}

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

function chargeLines(plan: Plan, which: 'First charge' | 'Next charge'): string[] {
  const next = dayAndHour(nextChargeOf(plan))
  const amount = amountOf(plan)
  if (next && amount) return [`${which}: ${next}, ${amount}.`]
  if (!plan.adjusted) return []
  return [...(next ? [`${which}: ${next}.`] : []), seeAmount]
}

const taxLines = (plan: Plan) => (amountOf(plan) && !plan.adjusted ? [`Tax: ${taxAsSaid.toLowerCase()}.`] : [])

function renewalLine(plan: Plan, how = ''): string {
  const end = endOf(plan)
  return end
    ? `It renews by itself until it ends on ${day(end)}, unless you cancel sooner${how}.`
    : `It renews by itself until you cancel${how}.`
}

const isPastDue = ({ status }: Plan) => status === 'past_due'

const declinedLines = (plan: Plan) =>
  isPastDue(plan) ? ['The last payment was declined; your profile leads to the open invoice.'] : []

const openInvoiceLines = (plan: Plan) => (plan.openInvoice && !isPastDue(plan) ? [openInvoice] : [])

const moneyLines = (plan: Plan) => [
  ...declinedLines(plan),
  ...openInvoiceLines(plan),
  ...chargeLines(plan, 'Next charge'),
  ...taxLines(plan),
]

/** Does not say when the plan was cancelled, which we may have learned late. */
function cancelledEmail(plan: Plan, sender: Sender): Words {
  const { until, early, isPaid, charges, save } = endingWords(plan, dayAndHour(plan.currentPeriodEnd))
  const stays = isPaid ? 'everything that is paid for' : 'your plan, for now'
  const lines = [
    'Your plan is cancelled.',
    '',
    planLine(plan),
    `What stays: ${until ? `everything in your plan,${until}` : stays}.${early}`,
    charges,
    '',
    'If you change your mind while it runs, press “Resume plan” on your profile.',
    `That costs nothing at once${save}.`,
  ]
  return email(`Your ${siteName} plan is cancelled`, lines, sender)
}

function endingEmail(plan: Plan, sender: Sender): Words {
  const end = endOf(plan)
  const lines = [
    'Your plan has an end date now. It renews and is charged until then.',
    '',
    planLine(plan),
    `Ends: ${dayAndHour(end)}.`,
    ...moneyLines(plan),
    '',
    'To end it sooner, press “Cancel plan” on your profile. To keep it for longer, press “Resume plan” there.',
  ]
  return email(`Your ${siteName} plan ends on ${day(end)}`, lines, sender)
}

function resumedEmail(plan: Plan, sender: Sender): Words {
  const lines = [
    'Your plan was cancelled, and that was taken back.',
    '',
    planLine(plan),
    ...moneyLines(plan),
    renewalLine(plan, ': two clicks on your profile'),
  ]
  return email(`Your ${siteName} plan goes on`, lines, sender)
}

function begunLines(plan: Plan): string[] {
  const trialEnd = plan.status === 'trialing' ? dayAndHour(plan.trialEnd) : null
  if (trialEnd) {
    const free = plan.adjusted ? '' : ' If you cancel before then, nothing is charged.'
    return [`Free trial: until ${trialEnd}.${free}`, ...chargeLines(plan, 'First charge')]
  }
  if (isPastDue(plan)) return declinedLines(plan)
  const amount = amountOf(plan)
  const due = openInvoiceLines(plan)
  const charged = amount && !plan.adjusted && due.length === 0 ? [`Charged at its beginning: ${amount}.`] : due
  return [...charged, ...chargeLines(plan, 'Next charge')]
}

function begunEmail(plan: Plan, sender: Sender): Words {
  const lines = [
    'Your plan is on. This is what you agreed to.',
    '',
    planLine(plan),
    ...begunLines(plan),
    ...taxLines(plan),
    renewalLine(plan),
    'To cancel: two clicks on your profile, “Cancel plan” and “Yes, cancel my plan”.',
    'Receipts for payments are on your profile.',
  ]
  return email(`Your ${siteName} plan has begun`, lines, sender)
}

const planEmails: Record<PlanEmailKind, (plan: Plan, sender: Sender) => Words> = {
  begun: begunEmail,
  cancelled: cancelledEmail,
  resumed: resumedEmail,
  ending: endingEmail,
}

export const planEmail = (kind: PlanEmailKind, plan: Plan, sender: Sender): Words => planEmails[kind](plan, sender)

const refundLine = (provider: Provider, { amount, currency }: NonNullable<Refund>) =>
  `${providerName[provider]} is paying back ${money(amount, currency)} to the way you paid. That can take some days.`

export function refundEmail(provider: Provider, refund: Refund, sender: Sender): Words {
  const lines = [
    'Your account came to have two plans at the same time. You need only one, so the other was ended.',
    refund ? refundLine(provider, refund) : 'There was nothing to pay back for it.',
    'The plan that you have goes on as before. You need to do nothing.',
  ]
  return email(`A second ${siteName} plan was ended`, lines, sender)
}

/** About a stopped or overdue plan that was ended for the running one. */
export function replacedPlanEmail(provider: Provider, refund: Refund, sender: Sender): Words {
  const lines = [
    `You have a plan that runs. Another one, through ${providerName[provider]}, was not paid for, paused, or not begun yet.`,
    'You need only one, so the other was ended, and what was still open for it was closed.',
    'Nothing more is collected for it, save for a payment that was already under way.',
    refund
      ? refundLine(provider, refund)
      : 'Nothing was paid back for it. If you had paid for time in which it was paused, write to us.',
    'The plan that runs goes on as before. You need to do nothing.',
  ]
  return email(`Another ${siteName} plan of yours was ended`, lines, sender)
}

export function secondTrialEmail(provider: Provider, sender: Sender): Words {
  const lines = [
    'A free trial is given once to each person, and your account has had one.',
    `So a plan that was begun with another trial, through ${providerName[provider]}, was ended. Nothing was charged for it.`,
    `If you would like a plan, you can choose one: ${sender.origin}${paths.pricing}`,
  ]
  return email('A second free trial was ended', lines, sender)
}
