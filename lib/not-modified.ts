import fresh from 'fresh'

type Headers = Record<string, string | string[] | undefined>

/**
 * Whether the answer is 304. `If-None-Match` wins over `Cache-Control: no-cache`, which fetch on Node adds to every
 * conditional request.
 * @param response `etag` and `last-modified` of the body
 */
export function isNotModified(request: Headers, response: Headers): boolean {
  return fresh(withoutReload(request), response)
}

/** Removes the directive that would disable `If-None-Match`. */
export function withoutReload<T extends Headers>(headers: T): T {
  if (headers['if-none-match'] === undefined || headers['cache-control'] === undefined) return headers
  return { ...headers, 'cache-control': undefined }
}
