import 'server-only'
import { ApiFailure } from '@/lib/server/errors'

/** What may follow the origin: nothing that a parser would forgive, such as tabs or a backslash, and a provider may read otherwise. */
const rest = /^([/?#][\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]*)?$/

/**
 * An address that a provider may send a person back to: absolute, and exactly this site's origin, to
 * the letter; so it has its scheme and no credentials.
 * @throws ApiFailure `invalid-return-url`
 */
export function assertReturnAddress(address: string, siteOrigin: string): void {
  const own = address.startsWith(siteOrigin) && rest.test(address.slice(siteOrigin.length))
  if (!own || URL.parse(address)?.origin !== siteOrigin) throw new ApiFailure('invalid-return-url')
}
