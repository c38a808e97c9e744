'use client'
import { planName, planStateOf, type PlanState } from '@/components/session/plan-state'
import { ContactLink, Reload, UnknownHost } from '@/components/session/notices'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import { isUnknownHost } from '@/lib/browser/base'
import { day, money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { appStoreOf, endingWords, priceWords, storeName } from '@/lib/contract/plan-words'
import { exact, paths } from '@/lib/site'
import { pauses, type Receipt, useOutcome, useReceipt } from './confirm-plan'
import {
  datesOf,
  endedLine,
  endedTitle,
  slowWords,
  unknownHostWords,
  unreachedWords,
  wayOf,
  wordsOf,
} from './thank-you-words'
import { Answered, Asks, Frame, type Words } from './thank-you-frame'

const storeOf = ({ subscription }: CurrentPlan) => subscription && appStoreOf(subscription)

function rowsOf(plan: CurrentPlan, planState: PlanState, receipt: Receipt | null) {
  const { price, adjusted } = plan.subscription ?? {}
  const store = storeOf(plan)
  return [
    { term: 'Plan', value: planName(plan), strong: true },
    ...(price ? [{ term: adjusted ? 'List price' : 'Price', value: priceWords(price) }] : []),
    ...datesOf(plan, planState),
    { term: 'Receipt', value: store ? `From ${storeName[store]}` : <ReceiptLink receipt={receipt} /> },
    wayOf(plan, planState),
  ]
}

function ReceiptLink({ receipt }: { receipt: Receipt | null }) {
  return (
    // A tap target as high as a finger needs, without a higher row.
    <a key={receipt?.id} className="link -my-3 tap" href={receipt?.url ?? paths.profile}>
      {receipt ? `Open the receipt, ${money(receipt.amount, receipt.currency)}` : 'On your profile'}
    </a>
  )
}

const signIn: Words = {
  title: 'Sign in to see your plan',
  line: 'If you have just paid, your payment may be complete. You do not need to pay again: sign in, and your profile shows the plan.',
  children: (
    <p>
      <Button href={`${paths.auth}?signInSuccessUrl=${encodeURIComponent(exact.checkoutSuccess)}`} size="big">
        Sign in
      </Button>
    </p>
  ),
}

const still: Words = {
  title: 'Your payment may be complete',
  line: 'You do not need to pay again. This page needs JavaScript to show your plan.',
  children: (
    <p>
      We write to your e-mail address when a plan begins. If nothing has come by tomorrow, <ContactLink />.
    </p>
  ),
}

/** The page after a payment. It never offers to pay again. */
export function ThankYou({ app }: { app: string }) {
  const session = useSession()
  const uid = session.state === 'in' ? session.uid : null
  const outcome = useOutcome(uid)
  const receipt = useReceipt(outcome.state === 'confirmed' && !storeOf(outcome.plan) ? uid : null)

  if (session.state !== 'loading' && session.state !== 'in' && isUnknownHost()) {
    return (
      <Frame art={<Asks count={pauses.length} />} {...unknownHostWords}>
        <UnknownHost />
      </Frame>
    )
  }
  if (session.state === 'anonymous' || session.state === 'guest') {
    return <Frame art={<Asks count={0} />} {...signIn} />
  }
  const unreached = session.state === 'failed' || outcome.state === 'unreached'
  if (unreached || outcome.state === 'slow') {
    return (
      <Frame
        art={<Asks count={pauses.length} />}
        {...(outcome.state === 'slow' && !unreached ? slowWords(outcome.plan) : unreachedWords)}
      >
        <p>
          Look at your profile later today. If the plan is not there by tomorrow, <ContactLink />.
        </p>
        {unreached && (
          <div>
            <Reload />
          </div>
        )}
        <p>
          <Button href={paths.profile} size="big">
            See your profile
          </Button>
        </p>
      </Frame>
    )
  }
  if (outcome.state === 'ended') return endedFrame(outcome)
  if (outcome.state === 'confirmed') return confirmedFrame(outcome, receipt, app)
  return (
    <Frame
      art={<Asks count={outcome.count} />}
      {...(session.state === 'loading' && { out: signIn, still })}
      title="Confirming your payment"
      line="Usually under a minute. You may close this page."
    >
      <p className="text-muted tabular-nums">
        We have asked {outcome.count} of {pauses.length} times. We stop by ourselves.
      </p>
    </Frame>
  )
}

// Functions, not components: the page keeps one `Frame`, whose status line announces each change.

function endedFrame({ plan, ended }: { plan: CurrentPlan; ended: EndedPlan }) {
  const { until } = endingWords(plan.subscription, day(plan.subscription?.currentPeriodEnd))
  const isOpen = planStateOf(plan) === 'cancelling'
  return (
    <Frame art={<Answered />} title={endedTitle[ended.reason]} line={endedLine(ended)}>
      {isOpen && <p>The plan that you had before stays open{until}. Your profile says how to resume it.</p>}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={isOpen ? paths.profile : `${paths.pricing}?c=true`} size="big">
          {isOpen ? 'See your profile' : 'See the plans'}
        </Button>
      </p>
    </Frame>
  )
}

type Confirmed = { plan: CurrentPlan; ended: EndedPlan | null }

function confirmedFrame({ plan, ended }: Confirmed, receipt: Receipt | null, app: string) {
  const planState = planStateOf(plan)
  return (
    <Frame art={<Answered />} {...wordsOf(plan, planState)}>
      {ended && (
        <Notice title={endedTitle[ended.reason]}>
          <p>{endedLine(ended)}</p>
        </Notice>
      )}
      <Ledger rows={rowsOf(plan, planState, receipt)} />
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={app} size="big">
          Get the app
        </Button>
        <a className="link tap font-semibold" href={paths.profile}>
          See your plan
        </a>
      </p>
    </Frame>
  )
}
