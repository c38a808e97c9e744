import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from './errors'

/**
 * Refuses requests that a browser sends from another site's page. Programs that send neither `Sec-Fetch-Site` nor
 * `Origin` carry no browser session and may pass.
 * @throws ApiFailure `forbidden`
 */
export function assertSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isOwn =
    site !== null ? site === 'same-origin' || site === 'none' : origin === null || origin === env().siteOrigin
  if (isOwn) return
  throw new ApiFailure('forbidden', {
    message:
      'This message was sent from another website, so we did not take it. Please write to us on our contact page.',
  })
}
