import { money } from '@/lib/contract/money'
import type { EndedPlan } from '@/lib/contract/plan'

/** What went back of a plan that was ended by itself. */
function wentBack({ reason, refund, settled }: EndedPlan): string {
  if (refund)
    return `${money(refund.amount, refund.currency)} is paid back the way it was paid, which can take some days.`
  if (reason === 'gave-way')
    return settled ? 'Nothing more is collected for it.' : 'What is open for it is being closed.'
  return settled ? 'Nothing was charged for it.' : 'If anything was paid for it, that is paid back.'
}

export const endedTitle: Record<EndedPlan['reason'], string> = {
  'second-plan': 'Your second plan was ended.',
  'second-trial': 'Your second free trial was ended.',
  'gave-way': 'Your other plan was ended.',
}

/** Why a plan was ended by itself, and what went back of it. */
export function endedLine(ended: EndedPlan): string {
  const why = {
    'second-plan': 'Two plans were paid for in your account, and you need only one.',
    'second-trial': 'A free trial is given once to each person, and your account has had one.',
    'gave-way': 'It was not paid for, paused, or not begun yet, and you need only one.',
  }
  return `${why[ended.reason]} ${wentBack(ended)}`
}
