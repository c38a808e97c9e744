import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from './errors'

/**
 * Refuses what a browser sends from another site's page. `Sec-Fetch-Site` decides where a browser sends it, else
 * `Origin`. A program that sends neither is no browser, and carries nobody's session.
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
