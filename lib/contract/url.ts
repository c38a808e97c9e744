/** The URL, or null if it is malformed. `URL.parse` is newer than the browsers that we support. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
