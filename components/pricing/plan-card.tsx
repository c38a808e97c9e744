'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { focusTarget } from '@/components/session/retry'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { money } from '@/lib/contract/format'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import { intervalName, intervalUnit } from '@/lib/contract/plan-words'
import { type Choice, offersIn, shownOffer, type yearlySaving } from './offers'
import { ProblemNotice } from './problems'
import { consentLine, differenceOf, firstChargeAfterTrial, plusTax, termsInShort, termsOf } from './terms'
import type { Paying, PayProblem, Step } from './use-checkout'

export type Foot =
  | Pay
  | { kind: 'sign-in'; choose: (offer: PlanOffer) => void; href: string }
  | { kind: 'waiting' | 'none'; problem: PayProblem | null }

type PlanCardProps = {
  choice: Choice
  trial: boolean | null
  chosen: boolean
  saving: ReturnType<typeof yearlySaving>
  foot: Foot
}

export const cardId = (interval: string) => `plan-${interval}`

export function PlanCard({ choice, trial, chosen, saving, foot }: PlanCardProps) {
  const offer = shownOffer(choice)
  const now = useToday()
  if (!offer) return null
  const id = cardId(choice.interval)
  // Keeps the message while the plan reloads after a refusal.
  const problem = foot.kind === 'waiting' || foot.kind === 'none' ? foot.problem : null
  const isOurs = Object.values(choice.offers).some((each) => each?.priceId === problem?.priceId)
  return (
    <section
      aria-labelledby={id}
      className="ground-surface rounded-lg border border-hair px-5 py-6 md:row-span-3 md:grid md:grid-rows-subgrid md:gap-y-0 md:px-8"
    >
      <div>
        <h2 id={id} {...focusTarget} className="text-xl">
          {intervalName[choice.interval]}
        </h2>
        <p className="mt-1 text-4xl tracking-tight tabular-nums md:text-5xl">
          {money(offer.amount, offer.currency)}{' '}
          <small className="text-base tracking-normal text-muted">
            {intervalUnit[offer.interval]}
            {plusTax(offer)}
          </small>
        </p>
        {saving && choice.interval === 'year' && (
          <p className="mt-1 font-semibold text-success">{`Saves ${money(saving.amount, saving.currency)} a year`}</p>
        )}
        {offer.product.name.includes('Sample') && <p className="mt-1 text-sm text-muted">{offer.product.name}</p>}
        {chosen && <p className="mt-2 font-semibold">This is the one you chose.</p>}
      </div>
      {/* Reserves the height of the buttons. */}
      <div className={`grid content-start gap-2 pt-4 pb-9 ${foot.kind === 'waiting' ? 'min-h-76' : ''}`}>
        {foot.kind === 'pay' && <PayButtons choice={choice} trial={trial ?? false} foot={foot} />}
        {problem && isOurs && <ProblemNotice problem={problem} />}
        {foot.kind === 'sign-in' && (
          <>
            <Button
              size="big"
              wide
              href={foot.href}
              aria-label={`Continue to sign in, ${planLabel(offer)}`}
              onClick={() => foot.choose(offer)}
            >
              Continue to sign in
            </Button>
            <p className="text-md">{termsInShort(offer, trial, now)}</p>
          </>
        )}
      </div>
      {/* Reserves the height of the rows with a trial. */}
      <div className={trial === null ? 'min-h-88 md:min-h-71' : ''}>
        <Ledger rows={termsOf(offer, trial, now)} />
      </div>
    </section>
  )
}

/** Distinguishes the buttons of different plans in lists of links and buttons. */
const planLabel = ({ interval }: PlanOffer) => `${intervalName[interval].toLowerCase()} plan`

export type Pay = {
  kind: 'pay'
  paying: Paying | null
  problem: PayProblem | null
  silent: Provider[]
  pay: (offer: PlanOffer) => void
}

const ways: Record<Provider, string> = { stripe: 'Pay by card', chargebee: 'Other ways to pay' }
/** Whether “from 2 December” may follow the button’s words. */
const takesDate: Record<Provider, boolean> = { stripe: true, chargebee: false }
const silence: Record<Provider, string> = {
  stripe: 'Paying by card isn’t working right now.',
  chargebee: 'Other ways to pay aren’t working right now.',
}
const opening = 'Opening the payment page.'
const instead: Record<Provider, string> = {
  stripe: 'The card form didn’t load here. Opening Stripe’s own page instead.',
  chargebee: 'The payment form didn’t load here. Opening Chargebee’s own page instead.',
}

function progress(step: Step, provider: Provider): string {
  if (step === 'window') return ''
  return step === 'instead' ? instead[provider] : opening
}

export const payButtonId = (priceId: string) => `pay-${priceId}`

type WayProps = {
  offer: PlanOffer
  foot: Pay
  label: string
  variant: 'primary' | 'alt'
  differs: string
  consent: string
  short: string
  shared?: string
  said: string
}

function Way({ offer, foot, label, variant, differs, consent, short, shared, said }: WayProps) {
  const id = useId()
  const { paying, problem } = foot
  const described = [
    ...(problem?.priceId === offer.priceId ? [said] : []),
    ...(differs ? [`${id}-terms`] : []),
    shared ?? `${id}-consent`,
  ]
  return (
    <>
      {differs && (
        <p id={`${id}-terms`} className="pt-2 text-sm text-muted">
          {ways[offer.provider]}: {differs}.
        </p>
      )}
      {!shared && (
        <p id={`${id}-consent`} className="text-sm text-muted">
          {consent}
        </p>
      )}
      <Button
        id={payButtonId(offer.priceId)}
        variant={variant}
        size="big"
        wide
        aria-label={`${label}, ${planLabel(offer)}`}
        aria-describedby={described.join(' ')}
        aria-disabled={paying !== null || undefined}
        busy={paying?.priceId === offer.priceId}
        onClick={() => foot.pay(offer)}
      >
        {label}
      </Button>
      {!shared && <p className="text-md">{short}</p>}
    </>
  )
}

export function PayButtons({ choice, trial, foot }: { choice: Choice; trial: boolean; foot: Pay }) {
  const id = useId()
  const now = useToday()
  const offers = offersIn(choice)
  const [first] = offers
  if (!first) return null
  const consents = offers.map((offer) => consentLine(offer, trial, now))
  const same = new Set(consents).size === 1
  const said = `${id}-said`
  const common = { foot, said, ...(same && { shared: id }) }
  const offerOf = (about: { priceId: string } | null) => offers.find(({ priceId }) => priceId === about?.priceId)
  const pressed = offerOf(foot.paying)
  const problem = offerOf(foot.problem) ? foot.problem : null
  const labelOf = (offer: PlanOffer) => {
    const from = takesDate[offer.provider] && firstChargeAfterTrial(offer, trial, now)
    return from ? `${ways[offer.provider]} from ${from}` : ways[offer.provider]
  }
  return (
    <>
      {offers.map((offer, index) => (
        <Way
          key={offer.priceId}
          offer={offer}
          label={labelOf(offer)}
          variant={offer === first ? 'primary' : 'alt'}
          differs={offer === first ? '' : differenceOf(first, offer, trial, now)}
          consent={consents[index] ?? ''}
          short={termsInShort(offer, trial, now)}
          {...common}
        />
      ))}
      {same && (
        <>
          <p className="text-md">{termsInShort(first, trial, now)}</p>
          <p id={id} className="text-sm text-muted">
            {consents[0]}
          </p>
        </>
      )}
      {foot.silent.map((name) => (
        <p key={name} className="text-sm text-muted">
          {silence[name]}
        </p>
      ))}
      {/* Fills the padding below the buttons, so that none moves. */}
      <div id={said} className={problem ? '' : '-mb-9 min-h-7'}>
        {pressed && foot.paying && <Busy>{progress(foot.paying.step, pressed.provider)}</Busy>}
        {problem && <ProblemNotice problem={problem} />}
      </div>
    </>
  )
}

export function useReturnedFocus(returned: { priceId: string } | null): void {
  useEffect(() => {
    if (returned) document.getElementById(payButtonId(returned.priceId))?.focus()
  }, [returned])
}

type RefusedFocus = {
  waiting: boolean
  problem: PayProblem | null
  offers: readonly PlanOffer[]
  choices: readonly Choice[]
}

/** Restores the focus after a refusal. */
export function useRefusedFocus({ waiting, problem, offers, choices }: RefusedFocus): void {
  const isAway = waiting && problem !== null
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway && problem && document.activeElement === document.body) {
      const interval = offers.find(({ priceId }) => priceId === problem.priceId)?.interval ?? choices[0]?.interval ?? ''
      const place = document.getElementById(payButtonId(problem.priceId)) ?? document.getElementById(cardId(interval))
      place?.focus({ preventScroll: true })
    }
    wasAway.current = isAway
  }, [isAway, problem, offers, choices])
}

const dayMs = 86_400_000
const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs)

/** The date; updates when the UTC day changes, within a minute even after sleep. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => dayOf(new Date()) !== dayOf(now) && setNow(new Date()), 20_000)
    return () => clearInterval(timer)
  }, [now])
  return now
}
