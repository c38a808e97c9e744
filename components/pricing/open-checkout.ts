import { isOk, type Failure } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { StripeForm } from '@/lib/browser/stripe-embed'
import type { PublicConfig } from '@/lib/contract/config'
import type { PlanOffer } from '@/lib/contract/plan'
import { exact } from '@/lib/site'

/** How far a press has come: under way, on the provider's own page instead, or in the provider's window. */
export type Step = 'opening' | 'instead' | 'window'

/** Where a press has led. */
export type Opened =
  | { kind: 'leave'; url: string }
  | { kind: 'inside'; form: StripeForm }
  /** The person closed the provider's window without paying. */
  | { kind: 'closed' }
  | { kind: 'refused'; answer: Failure }
  /** The provider's window was open and ended with an error: it may have been paid in. */
  | { kind: 'unclear' }
  /** There is no page to go to; `url` is the provider's own one, where there is that. */
  | { kind: 'unopened'; url?: string }

type Press = {
  uid: string
  offer: PlanOffer
  /** Days of trial, as they stand beside the button. */
  trialDays: number
  tell: (step: Step) => void
}

const shownOf = ({ offer: { amount, currency }, trialDays }: Press) => ({ amount, currency, trialDays })

const settings = (): Promise<PublicConfig | null> =>
  import('@/lib/browser/config').then(({ publicConfig }) => publicConfig()).catch(() => null)

const isAddress = (url: string | null): url is string => url !== null && /^https?:/.test(url)

const leaveFor = (url: string | null): Opened => (isAddress(url) ? { kind: 'leave', url } : { kind: 'unopened' })

const success = (): Opened => ({ kind: 'leave', url: location.origin + exact.checkoutSuccess })

/**
 * Makes the checkout of a purchase and says where to go: into a form or window of the provider's where this
 * deployment has one and its script comes, else to the provider's own page. Nothing of a provider is loaded
 * before. Never throws.
 * @param hosted the person asked for the provider's own page
 * @param paid for a form that was paid and leads nowhere by itself
 */
export async function openCheckout(press: Press, { hosted = false, paid }: { hosted?: boolean; paid: () => void }) {
  const config = hosted ? null : await settings()
  switch (press.offer.provider) {
    case 'stripe':
      return byStripe(press, config?.stripePublishableKey ?? null, paid)
    case 'chargebee':
      return byChargebee(press, config?.chargebeeCheckoutSite ?? null)
    default:
      return press.offer.provider satisfies never
  }
}

async function byStripe(press: Press, key: string | null, paid: () => void): Promise<Opened> {
  const { uid, offer, tell } = press
  // The script first: without it the one session that is made is a hosted one.
  const stripe = key
    ? await import('@/lib/browser/stripe-embed').then(({ loadStripeForm }) => loadStripeForm(key)).catch(() => null)
    : null
  if (key && !stripe) tell('instead')
  const answer = await ask((api) =>
    api.stripeCheckout(uid, offer.priceId, stripe ? 'embedded' : 'hosted', shownOf(press)),
  )
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { data } = answer
  if (data.url !== null) return leaveFor(data.url)
  const form = await stripe?.open(data.clientSecret, paid).catch(() => null)
  if (form) return { kind: 'inside', form }
  tell('instead')
  const own = await ask((api) => api.stripeCheckout(uid, offer.priceId, 'hosted', shownOf(press)))
  return isOk(own) ? leaveFor(own.data.url) : { kind: 'refused', answer: own }
}

async function byChargebee(press: Press, site: string | null): Promise<Opened> {
  const { uid, offer, tell } = press
  const chargebee = site
    ? await import('@/lib/browser/chargebee-embed')
        .then(({ loadChargebeeWindow }) => loadChargebeeWindow(site))
        .catch(() => null)
    : null
  if (site && !chargebee) tell('instead')
  const answer = await ask((api) =>
    api.chargebeeCheckout(uid, offer.priceId, chargebee ? 'embedded' : 'hosted', shownOf(press)),
  )
  if (!isOk(answer)) return { kind: 'refused', answer }
  const { url } = answer.data
  if (!chargebee) return leaveFor(url)
  let shown = false
  const open = () => {
    shown = true
    tell('window')
  }
  const end = await chargebee.open(answer.data, open).catch(() => 'failed' as const)
  if (end === 'paid') return success()
  if (end === 'failed' && shown) return { kind: 'unclear' }
  return end === 'closed' ? { kind: 'closed' } : { kind: 'unopened', ...(isAddress(url) && { url }) }
}
