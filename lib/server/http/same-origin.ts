import 'server-only'
import { ownOriginOf } from '@/lib/env'
import { ApiFailure } from './errors'

/** Programs without a browser send neither header, and may pass. */
export function assertSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isSameOrigin =
    site !== null ? site === 'same-origin' || site === 'none' : origin === null || origin === ownOriginOf(origin)
  if (isSameOrigin) return
  throw new ApiFailure('forbidden', { detail: 'otherSite' })
}
