import { standingOf } from '@/components/session/standing'
import type { Plan } from '@/components/session/store'
import { appStoreOf } from '@/lib/contract/plan-words'
import { paths } from '@/lib/site'

/** What became of a plan that was bought here, as far as the page knew of one; empty where there was none. */
function planWords(plan: Plan): string {
  if (typeof plan !== 'object') return 'A plan that was bought here has ended with it, and nothing more is charged.'
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return ''
  const standing = standingOf(plan)
  if (standing === 'none' || standing === 'ended' || subscription.status === 'incomplete') return ''
  const isOpen = subscription.status === 'past_due' || subscription.status === 'unpaid'
  return isOpen
    ? 'Your plan has ended, and its open invoice is closed. A payment that is already under way may still go through.'
    : 'Your plan has ended, and nothing more is charged.'
}

/** After the end of an account: what went with it. */
export function WentWithIt({ plan }: { plan: Plan }) {
  const words = planWords(plan)
  return (
    <>
      <p>Your record, and what was stored with it, are gone from this site.</p>
      {words && <p>{words}</p>}
      <p>
        What stays for a time, without your name, stands in the{' '}
        <a className="link" href={`${paths.privacy}#how-long`}>
          privacy policy
        </a>
        .
      </p>
    </>
  )
}
