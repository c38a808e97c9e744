'use client'
import type { ReactNode } from 'react'
import { landing } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { money } from '@/lib/contract/money'
import type { PlanOffer } from '@/lib/contract/plan'
import { intervalName, intervalUnit } from '@/lib/contract/plan-words'
import { shownOffer, type Choice } from './offers'
import { PayFoot, type Pay } from './pay-foot'
import { ProblemNotice } from './problem-notice'
import { plusTax, termsOf } from './terms'
import type { PayProblem } from './use-pay'
import { useToday } from './use-today'

/** What the foot of a card may offer: to pay, to sign in first, nothing yet (`waiting`), or nothing. */
export type Foot =
  | Pay
  | { kind: 'sign-in'; choose: (offer: PlanOffer) => void; href: string }
  | { kind: 'waiting' | 'none'; problem: PayProblem | null }

/** `trial` is null while it is not known whether this person has had one. */
type PlanCardProps = { choice: Choice; trial: boolean | null; chosen: boolean; foot: Foot; art?: ReactNode }

/** Of the heading of a card. */
export const cardId = (interval: string) => `plan-${interval}`

/**
 * The dry land above the waterline, over the whole width of the window: the drawing's line lies at 112 of
 * its 132 units.
 */
const shore =
  "relative before:absolute before:inset-x-[-100vw] before:-top-6 before:bottom-[15.15%] before:-z-10 before:bg-bg before:content-['']"

/**
 * One plan: its price, what happens when, and the way to pay it, all in one place. Cards side by side
 * share their rows, so that what one says more pushes nothing out of line with the other.
 */
export function PlanCard({ choice, trial, chosen, foot, art }: PlanCardProps) {
  const offer = shownOffer(choice)
  const now = useToday()
  if (!offer) return null
  const id = cardId(choice.interval)
  // A refusal because of a plan makes the page ask for it; what was said stays while the buttons are away.
  const problem = foot.kind === 'waiting' || foot.kind === 'none' ? foot.problem : null
  const isOurs = Object.values(choice.offers).some((each) => each?.priceId === problem?.priceId)
  return (
    <section aria-labelledby={id} className="md:row-span-4 md:grid md:grid-rows-subgrid">
      <div className={art ? shore : ''}>{art}</div>
      <div className="pt-6">
        <h2 id={id} {...landing} className="text-xl">
          {intervalName[choice.interval]}
        </h2>
        <p className="mt-1 mb-6 text-5xl tracking-tight tabular-nums">
          {money(offer.amount, offer.currency)}{' '}
          <small className="text-base tracking-normal text-muted">
            {intervalUnit[offer.interval]}
            {plusTax(offer)}
          </small>
        </p>
        {offer.product.name.includes('Sample') && <p className="-mt-4 mb-4 text-sm text-muted">{offer.product.name}</p>}
        {chosen && <p className="-mt-3 mb-4 font-semibold">This is the one you chose.</p>}
      </div>
      {/* As many lines as with a trial, so that what is below stays in place when it is known. */}
      <div className={trial === null ? 'min-h-88 md:min-h-71' : ''}>
        <Ledger rows={termsOf(offer, trial, now)} />
      </div>
      {/* Where the buttons are still to come, their room is kept. */}
      <div className={`grid content-start gap-2 pt-6 pb-16 ${foot.kind === 'waiting' ? 'min-h-87 md:min-h-76' : ''}`}>
        {foot.kind === 'pay' && <PayFoot choice={choice} trial={trial ?? false} foot={foot} />}
        {problem && isOurs && <ProblemNotice problem={problem} />}
        {foot.kind === 'sign-in' && (
          <Button size="big" wide href={foot.href} onClick={() => foot.choose(offer)}>
            Continue to sign in
          </Button>
        )}
      </div>
    </section>
  )
}
