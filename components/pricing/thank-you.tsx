'use client'
import { useEffect, useState, type ReactNode } from 'react'
import { leaveForCheckout, takePlan } from '@/components/session/plan'
import { planName, standingOf } from '@/components/session/standing'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { day, money } from '@/lib/browser/format'
import type { CurrentPlan } from '@/lib/contract/plan'
import { elsewhere, exact, paths } from '@/lib/site'
import { confirmPlan, pauses } from './confirm'
import { unit } from './terms'

type Outcome = { state: 'asking'; count: number } | { state: 'confirmed'; plan: CurrentPlan } | { state: 'slow' }

function useOutcome(uid: string | null): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      leaveForCheckout()
      const calls = await import('@/lib/browser/api')
      const plan = await confirmPlan(calls, uid, {
        asking: (count) => setOutcome({ state: 'asking', count }),
        stopped: () => gone,
      })
      if (gone) return
      if (plan) takePlan(plan)
      setOutcome(plan ? { state: 'confirmed', plan } : { state: 'slow' })
    }
    void look()
    return () => {
      gone = true
    }
  }, [uid])
  return outcome
}

/** One rest for each ask; those that have been asked are filled. */
function Asks({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="flex max-w-108 gap-3">
      {pauses.map((pause, index) => (
        <span key={pause} className={`h-10 grow ${index < count ? 'bg-primary' : 'bg-tint'}`} />
      ))}
    </div>
  )
}

function rowsOf(plan: CurrentPlan) {
  const { price, trialEnd, currentPeriodEnd } = plan.subscription ?? {}
  const trialing = standingOf(plan) === 'trialing'
  const next = day(trialing ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd)
  const amount = price ? money(price.amount, price.currency) : ''
  return [
    { term: 'Plan', value: planName(plan), strong: true },
    ...(price ? [{ term: 'Price', value: `${amount} ${unit[price.interval]}` }] : []),
    ...(trialing && next ? [{ term: 'Trial ends', value: next }] : []),
    ...(next ? [{ term: trialing ? `First charge, ${next}` : `Next charge, ${next}`, value: amount || next }] : []),
    { term: 'To cancel', value: 'Profile, “Cancel plan”' },
  ]
}

/** Only the line that says how it stands is live: the same element all along, so that its changes are heard. */
function Frame({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <div className="grid max-w-measure gap-6">
      <h1 className="text-4xl">{title}</h1>
      <p role="status" className="text-lg">
        {line}
      </p>
      {children}
    </div>
  )
}

/** After a payment: the plan when it has come, and never a way to pay once more. */
export function ThankYou() {
  const session = useSession()
  const outcome = useOutcome(session.state === 'in' ? session.uid : null)

  if (session.state === 'anonymous' || session.state === 'guest') {
    return (
      <Frame
        title="Sign in to see your plan"
        line="If you have just paid, your payment may be complete. You do not need to pay again: sign in, and your profile shows the plan."
      >
        <p>
          <Button href={`${paths.auth}?signInSuccessUrl=${encodeURIComponent(exact.checkoutSuccess)}`} size="big">
            Sign in
          </Button>
        </p>
      </Frame>
    )
  }
  if (session.state === 'failed' || outcome.state === 'slow') {
    return (
      <Frame
        title="Your payment may be complete. You do not need to pay again."
        line="The provider has not told us yet. When it does, your plan switches on by itself, so there is no need to pay again."
      >
        <ul className="list-disc ps-6">
          <li>Your profile shows the plan as soon as we know.</li>
          <li>
            If nothing has changed tomorrow,{' '}
            <a className="link" href={paths.contact}>
              write to us
            </a>
            . No phone call.
          </li>
        </ul>
        <p>
          <Button href={paths.profile} size="big">
            See your profile
          </Button>
        </p>
      </Frame>
    )
  }
  if (outcome.state === 'confirmed') {
    return (
      <Frame
        title="Your plan is on."
        line="Thank you. It is confirmed: this is what you have, and when it costs something."
      >
        <Ledger rows={rowsOf(outcome.plan)} />
        <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button href={elsewhere.app} size="big">
            Get the app
          </Button>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={paths.profile}>
            See your plan
          </a>
        </p>
        <p className="text-muted">There is no hurry. It works the same tomorrow.</p>
      </Frame>
    )
  }
  return (
    <Frame title="Confirming your payment" line="This can take a minute. You can leave this page; nothing is lost.">
      <Asks count={outcome.count} />
      <p className="text-muted">
        We have asked {outcome.count} of {pauses.length} times. We stop by ourselves.
      </p>
    </Frame>
  )
}
