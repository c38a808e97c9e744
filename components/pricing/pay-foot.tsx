'use client'
import { Busy } from '@/components/session/busy'
import { Button } from '@/components/ui/button'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import { shownOffer, type Choice } from './offers'
import { ProblemNotice } from './problem-notice'
import { consentLine, priceWords } from './terms'
import type { PayProblem } from './use-pay'

export type Pay = {
  kind: 'pay'
  paying: string | null
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

/** What a press agrees to, the ways to pay, and beside the one that was pressed whatever went wrong. */
export function PayFoot({ choice, trial, foot }: { choice: Choice; trial: boolean; foot: Pay }) {
  const { stripe, chargebee } = choice.offers
  const shown = shownOffer(choice)
  const differs = stripe && chargebee && stripe.amount !== chargebee.amount
  const way = (offer: PlanOffer | undefined, variant: 'primary' | 'alt') =>
    offer && (
      <>
        <Button
          variant={variant}
          size="big"
          wide
          // One purchase at a time: the other buttons wait with the one that was pressed.
          aria-disabled={foot.paying !== null || undefined}
          busy={foot.paying === offer.priceId}
          onClick={() => foot.pay(offer)}
        >
          {ways[offer.provider]}
        </Button>
        {foot.paying === offer.priceId && <Busy>Opening the payment page.</Busy>}
        {foot.problem?.priceId === offer.priceId && <ProblemNotice problem={foot.problem} />}
      </>
    )
  return (
    <>
      {shown && <p className="text-sm text-muted">{consentLine(shown, trial)}</p>}
      {way(stripe, 'primary')}
      {way(chargebee, 'alt')}
      {differs && <p className="text-sm text-muted">Other ways to pay: {priceWords(chargebee)}.</p>}
      {foot.silent && <p className="text-sm text-muted">{silence[foot.silent]}</p>}
    </>
  )
}
