'use client'
import { useEffect, useState } from 'react'
import { apiBase } from '@/lib/browser/config'
import { money } from '@/lib/contract/format'
import type { PlanOffer, PlanOffers } from '@/lib/contract/plan'
import { intervalName, intervalUnit } from '@/lib/contract/plan-words'
import { choicesOf, initialCurrency, hasTrial, shownOffer, yearlySaving } from './offers'
import { plusTax } from './terms'

/** Avoids loading the API client on public pages. */
async function fetchOffers(): Promise<PlanOffer[]> {
  const base = apiBase()
  if (base === null) return []
  const answer = await fetch(`${base}/plans`)
  return answer.ok ? ((await answer.json()) as PlanOffers).plans : []
}

/** Current prices in the visitor's currency. Without an answer it says where to find them. */
export function LivePrice() {
  const [offers, setOffers] = useState<PlanOffer[]>([])
  useEffect(() => {
    fetchOffers().then(setOffers, () => undefined)
  }, [])
  const choices = offers.length > 0 ? choicesOf(offers, initialCurrency(offers, navigator.language, null)) : []
  const saving = yearlySaving(choices)
  return (
    <div className="mt-6 grid min-h-60 content-center sm:min-h-36">
      {choices.length === 0 ? (
        <p className="text-lg">Monthly or yearly. The plans page asks the payment provider for today’s prices.</p>
      ) : (
        <dl className="grid gap-x-16 gap-y-4 sm:grid-cols-2">
          {choices.map((choice) => {
            const offer = shownOffer(choice)
            return (
              offer && (
                <div key={choice.interval}>
                  <dt>{intervalName[choice.interval]}</dt>
                  <dd className="text-2xl tabular-nums">
                    {money(offer.amount, offer.currency)}{' '}
                    <small className="text-base text-muted">
                      {intervalUnit[offer.interval]}
                      {plusTax(offer)}
                    </small>
                  </dd>
                  {saving && choice.interval === 'year' && (
                    <dd className="font-semibold text-success">{`Saves ${money(saving.amount, saving.currency)} a year`}</dd>
                  )}
                  {hasTrial(choice) && (
                    <dd className="text-md text-muted trial-used:hidden member:hidden">
                      {`After ${offer.trialDays === 1 ? '1 day' : `${offer.trialDays} days`} free`}
                    </dd>
                  )}
                </div>
              )
            )
          })}
        </dl>
      )}
    </div>
  )
}
