import 'server-only'
import { ApiFailure } from '@/lib/server/errors'

/**
 * An address that a provider may send a person back to: absolute, http or https, exactly this
 * site's origin, without credentials.
 * @throws ApiFailure `invalid-return-url`
 */
export function assertReturnAddress(address: string, siteOrigin: string): void {
  const url = URL.parse(address)
  const own =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.origin === siteOrigin &&
    url.username === '' &&
    url.password === '' &&
    // What the parser would forgive, such as tabs or a backslash, a provider may read otherwise.
    /^https?:\/\/[^/\\@]+(\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]*)?$/.test(address)
  if (!own) throw new ApiFailure('invalid-return-url')
}
