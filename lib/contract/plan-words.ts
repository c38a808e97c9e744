import { money } from './money'
import type { Interval, Price, Provider, Store, Subscription } from './plan'

/** What a plan is called. */
export const intervalName: Record<Interval, string> = { month: 'Monthly', year: 'Yearly' }

/** How often a price is charged, as it stands behind the amount. */
export const intervalUnit: Record<Interval, string> = { month: 'a month', year: 'a year' }

/** A price with its unit, `$19.00 a month`. */
export const priceWords = ({ amount, currency, interval }: Omit<Price, 'id'>): string =>
  `${money(amount, currency)} ${intervalUnit[interval]}`

/** An amount that is named after the purchase leaves out what the checkout may have added. */
export const taxAsSaid = 'As the payment page said'

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

type Charge<Moment> = { at: Moment | null; amount: number | null; currency: string | null }

/** What is known of a plan's charges: see `Subscription`. */
type Charged<Moment> = { nextCharge?: Charge<Moment> | null | undefined; adjusted?: boolean | undefined }

/** When the trial or the paid period ends, and the plan renews unless it is cancelled. */
export const renewalOf = <Moment>({ status, trialEnd, currentPeriodEnd }: Dates<Moment>): Moment | null =>
  status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd

/** When a plan is charged next, if that is certain. */
export const nextChargeOf = <Moment>(plan: Dates<Moment> & Pick<Charged<Moment>, 'nextCharge'>): Moment | null =>
  plan.nextCharge === undefined ? renewalOf(plan) : (plan.nextCharge?.at ?? null)

type Amount = { amount: number; currency: string } | null

/** The amount of the next charge in words; null if it is not certain. */
export function chargeWords({ nextCharge, adjusted, price }: Charged<unknown> & { price: Amount }): string | null {
  if (nextCharge === undefined) return price && !adjusted ? money(price.amount, price.currency) : null
  const { amount = null, currency = null } = nextCharge ?? {}
  return amount !== null && currency !== null ? money(amount, currency) : null
}

/** When a plan that renews for now will end; null if no end is set. */
export const laterEndOf = <Moment>(plan: { isUnSubscribed: boolean; endsAt?: Moment | null | undefined }) =>
  plan.isUnSubscribed ? null : (plan.endsAt ?? null)

/** Said of every end of a plan that has an unpaid invoice. */
export const openInvoice = 'An invoice that is already open may still be charged.'

/** Said of an end after which nobody can tell whether a last charge follows. */
export const lastInvoice = 'If a last invoice follows, you’ll find it with your receipts.'

const early = ' Its last payment was declined, so it may end earlier.'

/**
 * What is true of a plan that is cancelled, or about to be: the same on every page and in the letter. A period whose
 * payment was declined may end before its time, and is not paid for yet: no more is promised of it. Nor is one paid
 * for whose invoice is still to be charged, as in the first hour of a period. Nor is a plan settled with what makes its
 * charges differ from its price, unless its provider says that no other comes.
 * @param end the end of its period in words; empty where nobody knows it
 */
export function endingWords(
  plan: ({ status: string; openInvoice?: boolean | undefined } & Charged<unknown>) | null,
  end: string,
) {
  const isDeclined = plan?.status === 'past_due'
  const isOpen = isDeclined || plan?.openInvoice === true
  const isPaid = !isOpen && (plan?.nextCharge === null || !plan?.adjusted)
  return {
    /** Whether its time is paid for, so that everything is settled. */
    isPaid,
    /** After “open” or “everything”, with a space before it; empty where the end is not known. */
    until: end && ` until ${end}${isDeclined ? ' at the latest' : ''}`,
    /** A sentence of its own, with a space before it; empty where nothing is to be feared. */
    early: isDeclined ? early : '',
    charges: isPaid
      ? 'It will not renew, and nothing more will be charged.'
      : `It will not renew. ${isOpen ? openInvoice : lastInvoice}`,
    /** After “nothing is charged” or “costs nothing” at a moment: what that leaves out. */
    save: !isOpen ? '' : ', save for an invoice that is already open',
  }
}
