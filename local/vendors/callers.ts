import type { RequestHandler } from 'express'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** A page elsewhere that points its own name at this machine gets nothing. */
export const localNameOnly: RequestHandler = (request, response, next) => {
  if (loopback.test(request.headers.host ?? '')) next()
  else response.status(421).json({ error: 'The stand-ins answer to localhost only.' })
}

/**
 * For what is turned at the stand-ins and asks for no key: a page elsewhere that sends a form to this machine turns
 * nothing. A browser says where a form comes from; whatever is no browser says nothing, and is let through.
 */
export const localPagesOnly: RequestHandler = (request, response, next) => {
  const origin = request.get('origin')
  const isForeign = origin !== undefined && !loopback.test(URL.parse(origin)?.host ?? '')
  if (!isForeign && request.get('sec-fetch-site') !== 'cross-site') next()
  else response.status(403).json({ error: 'Only pages of this machine may turn something here.' })
}
