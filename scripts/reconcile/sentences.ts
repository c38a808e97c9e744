import { money } from '@/lib/contract/format'
import { priceWords, providerName } from '@/lib/contract/plan-words'
import type { Change, ReconcileLine, ReconciledPlan } from '@/lib/contract/reconcile'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const dayOf = (time: string) => day.format(new Date(time))

const states: Record<ReconciledPlan['status'], string> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past due',
  unpaid: 'unpaid',
  paused: 'paused',
  incomplete: 'not paid for yet',
  future: 'not started yet',
  canceled: 'ended',
}

function describePlan(plan: ReconciledPlan | null): string {
  if (!plan) return 'no plan'
  const until = plan.access && plan.currentPeriodEnd ? ` until ${dayOf(plan.currentPeriodEnd)}` : ''
  const end = plan.access && plan.isUnSubscribed ? ', then it ends' : ''
  return `${states[plan.status]}${until}${end}`
}

const describePrice = ({ price }: ReconciledPlan) => (price ? priceWords(price) : 'no known price')

function describeChange({ before, after }: Change): string {
  if (before && describePlan(before) === describePlan(after)) {
    return `${describePlan(after)}: ${describePrice(before)} → ${describePrice(after)}`
  }
  return `${describePlan(before)} → ${describePlan(after)}`
}

const countCustomers = (count: number) => `${count} ${count === 1 ? 'customer' : 'customers'}`

export function describeLine(line: ReconcileLine): string[] {
  if ('checked' in line) {
    return [`Checked ${countCustomers(line.checked)}, changed ${line.changed}, ${line.failed} could not be read.`]
  }
  const who = `${providerName[line.store]}${line.customer ? ` ${line.customer}` : ''}`
  if ('error' in line) return [`${who}: ${line.customer ? 'could not be read. ' : ''}${line.error}`]
  if ('paidBack' in line) {
    const { subscription, amount, currency } = line.paidBack
    const sum = currency && amount > 0 ? `${money(amount, currency)} refunded` : 'nothing to refund'
    return [`${who}: a second plan, ${subscription}, was ended; ${sum}.`]
  }
  return [line, ...(line.others ?? [])].map((change) => `${who}: ${describeChange(change)}`)
}
