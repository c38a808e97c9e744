'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { Ended, UnknownHost } from '@/components/session/notices'
import { askPlan } from '@/components/session/plan'
import { isSubscriber, standingOf } from '@/components/session/plan-state'
import { mayHavePaid } from '@/components/session/storage'
import type { Session } from '@/components/session/store'
import { useAgain } from '@/components/session/use-retry'
import { useSession } from '@/components/session/use-session'
import type { CurrentPlan, Interval, PlanOffer } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { keepChosenPrice, readChosenPrice } from './chosen-price'
import { PayInside } from './embedded-checkout'
import { choicesOf, currenciesOf, firstCurrency, hasTrial, heldCurrency, usePlans, useSilent } from './offers'
import { EndingPlan, OwnPlan, StoppedPlan } from './own-plan'
import { type Foot, PlanCard, useRefusedFocus, useReturnedFocus } from './plan-card'
import { PlanUnread, ProblemNotice, SilentProvider, Unreachable } from './problems'
import { type Refusal, usePay } from './use-checkout'

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

/**
 * Says above the plans that the session has ended.
 * @param came whether the plans stood there before it: then it is brought into sight, since the button that was
 *   pressed may stand a window's height further down, and has the focus where that has gone with the button
 */
export function EndedHere({ came }: { came: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!came) return
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
    void box.current?.scrollIntoView({ block: 'center' })
  }, [came])
  return (
    <div ref={box} tabIndex={-1} className="max-w-184">
      <Ended link />
    </div>
  )
}

type CurrencySwitchProps = { currencies: string[]; value: string; choose: (currency: string) => void }

/** Only where there is something to choose. */
export function CurrencySwitch({ currencies, value, choose }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <label className="flex items-center gap-4 text-md font-semibold">
      Currency
      <select
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-12 rounded border-2 border-border bg-surface px-3 text-text"
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}

function Item({ mark, children }: { mark: ReactNode; children: string }) {
  return (
    <li className="flex items-center gap-2.5">
      {mark}
      {children}
    </li>
  )
}

const bar = 'h-2.25 w-6'

/** What the marks above and below the waterline stand for; the trial only where there may be one. */
export function Legend({ trial }: { trial: boolean }) {
  return (
    <ul aria-label="Key to the drawings" className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <Item mark={<span className="h-3 w-6 rounded-t-full bg-primary" />}>a charge</Item>
      {trial && <Item mark={<span className={`${bar} bg-text`} />}>the free trial</Item>}
      <Item mark={<span className={`${bar} bg-primary-rest forced-colors:border`} />}>the time it buys</Item>
    </ul>
  )
}

/**
 * The shore of the plans when there is nothing to choose: not yet, or no more, and then the one charge
 * stands on it. Until then it is about as high as the plans are, so that what stands below stays where it
 * is; on a phone that is out of sight, and one plan needs no more room than its words.
 */
export function StillWater({ charge, children }: { charge?: boolean; children: ReactNode }) {
  return (
    <div>
      <div className="mx-auto flex h-52 max-w-page items-end px-gut">
        {charge && <span aria-hidden="true" className="h-20 w-40 rounded-t-full bg-primary" />}
      </div>
      <div className={`ground-tint border-t-[1.5px] border-text ${charge ? 'pb-6 md:min-h-128 md:pb-0' : 'min-h-128'}`}>
        <div className="mx-auto max-w-page px-gut">
          {charge && <span aria-hidden="true" className="block h-15.75 w-40 bg-primary-rest" />}
        </div>
        {children}
      </div>
    </div>
  )
}
