import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from './errors'

/** Programs send neither header and carry no browser session, so they may pass. */
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
