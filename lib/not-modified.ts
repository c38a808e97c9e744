import fresh from 'fresh'

type Headers = Record<string, string | string[] | undefined>

/** `If-None-Match` wins over `no-cache`, which fetch on Node adds to every conditional request. */
export function isNotModified(request: Headers, response: Headers): boolean {
  return fresh(withoutReload(request), response)
}

export function withoutReload<T extends Headers>(headers: T): T {
  if (headers['if-none-match'] === undefined || headers['cache-control'] === undefined) return headers
  return { ...headers, 'cache-control': undefined }
}
