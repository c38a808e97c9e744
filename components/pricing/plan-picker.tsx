'use client'
import { type ReactNode, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { SessionEndedNotice, SessionFailedNotice, UnknownHostNotice } from '@/components/session/notices'
import { refreshPlan, useSession } from '@/components/session/session'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import { canStartTrial } from '@/components/session/visitor-state'
import { PlanNotLoaded } from '@/components/session/plan-not-loaded'
import type { Session } from '@/components/session/store'
import { Notice } from '@/components/ui/notice'
import { useRetry } from '@/components/ui/retry'
import type { CurrentPlan, PlanOffer } from '@/lib/contract/plan'
import { signUpAddress } from '@/lib/site'
import {
  saveChosenPrice,
  readChosenPrice,
  choicesOf,
  currenciesOf,
  initialCurrency,
  hasTrial,
  requiredCurrency,
  useOffers,
  yearlySaving,
} from './offers'
import { EmbeddedCheckout } from './embedded-checkout'
import { EndingPlan, ExistingPlan, StoppedPlan } from './existing-plan'
import { type CardAction, PlanCard, useFocusAfterRefusal, useFocusAfterReturn } from './plan-card'
import { confirmEmailFirst, planNotLoadedTexts, PricesUnavailable, ProblemNotice, ProblemText } from './problems'
import { type Refusal, useCheckout } from './use-checkout'

const planOf = (session: Session): CurrentPlan | null =>
  session.state === 'in' && typeof session.plan === 'object' ? session.plan : null

type CardsProps = {
  offers: PlanOffer[]
  session: Session
  chosenCurrency: string | null
  onChooseCurrency: (currency: string) => void
  onRefused: (why: Refusal) => void
}

function Cards({ offers, session, chosenCurrency, onChooseCurrency, onRefused }: CardsProps) {
  // Read once, so that nothing moves on a press.
  const [chosenPrice] = useState(readChosenPrice)
  const [initial] = useState(() => initialCurrency(offers, navigator.language, chosenPrice))
  const uid = session.state === 'in' ? session.uid : ''
  const plan = planOf(session)
  const required = requiredCurrency(plan, offers)
  const currency = required ?? chosenCurrency ?? initial
  const planState = plan ? planStateOf(plan) : 'none'
  const isAnonymous = session.state === 'anonymous' || session.state === 'guest'
  const trial = isAnonymous || (plan && canStartTrial(plan))
  const choices = choicesOf(offers, currency)
  const { pay, paying, problem, embedded, back, returned } = useCheckout({
    uid,
    offers,
    trial: trial ?? false,
    onRefused,
  })
  const isPlanUnread = session.state === 'failed' || (session.state === 'in' && session.plan === 'failed')
  const action: CardAction = isAnonymous
    ? { kind: 'sign-in', href: signUpAddress, onChoose: (offer) => saveChosenPrice(offer.priceId) }
    : plan
      ? { kind: 'pay', paying, problem, onPay: (offer) => void pay(offer) }
      : { kind: isPlanUnread ? 'none' : 'waiting', problem }
  useFocusAfterReturn(returned)
  useFocusAfterRefusal({ waiting: action.kind === 'waiting', problem, offers, choices })

  if (embedded && session.state === 'in') {
    const openHosted = () => void pay(embedded.offer, { hosted: true, shown: embedded.trial })
    return <EmbeddedCheckout embedded={embedded} onBack={back} onOpenHosted={openHosted} />
  }
  const trialUsed = trial === false && choices.some(hasTrial)
  const providers = new Set(offers.map(({ provider }) => provider))
  return (
    <>
      <div
        data-ways={[...providers].join(' ')}
        data-trial-used={trialUsed || undefined}
        className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut"
      >
        {plan && planState === 'cancelling' && <EndingPlan plan={plan} />}
        {plan && planState === 'stopped' && <StoppedPlan plan={plan} />}
        {trialUsed && (
          <p>
            {plan?.trialUsed
              ? 'Everyone gets one free trial, and one was already started with your email address or phone number. For you, the first charge is today.'
              : 'Everyone gets one free trial, before their first plan. For you, the first charge is today.'}
          </p>
        )}
        {plan?.confirmEmailFirst && problem?.title !== confirmEmailFirst.title && choices.some(hasTrial) && (
          <Notice title={confirmEmailFirst.title}>
            <ProblemText problem={confirmEmailFirst} />
          </Notice>
        )}
        {problem && !offers.some(({ priceId }) => priceId === problem.priceId) && <ProblemNotice problem={problem} />}
        <CurrencySwitch
          currencies={required ? [required] : currenciesOf(offers)}
          value={currency}
          onChoose={onChooseCurrency}
        />
      </div>
      <div className="mx-auto mt-4 grid max-w-page grid-cols-1 gap-6 px-gut pb-16 md:grid-cols-2">
        {choices.map((choice) => (
          <PlanCard
            key={choice.interval}
            choice={choice}
            action={action}
            trial={trial}
            saving={yearlySaving(choices)}
            chosen={!isAnonymous && Object.values(choice.offers).some((offer) => offer?.priceId === chosenPrice)}
          />
        ))}
      </div>
    </>
  )
}

export function PlanPicker({ app }: { app: string }) {
  const session = useSession()
  const [offers, loadOffers] = useOffers()
  const container = useRef<HTMLDivElement>(null)
  const planRetry = useRetry(container, refreshPlan)
  const offersRetry = useRetry(container, loadOffers)
  const plan = planOf(session)
  // Waits once for the plan, so that nothing moves when it arrives.
  const [isSettled, setIsSettled] = useState(false)
  const isKnown = session.state !== 'loading' && !(session.state === 'in' && session.plan === 'unknown')
  if (isKnown && !isSettled) setIsSettled(true)
  const [picked, setPicked] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const onRefused = (why: Refusal) => (why === 'plan' ? setIsRefused(true) : void loadOffers())
  const hasSubscription = plan !== null && isSubscriber(planStateOf(plan))
  const [sawOffers, setSawOffers] = useState(false)
  if (isSettled && !hasSubscription && !sawOffers) setSawOffers(true)
  const isPlanUnread =
    session.state === 'in' && (session.plan === 'failed' || (session.plan === 'unknown' && planRetry.busy))
  const frame = (content: ReactNode) => (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut py-6">{content}</div>
  )

  if (offers === 'unknown-host')
    return frame(<UnknownHostNotice title="Signing in and paying are not available on this website address." />)
  if (plan && hasSubscription) {
    const arrival = isRefused ? 'refused' : sawOffers ? 'replaced' : null
    return (
      <div ref={container} data-own>
        {frame(<ExistingPlan plan={plan} arrival={arrival} app={app} />)}
      </div>
    )
  }
  return (
    <div ref={container}>
      {session.state === 'anonymous' && session.ended && frame(<SessionEndedNotice hasLink />)}
      {session.state === 'failed' &&
        frame(
          <SessionFailedNotice isStorageSilent={session.isStorageSilent}>
            We cannot tell whether you’re signed in, so you cannot pay yet. Nothing is lost.
          </SessionFailedNotice>,
        )}
      {isPlanUnread && frame(<PlanNotLoaded uid={session.uid} {...planNotLoadedTexts} {...planRetry} />)}
      {(offers === 'loading' || (typeof offers === 'object' && !isSettled)) && (
        <div className="min-h-192">{frame(<Busy isServerRendered>Loading the prices.</Busy>)}</div>
      )}
      {(offers === 'no-prices' || offers === 'no-answer') &&
        frame(<PricesUnavailable isServerReached={offers === 'no-prices'} {...offersRetry} />)}
      {typeof offers === 'object' && isSettled && (
        // Each user has their own checkout.
        <Cards
          key={session.state === 'in' ? session.uid : ''}
          offers={offers}
          session={session}
          chosenCurrency={picked}
          onChooseCurrency={setPicked}
          onRefused={onRefused}
        />
      )}
    </div>
  )
}

type CurrencySwitchProps = { currencies: string[]; value: string; onChoose: (currency: string) => void }

function CurrencySwitch({ currencies, value, onChoose }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <label className="flex items-center justify-end gap-4 text-md font-semibold">
      Currency
      <select
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="min-h-12 rounded border-2 border-border bg-surface px-3 text-text"
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
