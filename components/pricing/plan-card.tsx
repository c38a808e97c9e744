'use client'
import type { ReactNode } from 'react'
import { intervalName } from '@/components/session/standing'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { money } from '@/lib/browser/format'
import type { PlanOffer } from '@/lib/contract/plan'
import { shownOffer, type Choice } from './offers'
import { consentLine, priceWords, termsOf, unit } from './terms'

/** What the foot of a card may offer: to pay, to sign in first, or nothing (yet). */
export type Foot =
  | { kind: 'pay'; paying: string | null; pay: (offer: PlanOffer) => void }
  | { kind: 'sign-in'; choose: (offer: PlanOffer) => void; href: string }
  | { kind: 'none' }

type PlanCardProps = { choice: Choice; trial: boolean; chosen: boolean; foot: Foot; art?: ReactNode }

function PayFoot({ choice, trial, foot }: { choice: Choice; trial: boolean; foot: Foot & { kind: 'pay' } }) {
  const { stripe, chargebee } = choice.offers
  const shown = shownOffer(choice)
  const differs = stripe && chargebee && stripe.amount !== chargebee.amount
  return (
    <>
      {shown && <p className="text-sm text-muted">{consentLine(shown, trial)}</p>}
      {stripe && (
        <Button size="big" wide busy={foot.paying !== null} onClick={() => foot.pay(stripe)}>
          Pay by card
        </Button>
      )}
      {chargebee && (
        <Button variant="alt" size="big" wide busy={foot.paying !== null} onClick={() => foot.pay(chargebee)}>
          Other ways to pay
        </Button>
      )}
      {differs && <p className="text-sm text-muted">Other ways to pay: {priceWords(chargebee)}.</p>}
    </>
  )
}

/** One plan: its price, what happens when, and the way to pay it, all in one place. */
export function PlanCard({ choice, trial, chosen, foot, art }: PlanCardProps) {
  const offer = shownOffer(choice)
  if (!offer) return null
  const id = `plan-${choice.interval}`
  return (
    <section aria-labelledby={id} className="flex flex-col">
      {art}
      <div className="relative flex grow flex-col pt-6 pb-16">
        <h2 id={id} className="text-xl">
          {intervalName[choice.interval]}
        </h2>
        <p className="mt-1 mb-6 text-5xl tracking-tight tabular-nums">
          {money(offer.amount, offer.currency)}{' '}
          <small className="text-base tracking-normal text-muted">{unit[offer.interval]}</small>
        </p>
        {offer.product.name.includes('Sample') && <p className="-mt-4 mb-4 text-sm text-muted">{offer.product.name}</p>}
        {chosen && <p className="-mt-3 mb-4 font-semibold">You chose this one before you signed in.</p>}
        <Ledger rows={termsOf(offer, trial)} />
        <div className="mt-auto grid min-h-42 content-end gap-2 pt-6">
          {foot.kind === 'pay' && <PayFoot choice={choice} trial={trial} foot={foot} />}
          {foot.kind === 'sign-in' && (
            <Button size="big" wide href={foot.href} onClick={() => foot.choose(offer)}>
              Continue to sign in
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
