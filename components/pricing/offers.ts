'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { standingOf } from '@/components/session/plan-state'
import { type Answer, isOk } from '@/lib/browser/answer'
import { ask as askApi } from '@/lib/browser/ask'
import { isUnknownHost } from '@/lib/browser/base'
import type { CurrentPlan, Interval, PlanOffer, PlanOffers, Provider } from '@/lib/contract/plan'

/** One plan in one currency, with the offer of each provider that sells it. */
export type Choice = { interval: Interval; offers: Partial<Record<Provider, PlanOffer>> }

const euro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))
const sterling = new Set(['GB', 'IM', 'JE', 'GG'])

/** Currency of the region in a language tag such as `en-GB`; dollars where it names none. */
export function currencyOf(language: string): string {
  const region = /[-_]([A-Z]{2})\b/i.exec(language)?.[1]?.toUpperCase() ?? ''
  if (sterling.has(region)) return 'GBP'
  return euro.has(region) ? 'EUR' : 'USD'
}

/** Currencies on offer, dollars first. */
export function currenciesOf(offers: readonly PlanOffer[]): string[] {
  return [...new Set(offers.map((offer) => offer.currency))].toSorted(
    (one, other) => Number(other === 'USD') - Number(one === 'USD') || one.localeCompare(other),
  )
}

/** The currency to begin with: that of the price chosen before, else the visitor's own, else dollars, else any. */
export function firstCurrency(offers: readonly PlanOffer[], language: string, chosenPrice: string | null): string {
  const chosen = offers.find((offer) => offer.priceId === chosenPrice)
  const currencies = currenciesOf(offers)
  const own = currencyOf(language)
  return chosen?.currency ?? (currencies.includes(own) ? own : (currencies[0] ?? 'USD'))
}

/**
 * The currency that the next purchase is held to, or null where any will do. Stripe keeps one customer to one
 * currency as long as a plan of theirs is alive, and refuses a checkout in another.
 */
export function heldCurrency(plan: CurrentPlan | null, offers: readonly PlanOffer[]): string | null {
  const { store, status, price } = plan?.subscription ?? {}
  const standing = plan && standingOf(plan)
  const isAlive = standing === 'cancelling' || (standing === 'stopped' && status !== 'incomplete')
  const isSold = offers.some(({ currency }) => currency === price?.currency)
  return price && store === 'stripe' && isAlive && isSold ? price.currency : null
}

/** The plans of one currency, monthly before yearly. Of two offers of one provider the first counts. */
export function choicesOf(offers: readonly PlanOffer[], currency: string): Choice[] {
  const intervals: Interval[] = ['month', 'year']
  return intervals.flatMap((interval) => {
    const found = offers.filter((offer) => offer.interval === interval && offer.currency === currency)
    if (found.length === 0) return []
    const of = (provider: Provider) => found.find((offer) => offer.provider === provider)
    const [stripe, chargebee] = [of('stripe'), of('chargebee')]
    return [{ interval, offers: { ...(stripe && { stripe }), ...(chargebee && { chargebee }) } }]
  })
}

/** Whether the other provider sells the same plan in the same currency, so that there is another way to pay it. */
export const hasOtherWay = (offers: readonly PlanOffer[], { provider, interval, currency }: PlanOffer): boolean =>
  offers.some((each) => each.provider !== provider && each.interval === interval && each.currency === currency)

/** The offer whose price the card shows. */
export const shownOffer = ({ offers }: Choice) => offers.stripe ?? offers.chargebee

/** Whether the card tells of a trial, for somebody who has not had one. */
export const hasTrial = (choice: Choice): boolean => (shownOffer(choice)?.trialDays ?? 0) > 0

/**
 * The offers; `silent` when no provider answered or nothing is for sale, `unreached` when not even our server did,
 * `unknown-host` where nothing can be asked.
 */
type Offers = 'loading' | 'silent' | 'unreached' | 'unknown-host' | PlanOffer[]

function offersOf(answer: Answer<PlanOffers>): Offers {
  if (isUnknownHost()) return 'unknown-host'
  if (!isOk(answer)) return answer.status === 0 ? 'unreached' : 'silent'
  return answer.data.plans.length > 0 ? answer.data.plans : 'silent'
}

/** Asks what can be bought and for how much, when the page is there and again on demand. */
export function usePlans(): [Offers, () => Promise<void>] {
  const [offers, setOffers] = useState<Offers>('loading')
  const latest = useRef(0)
  const ask = useCallback(async () => {
    const mine = ++latest.current
    // Whoever asks again would not be helped by the copy that the browser has.
    const answer = await askApi((api) => api.plans({ fresh: mine > 1 }))
    if (mine === latest.current) setOffers(offersOf(answer))
  }, [])
  useEffect(() => {
    void ask()
  }, [ask])
  return [offers, ask]
}

const providers: Provider[] = ['stripe', 'chargebee']

/**
 * The provider that should be selling here and has given no price at all, so that its buttons are missing.
 * One that this deployment does without, or that sells nothing in one currency, is not silent.
 */
export function useSilent(offers: readonly PlanOffer[]): Provider | null {
  const missing = providers.find((name) => !offers.some(({ provider }) => provider === name)) ?? null
  const [silent, setSilent] = useState<Provider | null>(null)
  useEffect(() => {
    let gone = false
    const look = async (name: Provider) => {
      const config = await import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)
      if (!gone && config?.[name]) setSilent(name)
    }
    if (missing) void look(missing)
    return () => {
      gone = true
    }
  }, [missing])
  return silent === missing ? silent : null
}
