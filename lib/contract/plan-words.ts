import { money } from './money'
import type { Interval, Price, Provider, Store, Subscription } from './plan'

/** What a plan is called. */
export const intervalName: Record<Interval, string> = { month: 'Monthly', year: 'Yearly' }

/** How often a price is charged, as it stands behind the amount. */
export const intervalUnit: Record<Interval, string> = { month: 'a month', year: 'a year' }

/** A price with its unit, `$19.00 a month`. */
export const priceWords = ({ amount, currency, interval }: Omit<Price, 'id'>): string =>
  `${money(amount, currency)} ${intervalUnit[interval]}`

export const providerName: Record<Provider, string> = { stripe: 'Stripe', chargebee: 'Chargebee' }

/** Whoever charges for a plan, as in “it is charged by …” and “open …”. */
export const storeName: Record<Store, string> = {
  ...providerName,
  play_store: 'the Play Store',
  app_store: 'the App Store',
}

/** A store that sells inside the apps: what it sold is changed and cancelled there alone. */
export type AppStore = Exclude<Store, Provider>

/** The app store that a plan was bought in; null for a plan that was bought here. */
export const appStoreOf = ({ store }: Pick<Subscription, 'store'>): AppStore | null =>
  store === 'play_store' || store === 'app_store' ? store : null

type Dates<Moment> = { status: string; trialEnd: Moment | null; currentPeriodEnd: Moment | null }

/** When a plan is charged next unless it is cancelled: after a trial the first time, else the renewal. */
export const nextChargeOf = <Moment>({ status, trialEnd, currentPeriodEnd }: Dates<Moment>): Moment | null =>
  status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd
