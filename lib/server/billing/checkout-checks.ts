import 'server-only'
import type { PlanOffer, Provider } from '@/lib/contract/plan'
import type { ShownTerms } from '@/lib/contract/consent'
import { ApiFailure } from '@/lib/server/http/errors'
import { isLive, subscriptionRows } from './plan'
import { awaitProvider } from './providers/calls'
import { syncUser } from './sync'

const readMs = 500

/** Syncs first, since a webhook may have been lost. A stored live plan counts even if the sync fails. */
export async function assertMayBuy(uid: string): Promise<{ hadPlan: boolean }> {
  const failed = await awaitProvider(syncUser(uid), readMs).then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  const rows = await subscriptionRows(uid)
  if (rows.some(isLive)) throw new ApiFailure('already-subscribed', failed ?? {})
  if (failed) throw failed.cause
  return { hadPlan: rows.some((row) => row.status !== 'incomplete') }
}

/** The button agrees to what the page shows, which may be outdated. @throws ApiFailure `terms-changed` */
export function assertTermsShown(shown: ShownTerms | null, { amount, currency }: PlanOffer, trialDays: number): void {
  const isSame = !shown || (shown.amount === amount && shown.currency === currency && shown.trialDays === trialDays)
  if (!isSame) throw new ApiFailure('terms-changed')
}

/** Nothing that parsers read differently, nothing invisible. Braces are for Stripe's `{CHECKOUT_SESSION_ID}`. */
const pathPattern = /^(?:[/?#](?:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7b\x7d\x7e]|(?!\p{ASCII})[^\p{C}\p{Z}])*)?$/u

/** For Chargebee: apidocs.chargebee.com/docs/api/hosted_pages, `redirect_url`, read on 2026-11-23. */
const maxLengths: Record<Provider, number> = { stripe: 2048, chargebee: 250 }

/** An absolute address on exactly this site's origin. @throws ApiFailure `invalid-return-url` */
export function assertReturnAddress(address: string, siteOrigin: string, provider: Provider): void {
  const isOwn =
    address.length <= maxLengths[provider] &&
    address.startsWith(siteOrigin) &&
    pathPattern.test(address.slice(siteOrigin.length)) &&
    URL.parse(address)?.origin === siteOrigin
  if (!isOwn) throw new ApiFailure('invalid-return-url')
}
