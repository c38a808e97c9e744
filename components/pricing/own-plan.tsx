import { planName, standingOf } from '@/components/session/standing'
import { landing } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day, money } from '@/lib/browser/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { unit } from './terms'

/** For a subscriber: what they have, and the way to it. Nothing here can be paid twice. */
export function OwnPlan({ plan }: { plan: CurrentPlan }) {
  const standing = standingOf(plan)
  const price = plan.subscription?.price
  const next = day(standing === 'trialing' ? plan.subscription?.trialEnd : plan.subscription?.currentPeriodEnd)
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan" {...landing}>
        You have a plan.
      </h2>
      <p className="text-lg">
        {planName(plan)}
        {price && `, ${money(price.amount, price.currency)} ${unit[price.interval]}`}.
        {standing === 'trialing' && next && ` Your free trial runs until ${next}.`}
        {standing === 'active' && next && ` It renews on ${next}.`}
        {standing === 'past-due' && ' The last payment was declined; your profile says what to do.'}
      </p>
      <Button href={paths.profile} size="big">
        Go to your profile
      </Button>
    </section>
  )
}

/** For a person whose paid access still runs but will not renew: taking it up again costs nothing now. */
export function EndingPlan({ plan }: { plan: CurrentPlan }) {
  const until = day(plan.subscription?.currentPeriodEnd)
  return (
    <Notice kind="warn" title={until ? `Your plan stays open until ${until}.` : 'Your plan stays open for now.'}>
      <p>
        It will not renew. Before that day you can{' '}
        <a className="link" href={paths.profile}>
          resume it on your profile
        </a>
        , which costs nothing today. A plan bought here now begins, and is charged, at once.
      </p>
    </Notice>
  )
}
