'use client'
import type { ReactNode } from 'react'
import { planStateOf, type PlanState } from '@/components/session/plan-state'
import { ConfirmAddress } from '@/components/session/confirm-address'
import { ContactLink, ReloadButton, UnknownHostNotice } from '@/components/session/notices'
import { useSession } from '@/components/session/session'
import { Button } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Notice } from '@/components/ui/notice'
import { isUnknownHost } from '@/lib/browser/config'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { endingWords, planFacts, appStoreOf, storeName } from '@/lib/contract/plan-words'
import { sentences } from '@/lib/contract/sentences'
import { registeredPaths, paths } from '@/lib/site'
import { pollDelaysMs, type Receipt, usePlanConfirmation, useReceipt } from './confirm-plan'
import {
  datesOf,
  endedLine,
  endedTitle,
  slowWords,
  unknownHostWords,
  unreachedWords,
  cancelRow,
  planHeading,
} from './thank-you-words'
import { DoneDrawing, AttemptsDrawing, Frame, type Words } from './thank-you-frame'

const isNewPlan = (planState: PlanState) => planState === 'trialing' || planState === 'active'

function rowsOf(plan: CurrentPlan, planState: PlanState, receipt: Receipt | null) {
  const { name, price, isListPrice } = planFacts(plan)
  const store = appStoreOf(plan.subscription)
  const href = receipt?.url ?? paths.profile
  const receiptLabel = receipt && `Open the receipt, ${money(receipt.amount, receipt.currency)}`
  return [
    { term: 'Plan', value: name, strong: true },
    ...(price ? [{ term: isListPrice ? 'List price' : 'Price', value: price }] : []),
    ...datesOf(plan, planState),
    ...(receipt?.tax ? [{ term: 'Tax', value: `${money(receipt.tax, receipt.currency)}, included` }] : []),
    {
      term: 'Receipt',
      value: store ? (
        `From ${storeName[store]}`
      ) : (
        <ReceiptLink href={href}>{receiptLabel ?? 'On your profile'}</ReceiptLink>
      ),
    },
    cancelRow(plan, planState),
  ]
}

function ReceiptLink({ href, children }: { href: string; children: string }) {
  return (
    // A large tap target in a low row.
    <a key={href} className="link -my-3 tap" href={href}>
      {children}
    </a>
  )
}

const signIn: Words = {
  title: 'Sign in to see your plan',
  line: 'If you’ve just paid, your payment may be complete. You do not need to pay again: sign in to see your plan.',
  children: (
    <p>
      <Button href={`${paths.auth}?signInSuccessUrl=${encodeURIComponent(registeredPaths.checkoutSuccess)}`} size="big">
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
      We email you when a plan starts. If nothing has come by tomorrow, <ContactLink />.
    </p>
  ),
}

/**
 * The page after a payment, which never offers to pay again.
 * @param steps what to do with a running plan
 */
export function ThankYou({ app, steps }: { app: string; steps: ReactNode }) {
  const session = useSession()
  const uid = session.state === 'in' ? session.uid : null
  const confirmation = usePlanConfirmation(uid)
  const receipt = useReceipt(
    confirmation.state === 'confirmed' && !appStoreOf(confirmation.plan.subscription) ? uid : null,
  )

  if (session.state !== 'loading' && session.state !== 'in' && isUnknownHost()) {
    return (
      <Frame art={<AttemptsDrawing count={pollDelaysMs.length} />} {...unknownHostWords}>
        <UnknownHostNotice />
      </Frame>
    )
  }
  if (session.state === 'anonymous' || session.state === 'guest') {
    return <Frame art={<AttemptsDrawing count={0} />} {...signIn} />
  }
  const isUnreachable = session.state === 'failed' || confirmation.state === 'unreached'
  if (isUnreachable || confirmation.state === 'slow') {
    return (
      <Frame
        art={<AttemptsDrawing count={pollDelaysMs.length} />}
        {...(confirmation.state === 'slow' && !isUnreachable ? slowWords(confirmation.plan) : unreachedWords)}
      >
        {session.state === 'failed' && session.isStorageSilent && <p>{sentences.silentStorage}</p>}
        <p>
          Check your profile later today. If your plan isn’t there by tomorrow, <ContactLink />.
        </p>
        {isUnreachable && (
          <div>
            <ReloadButton />
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
  if (confirmation.state === 'ended') return endedFrame(confirmation)
  if (confirmation.state === 'confirmed') {
    const plan = session.state === 'in' && typeof session.plan === 'object' ? session.plan : confirmation.plan
    const confirm = uid && plan.emailUnconfirmed && (
      <ConfirmAddress uid={uid} email={session.state === 'in' ? session.user?.email : null} />
    )
    return confirmedFrame(confirmation, receipt, { app, steps, confirm })
  }
  return (
    <Frame
      art={<AttemptsDrawing count={confirmation.count} />}
      {...(session.state === 'loading' && { out: signIn, still })}
      title="Confirming your payment"
      line="This usually takes less than a minute. You can close this page."
    >
      <p className="text-muted tabular-nums">
        Checking with the payment provider ({confirmation.count} of {pollDelaysMs.length}). You don’t need to do
        anything.
      </p>
    </Frame>
  )
}

// Functions, so that the page keeps one `Frame`, whose status line announces changes.

function endedFrame({ plan, ended }: { plan: CurrentPlan; ended: EndedPlan }) {
  const facts = planFacts(plan)
  const { until } = endingWords(facts, day(facts.periodEnd))
  const isOpen = planStateOf(plan) === 'cancelling'
  return (
    <Frame art={<DoneDrawing />} title={endedTitle[ended.reason]} line={endedLine(ended)}>
      {isOpen && <p>You keep your earlier plan{until}. You can resume it on your profile.</p>}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={isOpen ? paths.profile : `${paths.pricing}?c=true`} size="big">
          {isOpen ? 'See your profile' : 'See the plans'}
        </Button>
      </p>
    </Frame>
  )
}

type Confirmed = { plan: CurrentPlan; ended: EndedPlan | null }
type NextSteps = { app: string; steps: ReactNode; confirm: ReactNode }

function confirmedFrame({ plan, ended }: Confirmed, receipt: Receipt | null, { app, steps, confirm }: NextSteps) {
  const planState = planStateOf(plan)
  const isNew = isNewPlan(planState)
  return (
    <Frame art={<DoneDrawing />} {...planHeading(plan, planState)}>
      {ended && (
        <Notice title={endedTitle[ended.reason]}>
          <p>{endedLine(ended)}</p>
        </Notice>
      )}
      {isNew && steps}
      <section aria-labelledby="your-plan" className="grid gap-4">
        <h2 id="your-plan" className="text-xl">
          Your plan
        </h2>
        <KeyValueList rows={rowsOf(plan, planState, receipt)} />
        {confirm}
      </section>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={paths.profile} variant={isNew ? 'alt' : 'primary'}>
          See your plan
        </Button>
        {!isNew && (
          <a className="link tap font-semibold" href={app}>
            Get the app
          </a>
        )}
      </p>
    </Frame>
  )
}
