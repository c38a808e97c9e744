'use client'
import { useEffect, useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { Button } from '@/components/ui/button'
import { priceText } from '@/lib/contract/plan-words'
import { Milestones } from './milestones'
import { consentLine, milestonesOf, usePricingWords } from './terms'
import type { EmbeddedForm } from './use-checkout'

type EmbeddedCheckoutProps = {
  embedded: EmbeddedForm
  onBack: () => void
  onOpenHosted: () => void
}

export function EmbeddedCheckout({ embedded: { offer, trial, form }, onBack, onOpenHosted }: EmbeddedCheckoutProps) {
  const words = usePricingWords()
  const { t, plan, locale } = words
  // The agreed terms stay, even after midnight.
  const [now] = useState(() => new Date())
  const container = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useHistoryEntry(onBack)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    void section.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (container.current) form.show(container.current)
    return () => form.hide()
  }, [form])
  return (
    <section
      ref={section}
      data-paying
      aria-labelledby="pay-inside"
      className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-gut pb-16 lg:grid-cols-[24rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-4">
        <div>
          <Button variant="alt" onClick={leave}>
            {t('embedded.back')}
          </Button>
        </div>
        <h2 id="pay-inside" ref={heading} tabIndex={-1}>
          {t('pay.byCard')}
        </h2>
        <p className="font-semibold">
          {t('embedded.planAndPrice', {
            plan: plan('name', { interval: offer.interval }),
            price: priceText(offer, plan, locale),
          })}
        </p>
        <Milestones list={milestonesOf(offer, trial, now, words)} />
        <p className="text-sm text-muted">{consentLine(offer, trial, now, words)}</p>
        <p className="text-sm text-muted">
          {t.rich('embedded.privacy', {
            button: (label) => (
              <button type="button" className="link min-h-6 cursor-pointer" onClick={onOpenHosted}>
                {label}
              </button>
            ),
          })}
        </p>
      </div>
      <div ref={container} className="min-h-120 rounded-lg bg-surface" />
    </section>
  )
}

const stateKey = 'unhurriedStep'
const isStepEntry = () => Boolean((history.state as Record<string, unknown> | null)?.[stateKey])

/** Adds a history entry for a step within the page, so that Back only ends the step. */
function useHistoryEntry(onEnd: () => void): () => void {
  const [pageUrl] = useState(() => location.href)
  useEffect(() => {
    if (!isStepEntry()) history.pushState({ [stateKey]: true }, '')
  }, [])
  useWindowEvent('popstate', () => {
    // In-page links also create entries.
    if (!isStepEntry() && location.href === pageUrl) onEnd()
  })
  return () => {
    onEnd()
    if (isStepEntry()) history.back()
  }
}
