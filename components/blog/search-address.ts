const name = 'q'

/** Letters of a query that are searched for: enough for any, and short enough to be quick. */
export const longestQuery = 100

/** The query that an address carries, or ''. */
export const queryOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string =>
  (new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name) ?? '').slice(0, longestQuery)

/**
 * Keeps the query in the address, so that Back returns to what was found. It stands behind the `#`, which a
 * browser never sends: what is typed stays on this machine.
 */
export function keepQuery(query: string): void {
  if (!query && !queryOf(location)) return
  const address = new URL(location.href)
  address.searchParams.delete(name)
  address.hash = query ? new URLSearchParams({ [name]: query }).toString() : ''
  // With the router's own state, so that the router need not look at the address again.
  if (address.href !== location.href) history.replaceState(history.state, '', address.href)
}
