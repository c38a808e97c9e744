import { planName, type Standing } from '@/components/session/standing'
import { day, money } from '@/lib/browser/format'
import type { CurrentPlan, Store } from '@/lib/contract/plan'

const unit = { month: 'a month', year: 'a year' }
export const storeName: Record<Store, string> = {
  stripe: 'card, through Stripe',
  chargebee: 'Chargebee',
  play_store: 'the Play Store',
  app_store: 'the App Store',
}

/** The plan and where it stands, in one line. */
export function planLine(plan: CurrentPlan, standing: Standing): string {
  const name = planName(plan)
  const end = day(plan.subscription?.currentPeriodEnd)
  const trialEnd = day(plan.subscription?.trialEnd) || end
  switch (standing) {
    case 'none':
      return 'You have no plan.'
    case 'trialing':
      return trialEnd ? `${name}, free trial until ${trialEnd}` : `${name}, free trial`
    case 'active':
      return end ? `${name}, renews on ${end}` : `${name}, active`
    case 'past-due':
      return `${name}, last payment declined`
    case 'cancelling':
      return end ? `${name}, ends on ${end}` : `${name}, cancelled`
    case 'ended':
      return end ? `${name}, ended on ${end}` : `${name}, ended`
    case 'stopped':
      return `${name}, ${stoppedWords(plan)}`
  }
}

function stoppedWords({ subscription }: CurrentPlan): string {
  if (subscription?.status === 'paused') return 'paused'
  if (subscription?.status === 'future') return 'not begun yet'
  if (subscription?.status === 'unpaid') return 'stopped because a payment did not go through'
  return 'the payment was not completed'
}

/** Price, next charge and the way it is paid, as far as they are known. */
export function planRows(plan: CurrentPlan, standing: Standing) {
  const { price, currentPeriodEnd, trialEnd, store } = plan.subscription ?? {}
  const amount = price ? money(price.amount, price.currency) : ''
  const next = day(standing === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd)
  const charged = standing === 'trialing' || standing === 'active'
  return [
    ...(price ? [{ term: 'Price', value: `${amount} ${unit[price.interval]}` }] : []),
    ...(charged && next
      ? [{ term: standing === 'trialing' ? `First charge, ${next}` : `Next charge, ${next}`, value: amount || next }]
      : []),
    ...(store ? [{ term: 'Paid with', value: storeName[store] }] : []),
  ]
}
