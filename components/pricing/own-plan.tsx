'use client'
import { useEffect, useRef } from 'react'
import { laterEnd, nextCharge, planName, renewal, planStateOf } from '@/components/session/plan-state'
import { focusTarget } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/contract/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { appStoreOf, endingWords, priceWords, storeName } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'

const appStore = ({ subscription }: CurrentPlan) => subscription && appStoreOf(subscription)

/** `replaced`: the plan took the place of the offers. `restored`: the browser came back to a longer page. */
type Arrival = 'refused' | 'replaced' | 'restored' | null

export function OwnPlan({ plan, arrival }: { plan: CurrentPlan; arrival: Arrival }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!arrival || (arrival === 'restored' && scrollY === 0)) return
    // Only move focus if it was lost with the removed buttons.
    const isLost = document.activeElement === document.body
    if (isLost && arrival !== 'restored') heading.current?.focus({ preventScroll: true })
    void heading.current?.scrollIntoView({ block: 'center' })
  }, [arrival])
  const planState = planStateOf(plan)
  const { price, adjusted } = plan.subscription ?? {}
  const next = day(nextCharge(plan))
  const trialEnd = day(renewal(plan))
  const lastDay = day(laterEnd(plan))
  const bought = appStore(plan)
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan" ref={heading} {...focusTarget}>
        You have a plan.
      </h2>
      {arrival === 'refused' && (
        <Notice live="alert" title="It was there already, so this press bought nothing.">
          <p>Perhaps it was bought in another tab or on another device. You do not need to pay again.</p>
        </Notice>
      )}
      <p className="text-lg">
        {price && `${planName(plan)}, ${adjusted ? 'list price ' : ''}${priceWords(price)}.`}
        {planState === 'trialing' && trialEnd && ` Your free trial runs until ${trialEnd}`}
        {planState === 'trialing' && trialEnd && (next === trialEnd ? ', then comes the first charge.' : '.')}
        {planState === 'active' && next && ` It renews on ${next}.`}
        {lastDay && ` It ends on ${lastDay}, and renews until then.`}
        {planState === 'past-due' && !bought && ' The last payment was declined; your profile says what to do.'}
        {planState === 'past-due' && bought && ' The last payment was declined; the store says what to do.'}
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
        {`${early} ${isPaid ? 'It will not renew.' : charges}`.trim()} While it runs you can{' '}
        <a className="link" href={href}>
          {where}
        </a>
        {bought ? '' : `, which costs nothing at once${save}`}. A plan bought here now begins, and is charged, at once.
      </p>
    </Notice>
  )
}

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
  // Nobody misses a checkout that was never completed.
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
