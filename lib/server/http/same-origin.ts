import 'server-only'
import { env } from '@/lib/env'
import { matchesHost } from '@/lib/mode'
import { ApiFailure } from './errors'

/**
 * The site's own origin that an address belongs to: `SITE_ORIGIN`, or in beta a host of `PREVIEW_HOSTS` over HTTPS.
 * An address elsewhere gets `SITE_ORIGIN`, which it does not begin with.
 */
export function ownOriginOf(address: string): string {
  const { siteOrigin, mode, previewHosts } = env()
  const url = mode === 'beta' ? URL.parse(address) : null
  const isPreview =
    url?.protocol === 'https:' && url.port === '' && previewHosts.some((pattern) => matchesHost(url.hostname, pattern))
  return isPreview ? url.origin : siteOrigin
}

/** Programs send neither header and carry no browser session, so they may pass. */
export function assertSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    site !== null ? site === 'same-origin' || site === 'none' : origin === null || origin === ownOriginOf(origin)
  if (isOwn) return
  throw new ApiFailure('forbidden', {
    message:
      'This message was sent from another website, so we did not take it. Please write to us on our contact page.',
  })
}
