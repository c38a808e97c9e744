'use client'
import { useEffect, useState, type ReactNode } from 'react'
import { leaveForCheckout, takePlan } from '@/components/session/plan'
import { nextCharge, planName, standingOf, type Standing } from '@/components/session/standing'
import { Reload } from '@/components/session/reload'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import { ask } from '@/lib/browser/ask'
import { day, dayAndHour, periodAfter } from '@/lib/contract/day'
import { money } from '@/lib/contract/money'
import type { Answer } from '@/lib/browser/answer'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { appStoreOf, endingWords, priceWords, storeName, taxAsSaid } from '@/lib/contract/plan-words'
import { exact, paths } from '@/lib/site'
import { forgetChosenPrice, readChosenPrice } from './chosen-price'
import { confirmPlan, isLastWord, pauses } from './confirm'
import { endedLine, endedTitle } from './ended-words'
import { Answered, Asks } from './thank-you-art'
import { useReceipt, type Receipt } from './use-receipt'

type Outcome =
  | { state: 'asking'; count: number }
  | { state: 'confirmed'; plan: CurrentPlan; ended: EndedPlan | null }
  /** What was paid for was ended by itself. */
  | { state: 'ended'; plan: CurrentPlan; ended: EndedPlan }
  /** `plan` is what there is, where this browser knows of no payment that is waited for. */
  | { state: 'slow'; plan: CurrentPlan | null }
  /** Not one of the asks got an answer: it is the connection that is missing. */
  | { state: 'unreached' }

function useOutcome(uid: string | null): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking', count: 1 })
  useEffect(() => {
    if (!uid) return
    let gone = false
    const look = async () => {
      leaveForCheckout()
      let reached = false
      const heard = (answer: Answer<CurrentPlan>) => {
        reached ||= answer.status !== 0
        return answer
      }
      const calls = {
        billingSync: () => ask((api) => api.billingSync(uid)).then(heard),
        currentPlan: () => ask((api) => api.currentPlan(uid)).then(heard),
      }
      const buying = readChosenPrice() !== null
      const found = await confirmPlan(calls, uid, {
        buying,
        asking: (count) => setOutcome({ state: 'asking', count }),
        stopped: () => gone,
      })
      if (gone) return
      if (!found) return setOutcome(reached ? { state: 'slow', plan: null } : { state: 'unreached' })
      const { isBought, plan, ended } = found
      if (!isBought && !isLastWord(ended)) return setOutcome({ state: 'slow', plan: buying ? null : plan })
      takePlan(plan)
      forgetChosenPrice()
      setOutcome(!isBought && ended ? { state: 'ended', plan, ended } : { state: 'confirmed', plan, ended })
    }
    void look()
    return () => {
      gone = true
    }
  }, [uid])
  return outcome
}

function rowsOf(plan: CurrentPlan, standing: Standing, receipt: Receipt | null) {
  const { price } = plan.subscription ?? {}
  return [
    { term: 'Plan', value: planName(plan), strong: true },
    ...(price ? [{ term: 'Price', value: priceWords(price) }] : []),
    ...datesOf(plan, standing),
    { term: 'Receipt', value: <ReceiptLink receipt={receipt} /> },
    wayOf(plan, standing),
  ]
}

/** What comes on which day; of a plan whose payment was declined nobody knows. */
function datesOf(plan: CurrentPlan, standing: Standing) {
  const { price, currentPeriodEnd, status } = plan.subscription ?? {}
  const amount = price ? money(price.amount, price.currency) : ''
  const bought = plan.subscription && !appStoreOf(plan.subscription)
  const tax = price && bought ? [{ term: 'Tax', value: taxAsSaid }] : []
  const end = day(currentPeriodEnd)
  const charge = nextCharge(plan)
  const next = day(charge)
  const isPaid = status !== 'past_due'
  if (standing === 'cancelling' && end) return [{ term: isPaid ? 'Ends' : 'Ends, at the latest', value: end }]
  if (standing === 'active' && next) return [{ term: `Renews, ${next}`, value: amount || next }, ...tax]
  if (standing !== 'trialing' || !charge || !next) return []
  return [
    { term: 'Trial ends', value: dayAndHour(charge) },
    { term: `First charge, ${next}`, value: amount || next },
    ...(price ? [{ term: `Renews, ${day(periodAfter(new Date(charge), price.interval))}`, value: amount }] : []),
    ...tax,
  ]
}

function wayOf({ subscription }: CurrentPlan, standing: Standing) {
  const store = subscription && appStoreOf(subscription)
  const [term, button] = standing === 'cancelling' ? ['To resume', 'Resume plan'] : ['To cancel', 'Cancel plan']
  return { term, value: store ? `In ${storeName[store]}` : `Profile, “${button}”` }
}

/** What the page says of a plan that has come. It may have been cancelled, or a payment declined, since it was bought. */
function wordsOf({ subscription }: CurrentPlan, standing: Standing): { title: string; line: string } {
  if (standing === 'cancelling') {
    const { until, early, isPaid } = endingWords(subscription, day(subscription?.currentPeriodEnd))
    return {
      title: 'Your plan will not renew.',
      line: `It was cancelled, and stays open${until || (isPaid ? ' for as long as it is paid' : ' for now')}.${early}`,
    }
  }
  if (standing === 'past-due') {
    const who = subscription && appStoreOf(subscription) ? 'the store' : 'your profile'
    return {
      title: 'You have a plan.',
      line: `Its last payment was declined; ${who} says what to do. You do not need to buy it again.`,
    }
  }
  return { title: 'Your plan is on.', line: 'Thank you. Below are your plan and its dates.' }
}

const mayBeComplete = 'Your payment may be complete. You do not need to pay again.'

const unreachedWords = {
  title: mayBeComplete,
  line: 'We could not ask just now: the connection, or the sign-in service, did not answer. That changes nothing about what you paid. Your plan starts on its own.',
}

/**
 * What is said when no new plan has come.
 * @param plan the one that there is, where this page may have been opened again long after a payment
 */
function slowWords(plan: CurrentPlan | null): { title: string; line: string } {
  const standing = plan ? standingOf(plan) : 'none'
  const since =
    'If you have paid since then, you do not need to pay again: your plan starts as soon as the provider answers.'
  if (standing === 'ended') {
    const end = day(plan?.subscription?.currentPeriodEnd)
    return { title: 'Your plan has ended.', line: `${end ? `It ended on ${end}. ` : ''}${since}` }
  }
  if (standing === 'stopped') return { title: 'Your plan does not run.', line: `Your profile says why. ${since}` }
  return {
    title: mayBeComplete,
    line: 'We are still waiting for the provider. Your plan starts as soon as it answers.',
  }
}

/** The provider's own page of the receipt; without one, where receipts are. */
function ReceiptLink({ receipt }: { receipt: Receipt | null }) {
  return (
    // As high as a finger needs, in a row as high as the others; two links, of which one takes the other's place.
    <a key={receipt?.id} className="link -my-3 inline-flex min-h-11 items-center" href={receipt?.url ?? paths.profile}>
      {receipt ? `Open the receipt, ${money(receipt.amount, receipt.currency)}` : 'On your profile'}
    </a>
  )
}

type Words = { title: string; line: string; children: ReactNode }
type FrameProps = Words & {
  art: ReactNode
  /** What stands there instead for somebody who, as far as this browser knows, is not signed in. */
  out?: Words
}

const ifOut = 'hidden [[data-session=out]_&]:grid'
const unlessOut = '[[data-session=out]_&]:hidden'

/**
 * Only the line that says how it stands is live: one element all along, so that its changes are heard. It has
 * no box, and what is in it comes anew with all that stands below the heading, so that nothing moves.
 */
function Frame({ title, line, art, children, out }: FrameProps) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className="lg:pt-4">{art}</div>
      <div className="grid max-w-measure content-start gap-6">
        <h1 className="text-4xl">
          {out ? (
            <>
              <span className={unlessOut}>{title}</span>
              <span className={ifOut}>{out.title}</span>
            </>
          ) : (
            title
          )}
        </h1>
        <div role="status" className="contents">
          <p key={title} className={`text-lg ${out ? unlessOut : ''}`}>
            {line}
          </p>
          {out && <p className={`text-lg ${ifOut}`}>{out.line}</p>}
        </div>
        <div key={title} className={`grid content-start gap-6 ${out ? unlessOut : ''}`}>
          {children}
        </div>
        {out && <div className={`content-start gap-6 ${ifOut}`}>{out.children}</div>}
      </div>
    </div>
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

/**
 * After a payment: the plan when it has come, and never a way to pay once more.
 * @param app where the app is got: a setting, which only the server knows
 */
export function ThankYou({ app }: { app: string }) {
  const session = useSession()
  const uid = session.state === 'in' ? session.uid : null
  const outcome = useOutcome(uid)
  const receipt = useReceipt(outcome.state === 'confirmed' ? uid : null)

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
          Look at your profile later today. If the plan is not there by tomorrow,{' '}
          <a className="link" href={paths.contact}>
            write to us
          </a>
          .
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
  if (outcome.state === 'ended') {
    const { plan, ended } = outcome
    const standing = standingOf(plan)
    const { until } = endingWords(plan.subscription, day(plan.subscription?.currentPeriodEnd))
    const isOpen = standing === 'cancelling'
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
  if (outcome.state === 'confirmed') {
    const { plan, ended } = outcome
    const standing = standingOf(plan)
    return (
      <Frame art={<Answered />} {...wordsOf(plan, standing)}>
        {ended && (
          <Notice title={endedTitle[ended.reason]}>
            <p>{endedLine(ended)}</p>
          </Notice>
        )}
        <Ledger rows={rowsOf(plan, standing, receipt)} />
        <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button href={app} size="big">
            Get the app
          </Button>
          <a className="link inline-flex min-h-11 items-center font-semibold" href={paths.profile}>
            See your plan
          </a>
        </p>
      </Frame>
    )
  }
  return (
    <Frame
      art={<Asks count={outcome.count} />}
      // The page says at once what it will come to say.
      {...(session.state === 'loading' && { out: signIn })}
      title="Confirming your payment"
      line="Usually under a minute. You may close this page."
    >
      <p className="text-muted tabular-nums">
        We have asked {outcome.count} of {pauses.length} times. We stop by ourselves.
      </p>
    </Frame>
  )
}
