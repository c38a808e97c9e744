'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { Ended, UnknownHost } from '@/components/session/notices'
import { refreshPlan } from '@/components/session/plan'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import { mayHavePaid } from '@/components/session/storage'
import type { Session } from '@/components/session/store'
import { mayTry } from '@/components/session/trial-gate'
import { useRetry } from '@/components/session/retry'
import { useSession } from '@/components/session/use-session'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { signUpAddress } from '@/lib/site'
import { keepChosenPrice, readChosenPrice } from './chosen-price'
import { EmbeddedCheckout } from './embedded-checkout'
import {
  choicesOf,
  currenciesOf,
  firstCurrency,
  hasTrial,
  heldCurrency,
  usePlans,
  useSilent,
  yearlySaving,
} from './offers'
import { EndingPlan, OwnPlan, StoppedPlan } from './own-plan'
import { type Foot, PlanCard, useRefusedFocus, useReturnedFocus } from './plan-card'
import { PlanUnread, ProblemNotice, SilentProvider, Unreachable } from './problems'
import { type Refusal, useCheckout } from './use-checkout'

const planOf = (session: Session): CurrentPlan | null =>
  session.state === 'in' && typeof session.plan === 'object' ? session.plan : null

type CardsProps = {
  offers: PlanOffer[]
  session: Session
  picked: string | null
  pick: (currency: string) => void
  refused: (why: Refusal) => void
}

function Cards({ offers, session, picked, pick, refused }: CardsProps) {
  // Read once, so that nothing moves on a press.
  const [chosen] = useState(readChosenPrice)
  const [first] = useState(() => firstCurrency(offers, navigator.language, chosen))
  const uid = session.state === 'in' ? session.uid : ''
  const silent = useSilent(offers)
  const plan = planOf(session)
  const held = heldCurrency(plan, offers)
  const currency = held ?? picked ?? first
  const planState = plan ? planStateOf(plan) : 'none'
  const anonymous = session.state === 'anonymous' || session.state === 'guest'
  const trial = anonymous || (plan && mayTry(plan))
  const choices = choicesOf(offers, currency)
  const { pay, paying, problem, inside, back, returned } = useCheckout({ uid, offers, trial: trial ?? false, refused })
  const unread = session.state === 'failed' || (session.state === 'in' && session.plan === 'failed')
  const foot: Foot = anonymous
    ? { kind: 'sign-in', href: signUpAddress, choose: (offer) => keepChosenPrice(offer.priceId) }
    : plan
      ? { kind: 'pay', paying, problem, silent, pay: (offer) => void pay(offer) }
      : { kind: unread ? 'none' : 'waiting', problem }
  useReturnedFocus(returned)
  useRefusedFocus({ waiting: foot.kind === 'waiting', problem, offers, choices })

  if (inside && session.state === 'in') {
    const instead = () => void pay(inside.offer, { hosted: true, shown: inside.trial })
    return <EmbeddedCheckout inside={inside} back={back} instead={instead} />
  }
  const hadTrial = trial === false && choices.some(hasTrial)
  const ways = new Set([...offers.map(({ provider }) => provider), ...silent])
  return (
    <>
      <div
        data-ways={[...ways].join(' ')}
        data-trial-had={hadTrial || undefined}
        className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut"
      >
        {plan && planState === 'cancelling' && <EndingPlan plan={plan} />}
        {plan && planState === 'stopped' && <StoppedPlan plan={plan} />}
        {hadTrial && (
          <p>
            {plan?.trialUsed
              ? 'Everyone gets one free trial, and one was already started with your email address. For you, the first charge is today.'
              : 'Everyone gets one free trial, before their first plan. For you, the first charge is today.'}
          </p>
        )}
        {problem && !offers.some(({ priceId }) => priceId === problem.priceId) && <ProblemNotice problem={problem} />}
        <CurrencySwitch currencies={held ? [held] : currenciesOf(offers)} value={currency} choose={pick} />
      </div>
      <div className="mx-auto mt-4 grid max-w-page grid-cols-1 gap-6 px-gut pb-16 md:grid-cols-2">
        {choices.map((choice) => (
          <PlanCard
            key={choice.interval}
            choice={choice}
            foot={foot}
            trial={trial}
            saving={yearlySaving(choices)}
            chosen={!anonymous && Object.values(choice.offers).some((offer) => offer?.priceId === chosen)}
          />
        ))}
      </div>
    </>
  )
}

/** Whether the browser restores a scroll position. */
function hasComeBack(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward' || visit?.type === 'reload'
}

export function PlanPicker({ app }: { app: string }) {
  const session = useSession()
  const [offers, askOffers] = usePlans()
  const box = useRef<HTMLDivElement>(null)
  const planAgain = useRetry(box, refreshPlan)
  const offersAgain = useRetry(box, askOffers)
  const plan = planOf(session)
  // Waits once for the plan, so that nothing moves when it arrives.
  const [settled, setSettled] = useState(false)
  const known = session.state !== 'loading' && !(session.state === 'in' && session.plan === 'unknown')
  if (known && !settled) setSettled(true)
  const [picked, setPicked] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const tellRefused = (why: Refusal) => (why === 'plan' ? setRefused(true) : void askOffers())
  const subscribes = plan !== null && isSubscriber(planStateOf(plan))
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
        {frame(<OwnPlan plan={plan} arrival={arrival} app={app} />)}
      </div>
    )
  }
  return (
    <div ref={box}>
      {session.state === 'anonymous' && session.ended && frame(<EndedHere came={wasIn} />)}
      {session.state === 'failed' && frame(<Unreachable />)}
      {unread && frame(<PlanUnread paid={mayHavePaid(session.uid)} {...planAgain} />)}
      {(offers === 'loading' || (typeof offers === 'object' && !settled)) && (
        <div className="min-h-192">{frame(<Busy served>Asking for the prices.</Busy>)}</div>
      )}
      {(offers === 'silent' || offers === 'unreached') &&
        frame(<SilentProvider reached={offers === 'silent'} {...offersAgain} />)}
      {typeof offers === 'object' && settled && (
        // Each user has an own checkout.
        <Cards
          key={session.state === 'in' ? session.uid : ''}
          offers={offers}
          session={session}
          picked={picked}
          pick={setPicked}
          refused={tellRefused}
        />
      )}
    </div>
  )
}

/** @param came after plans were shown: scrolls the notice into view */
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

export function CurrencySwitch({ currencies, value, choose }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <label className="flex items-center justify-end gap-4 text-md font-semibold">
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
