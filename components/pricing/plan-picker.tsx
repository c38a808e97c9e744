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
import type { CurrentPlan, ListedOffer } from '@/lib/contract/plan'
import { appStoreOf } from '@/lib/contract/plan-words'
import { signUpAddress } from '@/lib/site'
import {
  saveChosenPrice,
  readChosenPrice,
  choicesOf,
  currenciesOf,
  initialCurrency,
  requiredCurrency,
  useOffers,
} from './offers'
import { EmbeddedCheckout } from './embedded-checkout'
import { EndingInStore, EndingPlan, ExistingPlan, StoppedPlan } from './existing-plan'
import { type CardAction, cardId, type Included, PlanCard, useFocusAfterReturn } from './plan-card'
import { confirmEmailFirst, PricesUnavailable, ProblemNotice, ProblemText } from './problems'
import { usePricingWords } from './terms'
import { type Refusal, useCheckout } from './use-checkout'

const planOf = (session: Session): CurrentPlan | null =>
  session.state === 'in' && typeof session.plan === 'object' ? session.plan : null

/** While the plan loads again after a refusal, the pay buttons stay, and the focus with them. */
function useLastPlan(session: Session): CurrentPlan | null {
  const plan = planOf(session)
  const [last, setLast] = useState(plan)
  if (plan && plan !== last) setLast(plan)
  return session.state === 'in' && session.plan === 'unknown' ? last : plan
}

type CardsProps = {
  offers: ListedOffer[]
  session: Session
  chosenCurrency: string | null
  onChooseCurrency: (currency: string) => void
  onRefused: (why: Refusal) => void
  included: Included
}

type OwnPlanNoticesProps = { plan: CurrentPlan; trialUsed: boolean; mustConfirmEmail: boolean }

/** What the visitor's own plan means for the next one. */
function OwnPlanNotices({ plan, trialUsed, mustConfirmEmail }: OwnPlanNoticesProps) {
  const words = usePricingWords()
  const planState = planStateOf(plan)
  const store = appStoreOf(plan.subscription)
  const emailProblem = confirmEmailFirst(words)
  return (
    <>
      {planState === 'cancelling' && store && <EndingInStore plan={plan} store={store} />}
      {planState === 'stopped' && <StoppedPlan plan={plan} />}
      {trialUsed && <p>{words.t(plan.trialUsed ? 'trialUsed.byMark' : 'trialUsed.own')}</p>}
      {mustConfirmEmail && (
        <Notice title={emailProblem.title}>
          <ProblemText problem={emailProblem} />
        </Notice>
      )}
    </>
  )
}

function Cards({ offers, session, chosenCurrency, onChooseCurrency, onRefused, included }: CardsProps) {
  const { t } = usePricingWords()
  // Read once, so that nothing moves on a press.
  const [chosenPrice, setChosenPrice] = useState(readChosenPrice)
  const [initial] = useState(() => initialCurrency(offers, navigator.language, chosenPrice))
  const uid = session.state === 'in' ? session.uid : ''
  const plan = useLastPlan(session)
  const required = requiredCurrency(plan, offers)
  const currency = required ?? chosenCurrency ?? initial
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
      : { kind: isPlanUnread ? 'none' : 'waiting' }
  useFocusAfterReturn(returned)

  if (embedded && session.state === 'in') {
    const openHosted = () => void pay(embedded.offer, { hosted: true, shown: embedded.trial })
    return <EmbeddedCheckout embedded={embedded} onBack={back} onOpenHosted={openHosted} />
  }
  const chosenInterval = offers.find(({ priceId }) => priceId === chosenPrice)?.interval
  const own = isAnonymous ? undefined : choices.find(({ interval }) => interval === chosenInterval)
  const showAll = () => {
    setChosenPrice(null)
    if (own) document.getElementById(cardId(own.interval))?.focus()
  }
  const trialDays = trial ? Math.min(...choices.map(({ shown }) => shown.trialDays)) : 0
  const providers = new Set(offers.map(({ provider }) => provider))
  const hasTrials = choices.some(({ shown }) => shown.trialDays > 0)
  const trialUsed = trial === false && hasTrials
  const hasPayButton = action.kind === 'pay' && offers.some(({ priceId }) => priceId === problem?.priceId)
  const mustConfirmEmail = !!plan?.confirmEmailFirst && !problem?.isEmailUnconfirmed && hasTrials
  return (
    <>
      <div
        data-ways={[...providers].join(' ')}
        data-trial-used={trialUsed || undefined}
        className="mx-auto grid max-w-page grid-cols-1 gap-6 px-gut"
      >
        {plan && <OwnPlanNotices plan={plan} trialUsed={trialUsed} mustConfirmEmail={mustConfirmEmail} />}
        {problem && !hasPayButton && <ProblemNotice problem={problem} />}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <p className="plan-title">{own ? t('chosenPlan') : t('planTitle', { days: trialDays })}</p>
          <CurrencySwitch
            currencies={required ? [required] : currenciesOf(offers)}
            value={currency}
            onChoose={onChooseCurrency}
          />
        </div>
      </div>
      <div className="mx-auto mt-4 grid max-w-page grid-cols-1 gap-6 px-gut pb-16 md:mt-8 md:grid-cols-2">
        {(own ? [own] : choices).map((choice) => (
          <PlanCard
            key={choice.interval}
            choice={choice}
            action={action}
            trial={trial}
            hasSaving={choices.some(({ shown }) => shown.display.saving)}
            included={included}
            onChange={own && choices.length > 1 ? showAll : null}
          />
        ))}
      </div>
    </>
  )
}

export function PlanPicker({ app, included }: { app: string; included: Included }) {
  const { t } = usePricingWords()
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

  if (offers === 'unknown-host') return frame(<UnknownHostNotice title={t('unknownHostTitle')} />)
  const isEnding = plan !== null && planStateOf(plan) === 'cancelling' && !appStoreOf(plan.subscription)
  if (plan && (hasSubscription || isEnding)) {
    const arrival = isRefused ? 'refused' : sawOffers ? 'replaced' : null
    return (
      <div ref={container} data-own>
        {frame(
          isEnding ? <EndingPlan plan={plan} app={app} /> : <ExistingPlan plan={plan} arrival={arrival} app={app} />,
        )}
      </div>
    )
  }
  return (
    <div ref={container}>
      {session.state === 'anonymous' && session.ended && frame(<SessionEndedNotice hasLink />)}
      {session.state === 'failed' &&
        frame(
          <SessionFailedNotice isStorageSilent={session.isStorageSilent}>{t('sessionUnknown')}</SessionFailedNotice>,
        )}
      {isPlanUnread &&
        frame(
          <PlanNotLoaded uid={session.uid} paid={t('notLoaded.paid')} unpaid={t('notLoaded.unpaid')} {...planRetry} />,
        )}
      {(offers === 'loading' || (typeof offers === 'object' && !isSettled)) && <PlansSkeleton />}
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
          included={included}
        />
      )}
    </div>
  )
}

/** Has the layout of title, currency and cards, so that nothing moves when they arrive. */
function PlansSkeleton() {
  const { t } = usePricingWords()
  return (
    <>
      <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-6 gap-y-3 px-gut">
        <div className="grid *:col-start-1 *:row-start-1">
          {/* Only its length counts. */}
          <p aria-hidden className="plan-title invisible scriptless:hidden">
            {t('planTitle', { days: 7 })}
          </p>
          <Busy isServerRendered>{t('loading')}</Busy>
        </div>
        <div aria-hidden className="blank h-12 w-34 scriptless:hidden" />
      </div>
      <div
        aria-hidden
        className="mx-auto mt-4 grid max-w-page grid-cols-1 gap-6 px-gut pb-16 md:mt-8 md:grid-cols-2 scriptless:hidden"
      >
        {['h-176', 'h-176 max-md:hidden'].map((height) => (
          <div key={height} className={`ground-surface rounded-lg border border-hair px-5 py-6 md:px-8 ${height}`}>
            <div className="blank mt-2 h-5 w-24" />
            <div className="blank mt-5 h-10 w-48" />
            <div className="blank mt-9 h-14" />
            <div className="blank mt-4 h-5 w-3/4" />
            {['w-5/6', 'w-4/6', 'w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
              <div key={width} className={`blank mt-7 h-5 ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

type CurrencySwitchProps = { currencies: string[]; value: string; onChoose: (currency: string) => void }

function CurrencySwitch({ currencies, value, onChoose }: CurrencySwitchProps) {
  const { t } = usePricingWords()
  if (currencies.length < 2) return null
  return (
    <label className="flex items-center justify-end gap-4 text-md font-semibold">
      {t('currency')}
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
