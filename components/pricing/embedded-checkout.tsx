'use client'
import { useEffect, useRef, useState } from 'react'
import { useWindowEvent } from '@/components/session/use-window-event'
import { Button } from '@/components/ui/button'
import { intervalName } from '@/lib/contract/plan-words'
import { consentLine, termsOf } from './terms'
import type { Inside } from './use-checkout'

type PayInsideProps = {
  inside: Inside
  back: () => void
  instead: () => void
}

export function EmbeddedCheckout({ inside: { offer, trial, form }, back, instead }: PayInsideProps) {
  // The agreed terms stay, even after midnight.
  const [now] = useState(() => new Date())
  const box = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useHistoryEntry(back)
  const plan = { term: 'Plan', value: intervalName[offer.interval], strong: true }
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    void top.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (box.current) form.show(box.current)
    return () => form.hide()
  }, [form])
  return (
    <section
      ref={top}
      data-paying
      aria-labelledby="pay-inside"
      className="mx-auto grid max-w-page gap-x-16 gap-y-6 px-gut pb-16 lg:grid-cols-[24rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-4">
        <div>
          <Button variant="alt" onClick={leave}>
            Back to the plans
          </Button>
        </div>
        <h2 id="pay-inside" ref={heading} tabIndex={-1}>
          Pay by card
        </h2>
        <dl className="text-sm tabular-nums">
          {[plan, ...termsOf(offer, trial, now)].map(({ term, value, strong }) => (
            <div key={term} className="flex flex-wrap justify-between gap-x-4 lg:pb-1">
              <dt className="font-normal text-muted">{term}</dt>
              <dd className={strong ? 'grow text-end font-semibold' : 'grow text-end'}>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{consentLine(offer, trial, now)}</p>
        <p className="text-sm text-muted">
          Your card number goes to Stripe and doesn’t reach us. Can’t see or use the form?{' '}
          <button type="button" className="link min-h-6 cursor-pointer" onClick={instead}>
            Open Stripe’s own page
          </button>
        </p>
      </div>
      <div ref={box} className="min-h-120 rounded-lg bg-surface" />
    </section>
  )
}

const ours = 'unhurriedStep'
const isOurs = () => Boolean((history.state as Record<string, unknown> | null)?.[ours])

/** Adds a history entry for a step within the page, so that Back only ends the step. */
export function useHistoryEntry(end: () => void): () => void {
  const [page] = useState(() => location.href)
  useEffect(() => {
    if (!isOurs()) history.pushState({ [ours]: true }, '')
  }, [])
  useWindowEvent('popstate', () => {
    // In-page links also create entries.
    if (!isOurs() && location.href === page) end()
  })
  return () => {
    end()
    if (isOurs()) history.back()
  }
}
