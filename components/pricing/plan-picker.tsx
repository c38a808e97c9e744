'use client'
import { useRef, useState, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { mayHavePaid } from '@/components/session/left-to-pay'
import { askPlan } from '@/components/session/plan'
import { isSubscriber, standingOf } from '@/components/session/standing'
import type { Session } from '@/components/session/store'
import { UnknownHost } from '@/components/session/unknown-host'
import { useAgain } from '@/components/session/use-again'
import { useSession } from '@/components/session/use-session'
import type { CurrentPlan, Interval, PlanOffer } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { keepChosenPrice, readChosenPrice } from './chosen-price'
import { CurrencySwitch } from './currency-switch'
import { EndedHere } from './ended-here'
import { choicesOf, currenciesOf, firstCurrency, hasTrial, heldCurrency } from './offers'
import { EndingPlan, OwnPlan, StoppedPlan } from './own-plan'
import { Legend } from './legend'
import { PayInside } from './pay-inside'
import { PlanCard, type Foot } from './plan-card'
import { PlanUnread, Unreachable } from './plan-unread'
import { ProblemNotice } from './problem-notice'
import { SilentProvider } from './silent-provider'
import { StillWater } from './still-water'
import { usePay, type Refusal } from './use-pay'
import { useRefusedFocus, useReturnedFocus } from './use-pay-focus'
import { usePlans } from './use-plans'
import { useSilent } from './use-silent'

/** A drawing for each plan, for people with a trial before them and for those who had one. */
type Art = Record<'trial' | 'direct', Partial<Record<Interval, ReactNode>>>

const planOf = (session: Session): CurrentPlan | null =>
  session.state === 'in' && typeof session.plan === 'object' ? session.plan : null

type CardsProps = {
  offers: PlanOffer[]
  session: Session
  art: Art
  /** The currency that was picked on this page. */
  picked: string | null
  pick: (currency: string) => void
  refused: (why: Refusal) => void
}

function Cards({ offers, session, art, picked, pick, refused }: CardsProps) {
  // As it was when the page came: a press must not move what is below it.
  const [chosen] = useState(readChosenPrice)
  const [first] = useState(() => firstCurrency(offers, navigator.language, chosen))
  const uid = session.state === 'in' ? session.uid : ''
  const silent = useSilent(offers)
  const plan = planOf(session)
  const held = heldCurrency(plan, offers)
  const currency = held ?? picked ?? first
  const standing = plan ? standingOf(plan) : 'none'
  const anonymous = session.state === 'anonymous' || session.state === 'guest'
  // A trial is given once; a purchase that was not completed does not count. Of an unread plan nobody knows.
  const isFirst = !plan?.trialUsed && (!plan?.subscription || plan.subscription.status === 'incomplete')
  const trial = anonymous || plan ? isFirst : null
  const choices = choicesOf(offers, currency)
  const { pay, paying, problem, inside, back, returned } = usePay(uid, offers, trial ?? false, refused)
  const unread = session.state === 'failed' || (session.state === 'in' && session.plan === 'failed')
  const foot: Foot = anonymous
    ? { kind: 'sign-in', href: paths.auth, choose: (offer) => keepChosenPrice(offer.priceId) }
    : plan
      ? { kind: 'pay', paying, problem, silent, pay: (offer) => void pay(offer) }
      : { kind: unread ? 'none' : 'waiting', problem }
  useReturnedFocus(returned)
  useRefusedFocus(foot.kind === 'waiting', problem, offers, choices)

  if (inside && session.state === 'in') {
    const instead = () => void pay(inside.offer, { hosted: true, shown: inside.trial })
    return <PayInside inside={inside} back={back} instead={instead} />
  }
  const hadTrial = trial === false && choices.some(hasTrial)
  const ways = new Set([...offers.map(({ provider }) => provider), ...(silent ? [silent] : [])])
  return (
    <>
      {/* The page explains the ways that there are. */}
      <div
        data-ways={[...ways].join(' ')}
        data-trial-had={hadTrial || undefined}
        className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut"
      >
        {plan && standing === 'cancelling' && <EndingPlan plan={plan} />}
        {plan && standing === 'stopped' && <StoppedPlan plan={plan} />}
        {hadTrial && (
          <p>
            {plan?.trialUsed
              ? 'Everyone gets one free trial, and one was already started with your email address. For you the first charge is today.'
              : 'The free trial is given once, before a first plan. For you the first charge is today.'}
          </p>
        )}
        {problem && !offers.some(({ priceId }) => priceId === problem.priceId) && <ProblemNotice problem={problem} />}
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
          <Legend trial={trial !== false && choices.some(hasTrial)} />
          <CurrencySwitch currencies={held ? [held] : currenciesOf(offers)} value={currency} choose={pick} />
        </div>
      </div>
      <div className="ground-tint isolate mt-6">
        <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 px-gut pt-6 md:grid-cols-2">
          {choices.map((choice) => (
            <PlanCard
              key={choice.interval}
              choice={choice}
              art={art[trial && hasTrial(choice) ? 'trial' : 'direct'][choice.interval]}
              foot={foot}
              trial={trial}
              chosen={!anonymous && Object.values(choice.offers).some((offer) => offer?.priceId === chosen)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

/** Whether the browser went back, forward or anew to this page, and puts it where it was scrolled to. */
function hasComeBack(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward' || visit?.type === 'reload'
}

/** The plans with their real prices, for whoever is looking: to sign in first, to pay, or to see the plan they have. */
export function PlanPicker({ art }: { art: Art }) {
  const session = useSession()
  const [offers, askOffers] = usePlans()
  const box = useRef<HTMLDivElement>(null)
  const planAgain = useAgain(box, askPlan)
  const offersAgain = useAgain(box, askOffers)
  const plan = planOf(session)
  // What there is to choose depends on the plan: it is waited for once, so that nothing moves when it comes.
  const [settled, setSettled] = useState(false)
  const known = session.state !== 'loading' && !(session.state === 'in' && session.plan === 'unknown')
  if (known && !settled) setSettled(true)
  const [picked, setPicked] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const tellRefused = (why: Refusal) => (why === 'plan' ? setRefused(true) : void askOffers())
  const subscribes = plan !== null && isSubscriber(standingOf(plan))
  // What showed before the plan did, where the page is the same one.
  const [chose, setChose] = useState(false)
  if (settled && !subscribes && !chose) setChose(true)
  const [wasIn, setWasIn] = useState(false)
  if (settled && session.state === 'in' && !wasIn) setWasIn(true)
  const unread = session.state === 'in' && (session.plan === 'failed' || (session.plan === 'unknown' && planAgain.busy))
  const frame = (content: ReactNode) => (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut py-6">{content}</div>
  )

  if (offers === 'unknown-host') return frame(<UnknownHost title="You can’t sign in or pay at this address." />)
  if (plan && subscribes) {
    const arrival = refused ? 'refused' : chose ? 'replaced' : hasComeBack() ? 'restored' : null
    return (
      <div ref={box} data-own>
        {/* Another water than the one before: there its words stood elsewhere. */}
        <StillWater key="own" charge>
          {frame(<OwnPlan plan={plan} arrival={arrival} />)}
        </StillWater>
      </div>
    )
  }
  return (
    <div ref={box}>
      {session.state === 'anonymous' && session.ended && frame(<EndedHere came={wasIn} />)}
      {session.state === 'failed' && frame(<Unreachable />)}
      {unread && frame(<PlanUnread paid={mayHavePaid(session.uid)} {...planAgain} />)}
      {(offers === 'loading' || (typeof offers === 'object' && !settled)) && (
        <StillWater>{frame(<Busy served>Asking for the prices.</Busy>)}</StillWater>
      )}
      {(offers === 'silent' || offers === 'unreached') &&
        frame(<SilentProvider reached={offers === 'silent'} {...offersAgain} />)}
      {typeof offers === 'object' && settled && (
        // What somebody pressed is theirs alone: another person who signs in, in whatever tab, begins anew.
        <Cards
          key={session.state === 'in' ? session.uid : ''}
          offers={offers}
          session={session}
          art={art}
          picked={picked}
          pick={setPicked}
          refused={tellRefused}
        />
      )}
    </div>
  )
}
