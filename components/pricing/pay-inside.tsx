'use client'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Ledger } from '@/components/ui/ledger'
import { intervalName, priceWords } from '@/lib/contract/plan-words'
import { consentLine, plusTax, termsOf } from './terms'
import type { Inside } from './use-pay'

type PayInsideProps = {
  inside: Inside
  trial: boolean
  /** Back to the plans; nothing is lost, and nothing was charged. */
  back: () => void
  /** To Stripe's own page, for a form that does not show or cannot be used. */
  instead: () => void
}

/** Stripe's form in the page, with the plan and its terms beside it. */
export function PayInside({ inside: { offer, form }, trial, back, instead }: PayInsideProps) {
  const box = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    heading.current?.focus()
  }, [])
  useEffect(() => {
    if (box.current) form.show(box.current)
    return () => form.hide()
  }, [form])
  return (
    <section
      aria-labelledby="pay-inside"
      className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-gut pb-16 lg:grid-cols-[24rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid content-start gap-6">
        <div>
          <Button variant="alt" onClick={back}>
            Back to the plans
          </Button>
        </div>
        <h2 id="pay-inside" ref={heading} tabIndex={-1}>
          Pay by card
        </h2>
        <p className="text-lg">
          {intervalName[offer.interval]}, {priceWords(offer)}
          {plusTax(offer)}.
        </p>
      </div>
      <div className="grid content-start gap-4 lg:row-span-2">
        <div ref={box} className="min-h-120 rounded-lg bg-surface" />
      </div>
      <div className="grid content-start gap-4">
        <Ledger rows={termsOf(offer, trial)} />
        <p className="text-sm text-muted">{consentLine(offer, trial)}</p>
        <p className="text-sm text-muted">
          Stripe shows this form; your card number does not reach us. If you cannot see or use it, pay on Stripe’s own
          page.
        </p>
        <div>
          <Button variant="alt" onClick={instead}>
            Open Stripe’s own page
          </Button>
        </div>
      </div>
    </section>
  )
}
