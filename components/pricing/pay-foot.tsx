'use client'
import { useId } from 'react'
import { Busy } from '@/components/session/busy'
import { Button } from '@/components/ui/button'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import type { Choice } from './offers'
import type { Step } from './open-checkout'
import { ProblemNotice } from './problem-notice'
import { consentLine, differenceOf } from './terms'
import { useToday } from './use-today'
import type { Paying, PayProblem } from './use-pay'

export type Pay = {
  kind: 'pay'
  paying: Paying | null
  problem: PayProblem | null
  /** A provider whose button is missing because it does not answer. */
  silent: Provider | null
  pay: (offer: PlanOffer) => void
}

const ways = { stripe: 'Pay by card', chargebee: 'Other ways to pay' }
const silence = {
  stripe: 'Paying by card is not answering right now.',
  chargebee: 'Other ways to pay are not answering right now.',
}
const opening = 'Opening the payment page.'
const instead = {
  stripe: 'The card form did not load here. Opening Stripe’s own page instead.',
  chargebee: 'The payment form did not load here. Opening Chargebee’s own page instead.',
}

function progress(step: Step, provider: Provider): string {
  if (step === 'window') return ''
  return step === 'instead' ? instead[provider] : opening
}

/** The button of an offer takes the focus when the person comes back to it. */
export const payButtonId = (priceId: string) => `pay-${priceId}`

type WayProps = {
  offer: PlanOffer
  foot: Pay
  variant: 'primary' | 'alt'
  /** What this way of paying does differently from what the card says; mostly nothing. */
  differs: string
  consent: string
  /** The consent that stands above both buttons, when it is the same. */
  shared?: string
  /** Where it is said what went wrong after a press. */
  said: string
}

function Way({ offer, foot, variant, differs, consent, shared, said }: WayProps) {
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
        aria-describedby={described.join(' ')}
        // One purchase at a time: the other buttons wait with the one that was pressed.
        aria-disabled={paying !== null || undefined}
        busy={paying?.priceId === offer.priceId}
        onClick={() => foot.pay(offer)}
      >
        {ways[offer.provider]}
      </Button>
    </>
  )
}

/**
 * What a press agrees to, the ways to pay, and what came of the press. Where the two providers differ in
 * price, tax or trial, each button has its own words.
 */
export function PayFoot({ choice, trial, foot }: { choice: Choice; trial: boolean; foot: Pay }) {
  const id = useId()
  const now = useToday()
  const { stripe, chargebee } = choice.offers
  const consents = [stripe, chargebee].map((offer) => (offer ? consentLine(offer, trial, now) : ''))
  const [byCard = '', otherwise = ''] = consents
  const same = !stripe || !chargebee || byCard === otherwise
  const said = `${id}-said`
  const common = { foot, said, ...(same && { shared: id }) }
  const isHere = (about: { priceId: string } | null) =>
    about !== null && (about.priceId === stripe?.priceId || about.priceId === chargebee?.priceId)
  const pressed = isHere(foot.paying) ? foot.paying : null
  const problem = isHere(foot.problem) ? foot.problem : null
  const provider = pressed?.priceId === stripe?.priceId ? 'stripe' : 'chargebee'
  return (
    <>
      {same && (
        <p id={id} className="text-sm text-muted">
          {byCard || otherwise}
        </p>
      )}
      {stripe && <Way offer={stripe} variant="primary" differs="" consent={byCard} {...common} />}
      {chargebee && (
        <Way
          offer={chargebee}
          variant={stripe ? 'alt' : 'primary'}
          differs={stripe ? differenceOf(stripe, chargebee, trial, now) : ''}
          consent={otherwise}
          {...common}
        />
      )}
      {foot.silent && <p className="text-sm text-muted">{silence[foot.silent]}</p>}
      {/* Below both, and a line of it in the room at the card's foot: no button moves under a finger. */}
      <div id={said} className={problem ? '' : '-mb-9 min-h-7'}>
        {pressed && <Busy>{progress(pressed.step, provider)}</Busy>}
        {problem && <ProblemNotice problem={problem} />}
      </div>
    </>
  )
}
