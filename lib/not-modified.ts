import fresh from 'fresh'

type Headers = Record<string, string | string[] | undefined>

/**
 * Whether a 304 answers the request. `If-None-Match` wins over `Cache-Control: no-cache`: fetch on Node adds that
 * directive to every conditional request.
 * @param request headers in lower case
 * @param response `etag` and `last-modified` of what would be sent
 */
export function isNotModified(request: Headers, response: Headers): boolean {
  return fresh(withoutReload(request), response)
}

/** The headers without the directive that would void a condition on the entity tag. */
export function withoutReload<T extends Headers>(headers: T): T {
  if (headers['if-none-match'] === undefined || headers['cache-control'] === undefined) return headers
  return { ...headers, 'cache-control': undefined }
}
