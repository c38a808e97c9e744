import 'server-only'
import type { Provider } from '@/lib/contract/plan'
import { ApiFailure } from '@/lib/server/http/errors'

/**
 * What may follow the origin: nothing that a parser would forgive, such as a tab or a backslash, and a provider may
 * read otherwise. Braces are there for Stripe's `{CHECKOUT_SESSION_ID}`; of what is not ASCII, no spaces and nothing
 * that cannot be seen, such as a mark that turns the order of letters.
 */
const rest = /^(?:[/?#](?:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7b\x7d\x7e]|(?!\p{ASCII})[^\p{C}\p{Z}])*)?$/u

/** Characters that a provider takes: apidocs.chargebee.com/docs/api/hosted_pages, `redirect_url`, read on 2026-11-23. */
const longest = { stripe: 2048, chargebee: 250 }

/**
 * An address that a provider may send a person back to: absolute, and exactly this site's origin, to
 * the letter; so it has its scheme and no credentials.
 * @throws ApiFailure `invalid-return-url`
 */
export function assertReturnAddress(address: string, siteOrigin: string, provider: Provider): void {
  const own =
    address.length <= longest[provider] && address.startsWith(siteOrigin) && rest.test(address.slice(siteOrigin.length))
  if (!own || URL.parse(address)?.origin !== siteOrigin) throw new ApiFailure('invalid-return-url')
}
