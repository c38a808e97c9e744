'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { planStateOf } from '@/components/session/plan-state'
import { type Answer, isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { isUnknownHost } from '@/lib/browser/config'
import { readFromLastHour, writeForAnHour } from '@/lib/browser/json-storage'
import type { CurrentPlan, Interval, ListedOffer, PlanOffer, PlanOffers, Provider, Store } from '@/lib/contract/plan'
import { currencyOfLanguage } from '@/lib/contract/format'
import { providerName } from '@/lib/contract/plan-words'
import { storageKeys } from '@/lib/site'

/** In the order of their buttons. */
const providers = Object.keys(providerName) as Provider[]

const intervals: Interval[] = ['month', 'year']

/** `offers`: one for each provider, of which the first one's terms are `shown`. */
export type PlanChoice = { interval: Interval; shown: ListedOffer; offers: readonly ListedOffer[] }

export function currenciesOf(offers: readonly PlanOffer[]): string[] {
  return [...new Set(offers.map((offer) => offer.currency))].sort(
    (one, other) => Number(other === 'USD') - Number(one === 'USD') || one.localeCompare(other),
  )
}

export function initialCurrency(offers: readonly PlanOffer[], language: string, chosenPrice: string | null): string {
  const chosen = offers.find((offer) => offer.priceId === chosenPrice)
  const currencies = currenciesOf(offers)
  const localCurrency = currencyOfLanguage(language)
  return chosen?.currency ?? (currencies.includes(localCurrency) ? localCurrency : (currencies[0] ?? 'USD'))
}

/** Stores that sell only in the currency of a live plan. */
const locksCurrency: Record<Store, boolean> = { stripe: true, chargebee: false, play_store: false, app_store: false }

/** The only currency in which the customer can buy, or null. */
export function requiredCurrency(plan: CurrentPlan | null, offers: readonly PlanOffer[]): string | null {
  const { store, status, price, nextCharge } = plan?.subscription ?? {}
  const currency = price?.currency ?? nextCharge?.currency
  const planState = plan && planStateOf(plan)
  const isLive = planState === 'cancelling' || (planState === 'stopped' && status !== 'incomplete')
  const isSold = offers.some((offer) => offer.currency === currency)
  return currency && store && locksCurrency[store] && isLive && isSold ? currency : null
}

/** The plans in one currency, monthly first. Only the first offer of each provider counts. */
export function choicesOf(offers: readonly ListedOffer[], currency: string): PlanChoice[] {
  return intervals.flatMap((interval) => {
    const matching = offers.filter((offer) => offer.interval === interval && offer.currency === currency)
    const found = providers.flatMap((name) => matching.find(({ provider }) => provider === name) ?? [])
    return found[0] ? [{ interval, shown: found[0], offers: found }] : []
  })
}

export const hasOtherProvider = (offers: readonly PlanOffer[], { provider, interval, currency }: PlanOffer): boolean =>
  offers.some((each) => each.provider !== provider && each.interval === interval && each.currency === currency)

/** `no-prices`: no provider answered or nothing is for sale. `no-answer`: our server did not answer. */
type Offers = 'loading' | 'no-prices' | 'no-answer' | 'unknown-host' | ListedOffer[]

function offersOf(answer: Answer<PlanOffers>): Offers {
  if (isUnknownHost()) return 'unknown-host'
  if (!isOk(answer)) return answer.status === 0 ? 'no-answer' : 'no-prices'
  return answer.data.plans.length > 0 ? answer.data.plans : 'no-prices'
}

export function useOffers(): [Offers, () => Promise<void>] {
  const [offers, setOffers] = useState<Offers>('loading')
  const latest = useRef(0)
  const load = useCallback(async () => {
    const request = ++latest.current
    // Retries bypass the browser cache.
    const answer = await callApi((api) => api.plans({ fresh: request > 1 }))
    if (request === latest.current) setOffers(offersOf(answer))
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  return [offers, load]
}

/** Stored for all tabs, because an emailed sign-in link opens in another one. */
export function readChosenPrice(): string | null {
  const price = readFromLastHour('localStorage', storageKeys.chosenPrice)?.price
  return typeof price === 'string' ? price : null
}

export const saveChosenPrice = (price: string) => writeForAnHour('localStorage', storageKeys.chosenPrice, { price })

export const clearChosenPrice = () => writeForAnHour('localStorage', storageKeys.chosenPrice, null)
