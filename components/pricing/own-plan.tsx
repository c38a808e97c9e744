'use client'
import { useEffect, useRef } from 'react'
import { laterEnd, nextCharge, planName, renewal, standingOf } from '@/components/session/plan-state'
import { landing } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/contract/day'
import type { CurrentPlan } from '@/lib/contract/plan'
import { appStoreOf, endingWords, priceWords, storeName } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'

const appStore = ({ subscription }: CurrentPlan) => subscription && appStoreOf(subscription)

/**
 * How a subscriber comes to see their plan here: it took the place of the plans to choose from, perhaps because
 * a press was refused for it; or the browser came back to this page, which was longer then. Null otherwise.
 */
type Arrival = 'refused' | 'replaced' | 'restored' | null

/** For a subscriber: what they have, and the way to it. Nothing here can be paid twice. */
export function OwnPlan({ plan, arrival }: { plan: CurrentPlan; arrival: Arrival }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!arrival || (arrival === 'restored' && scrollY === 0)) return
    // What had the focus may be gone with the plans; whoever is elsewhere on the page stays there.
    const isLost = document.activeElement === document.body
    if (isLost && arrival !== 'restored') heading.current?.focus({ preventScroll: true })
    void heading.current?.scrollIntoView({ block: 'center' })
  }, [arrival])
  const standing = standingOf(plan)
  const { price, adjusted } = plan.subscription ?? {}
  const next = day(nextCharge(plan))
  const trialEnd = day(renewal(plan))
  const lastDay = day(laterEnd(plan))
  const bought = appStore(plan)
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan" ref={heading} {...landing}>
        You have a plan.
      </h2>
      {arrival === 'refused' && (
        <Notice live="alert" title="It was there already, so this press bought nothing.">
          <p>Perhaps it was bought in another tab or on another device. You do not need to pay again.</p>
        </Notice>
      )}
      <p className="text-lg">
        {price && `${planName(plan)}, ${adjusted ? 'list price ' : ''}${priceWords(price)}.`}
        {standing === 'trialing' && trialEnd && ` Your free trial runs until ${trialEnd}`}
        {standing === 'trialing' && trialEnd && (next === trialEnd ? ', then comes the first charge.' : '.')}
        {standing === 'active' && next && ` It renews on ${next}.`}
        {lastDay && ` It ends on ${lastDay}, and renews until then.`}
        {standing === 'past-due' && !bought && ' The last payment was declined; your profile says what to do.'}
        {standing === 'past-due' && bought && ' The last payment was declined; the store says what to do.'}
      </p>
      {bought && (
        <p>
          You bought it in {storeName[bought]}, which charges, renews and cancels it:{' '}
          <a className="link" href={storeCancelAddress[bought]}>
            open your plans in {storeName[bought]}
          </a>
          .
        </p>
      )}
      <Button href={paths.profile} size="big">
        Go to your profile
      </Button>
    </section>
  )
}

/** For a person whose paid access still runs but will not renew: taking it up again costs nothing now. */
export function EndingPlan({ plan }: { plan: CurrentPlan }) {
  const { until, early, charges, isPaid, save } = endingWords(
    plan.subscription,
    day(plan.subscription?.currentPeriodEnd),
  )
  const bought = appStore(plan)
  const [where, href] = bought
    ? [`resume it in ${storeName[bought]}`, storeCancelAddress[bought]]
    : ['resume it on your profile', paths.profile]
  return (
    <Notice kind="warn" title={`Your plan stays open${until || ' for now'}.`}>
      <p>
        {/* Whoever buys another may have to pay for both. */}
        {`${early} ${isPaid ? 'It will not renew.' : charges}`.trim()} While it runs you can{' '}
        <a className="link" href={href}>
          {where}
        </a>
        {bought ? '' : `, which costs nothing at once${save}`}. A plan bought here now begins, and is charged, at once.
      </p>
    </Notice>
  )
}

/** For a person whose plan was bought and gives no access now: what it is waiting for, before another is bought. */
export function StoppedPlan({ plan }: { plan: CurrentPlan }) {
  const status = plan.subscription?.status
  const store = appStore(plan)
  const words =
    status === 'unpaid'
      ? 'Its last payment did not go through, so it has stopped.'
      : status === 'paused'
        ? 'It is paused.'
        : status === 'future'
          ? 'It has not begun yet.'
          : null
  // A payment that was begun and never completed is no plan that anybody would miss.
  if (!words) return null
  return (
    <Notice kind="warn" title="You have a plan that is not running.">
      <p>
        {words}{' '}
        <a className="link" href={paths.profile}>
          Your profile
        </a>{' '}
        shows it. {store ? `End it in ${storeName[store]}, too: a` : 'A'} plan bought here{' '}
        {store ? 'comes beside it' : 'takes its place'}, and is charged at once.
      </p>
    </Notice>
  )
}
