import 'server-only'
import { env } from '@/lib/env'
import { matchesHost } from '@/lib/mode'
import { ApiFailure } from './errors'

/** The site's origin that an address belongs to, or `SITE_ORIGIN`. Beta also has `PREVIEW_HOSTS` over HTTPS. */
export function ownOriginOf(address: string): string {
  const { siteOrigin, mode, previewHosts } = env()
  const url = mode === 'beta' ? URL.parse(address) : null
  const isPreview =
    url?.protocol === 'https:' && url.port === '' && previewHosts.some((pattern) => matchesHost(url.hostname, pattern))
  return isPreview ? url.origin : siteOrigin
}

/** Programs without a browser send neither header, and may pass. */
export function assertSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isSameOrigin =
    site !== null ? site === 'same-origin' || site === 'none' : origin === null || origin === ownOriginOf(origin)
  if (isSameOrigin) return
  throw new ApiFailure('forbidden', {
    message:
      'This message was sent from another website, so we didn’t accept it. Please write to us on our contact page.',
  })
}
