'use client'
import { useState, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { askPlan } from '@/components/session/plan'
import { isSubscriber, standingOf } from '@/components/session/standing'
import type { Session } from '@/components/session/store'
import { useSession } from '@/components/session/use-session'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { CurrentPlan, Interval, PlanOffer } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { keepChosenPrice, readChosenPrice } from './chosen-price'
import { CurrencySwitch } from './currency-switch'
import { choicesOf, currenciesOf, firstCurrency } from './offers'
import { OwnPlan, EndingPlan } from './own-plan'
import { PlanCard, type Foot } from './plan-card'
import { ProblemNotice } from './problem-notice'
import { SilentProvider } from './silent-provider'
import { usePay } from './use-pay'
import { usePlans } from './use-plans'

/** A drawing for each plan, for people with a trial before them and for those who had one. */
type Art = Record<'trial' | 'direct', Partial<Record<Interval, ReactNode>>>

const planOf = (session: Session): CurrentPlan | null =>
  session.state === 'in' && typeof session.plan === 'object' ? session.plan : null

function Cards({ offers, session, art }: { offers: PlanOffer[]; session: Session; art: Art }) {
  const chosen = readChosenPrice()
  const [currency, setCurrency] = useState(() => firstCurrency(offers, navigator.language, chosen))
  const { pay, paying, problem } = usePay(session.state === 'in' ? session.uid : '')
  const plan = planOf(session)
  const standing = plan ? standingOf(plan) : 'none'
  // A trial is given once; a purchase that was not completed does not count.
  const trial = !plan?.subscription || plan.subscription.status === 'incomplete'
  const anonymous = session.state === 'anonymous' || session.state === 'guest'
  const foot: Foot = anonymous
    ? { kind: 'sign-in', href: paths.auth, choose: (offer) => keepChosenPrice(offer.priceId) }
    : plan
      ? { kind: 'pay', paying, pay: (offer) => void pay(offer) }
      : { kind: 'none' }
  return (
    <>
      <div className="mx-auto grid max-w-page gap-6 px-gut">
        {plan && standing === 'cancelling' && <EndingPlan plan={plan} />}
        {problem && <ProblemNotice problem={problem} />}
        <CurrencySwitch currencies={currenciesOf(offers)} value={currency} choose={setCurrency} />
      </div>
      <div className="ground-tint mt-10">
        <div className="mx-auto grid max-w-page gap-x-16 px-gut md:grid-cols-2">
          {choicesOf(offers, currency).map((choice) => (
            <PlanCard
              key={choice.interval}
              choice={choice}
              art={art[trial ? 'trial' : 'direct'][choice.interval]}
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

/** The plans with their real prices, for whoever is looking: to sign in first, to pay, or to see the plan they have. */
export function PlanPicker({ art }: { art: Art }) {
  const session = useSession()
  const [offers, askOffers] = usePlans()
  const plan = planOf(session)
  const frame = (content: ReactNode) => <div className="mx-auto grid max-w-page gap-6 px-gut py-6">{content}</div>

  if (plan && isSubscriber(standingOf(plan))) return frame(<OwnPlan plan={plan} />)
  return (
    <>
      {session.state === 'failed' && frame(<Unreachable />)}
      {session.state === 'in' && session.plan === 'failed' && frame(<PlanUnread />)}
      {offers === 'loading' && frame(<Busy>Asking for the prices.</Busy>)}
      {offers === 'silent' && frame(<SilentProvider again={askOffers} />)}
      {typeof offers === 'object' && <Cards offers={offers} session={session} art={art} />}
    </>
  )
}

function Unreachable() {
  return (
    <Notice kind="warn" live="alert" title="The sign-in service does not answer right now.">
      <p>We cannot tell whether you are signed in, so paying waits. Nothing is lost.</p>
      <Button variant="alt" className="mt-4" onClick={() => location.reload()}>
        Try again
      </Button>
    </Notice>
  )
}

function PlanUnread() {
  return (
    <Notice kind="warn" live="alert" title="We could not read your plan.">
      <p>So that you never pay twice, paying waits until we can.</p>
      <Button variant="alt" className="mt-4" onClick={() => void askPlan()}>
        Try again
      </Button>
    </Notice>
  )
}
