'use client'
import { useEffect, useRef } from 'react'
import { trialDaysLine, planStateOf } from '@/components/session/plan-state'
import { focusTarget } from '@/components/ui/retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/browser/local-time'
import type { CurrentPlan } from '@/lib/contract/plan'
import {
  type AppStore,
  endingWords,
  paymentSentence,
  planFacts,
  appStoreOf,
  storeName,
} from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'

/** `replaced`: shown instead of the offers. */
type Arrival = 'refused' | 'replaced' | null

type ExistingPlanProps = {
  plan: CurrentPlan
  arrival: Arrival
  app: string
}

/** The subscriber's plan and the next steps. */
export function ExistingPlan({ plan, arrival, app }: ExistingPlanProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!arrival) return
    // The focus was lost with the removed buttons.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    void heading.current?.scrollIntoView({ block: 'center' })
  }, [arrival])
  const planState = planStateOf(plan)
  const { name, price, isListPrice, charge, renewsAt, lastDay, payment } = planFacts(plan)
  const next = day(charge.at)
  const trialEnd = day(renewsAt)
  const store = appStoreOf(plan.subscription)
  const days = trialDaysLine(plan)
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan" ref={heading} {...focusTarget}>
        You have a plan.
      </h2>
      {arrival === 'refused' && (
        <Notice live="alert" title="You already had it, so nothing was bought just now.">
          <p>You may have bought it in another tab or on another device. You do not need to pay again.</p>
        </Notice>
      )}
      <p className="text-lg">
        {price && `${name}, ${isListPrice ? 'list price ' : ''}${price}.`}
        {planState === 'trialing' && trialEnd && ` Your free trial runs until ${trialEnd}.`}
        {planState === 'trialing' && trialEnd && next === trialEnd && ' That’s also the day of the first charge.'}
        {days && ` ${days}.`}
        {planState === 'active' && next && ` It renews on ${next}.`}
        {lastDay && ` It renews until it ends on ${day(lastDay)}.`}
        {planState === 'past-due' &&
          payment &&
          ` ${paymentSentence[payment]} ${store ? 'The store' : 'Your profile'} shows what to do.`}
      </p>
      {store && (
        <p>
          You bought it in {storeName[store]}, so you manage and cancel it there:{' '}
          <a className="link" href={storeCancelAddress[store]}>
            open your plans in {storeName[store]}
          </a>
          .
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        {planState !== 'past-due' && (
          <Button href={app} size="big">
            Get the app
          </Button>
        )}
        <Button href={paths.profile} size="big" variant={planState === 'past-due' ? 'primary' : 'alt'}>
          Go to your profile
        </Button>
      </p>
      <p>
        Next, you can{' '}
        <a className="link" href={paths.sessions}>
          choose a group call
        </a>{' '}
        or{' '}
        <a className="link" href={paths.toolCall}>
          rehearse one
        </a>{' '}
        on your own. There’s no hurry.
      </p>
    </section>
  )
}

type EndingPlanProps = { plan: CurrentPlan; app: string }

/** A cancelled plan that still runs. It is resumed instead of bought again. */
export function EndingPlan({ plan, app }: EndingPlanProps) {
  const facts = planFacts(plan)
  const { until, earlyEndNote, charges, chargeException } = endingWords(facts, day(facts.periodEnd))
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan">{`You keep your plan${until || ' for now'}.`}</h2>
      <p className="text-lg">
        {`${earlyEndNote} ${facts.isSettled ? 'It will not renew.' : charges}`.trim()}{' '}
        {`If you resume it, it renews again. You will not be charged straight away${chargeException}.`}
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        <Button href={`${paths.profile}#resume`} size="big">
          Resume your plan
        </Button>
        <Button href={app} size="big" variant="alt">
          Open the app
        </Button>
      </p>
    </section>
  )
}

/** An app store resumes its plan there, but a plan can be bought here too. */
export function EndingInStore({ plan, store }: { plan: CurrentPlan; store: AppStore }) {
  const facts = planFacts(plan)
  const { until } = endingWords(facts, day(facts.periodEnd))
  return (
    <Notice kind="warn" title={`You keep your plan${until || ' for now'}.`}>
      <p>
        It will not renew. While it runs you can{' '}
        <a className="link" href={storeCancelAddress[store]}>
          resume it in {storeName[store]}
        </a>
        . If you buy a plan here now, it starts straight away and you’re charged for it.
      </p>
    </Notice>
  )
}

export function StoppedPlan({ plan }: { plan: CurrentPlan }) {
  const status = plan.subscription?.status
  const store = appStoreOf(plan.subscription)
  const words =
    status === 'unpaid'
      ? 'Its last payment failed, so it has stopped.'
      : status === 'paused'
        ? 'It is paused.'
        : status === 'future'
          ? 'It hasn’t started yet.'
          : null
  // The checkout was never completed.
  if (!words) return null
  return (
    <Notice kind="warn" title="You have a plan that isn’t running.">
      <p>
        {words} You can see it on{' '}
        <a className="link" href={paths.profile}>
          your profile
        </a>
        .{' '}
        {store
          ? `A plan that you buy here will not replace it, so please also end it in ${storeName[store]}. You’ll be charged straight away.`
          : 'A plan that you buy here replaces it, and you’ll be charged straight away.'}
      </p>
    </Notice>
  )
}
