import { money } from './format'
import type { Interval, Price, Provider, Store, Subscription } from './plan'

export const intervalName: Record<Interval, string> = { month: 'Monthly', year: 'Yearly' }

export const intervalUnit: Record<Interval, string> = { month: 'a month', year: 'a year' }

export const priceWords = ({ amount, currency, interval }: Omit<Price, 'id'>): string =>
  `${money(amount, currency)} ${intervalUnit[interval]}`

export const taxNote = 'Shown on each receipt'

export const providerName: Record<Provider, string> = { stripe: 'Stripe', chargebee: 'Chargebee' }

export const storeName: Record<Store, string> = {
  ...providerName,
  play_store: 'the Play Store',
  app_store: 'the App Store',
}

/** Plans of these stores are managed there. */
export type AppStore = Exclude<Store, Provider>

export function appStoreOf(subscription: Pick<Subscription, 'store'> | null): AppStore | null {
  const store = subscription?.store
  return store === 'play_store' || store === 'app_store' ? store : null
}

const dayMs = 86_400_000

/** Rounded up; 0 if the end is unknown or over. */
export function daysUntil(end: Date | string | null, now: Date): number {
  const days = end === null ? 0 : Math.ceil((new Date(end).getTime() - now.getTime()) / dayMs)
  return days > 0 ? days : 0
}

/** Empty if the trial is over or its end is unknown. */
export function trialDaysWords(end: Date | string | null, now: Date): string {
  const days = daysUntil(end, now)
  if (days === 0) return ''
  return days === 1 ? 'Last day of your free trial' : `${days} days left in your free trial`
}
