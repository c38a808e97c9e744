/** The page's language and path, and other addresses, for code outside of components. */
import { localPath, splitPath, type Locale } from '@/lib/locales'

export const pageLocale = (): Locale => splitPath(location.pathname).locale

/** Without the language and a closing slash. */
export const pagePath = (): string => splitPath(location.pathname).path.replace(/(.)\/$/, '$1')

/** `/profile` → `/es/profile` on a Spanish page. */
export const inPageLanguage = (path: string): string => localPath(path, pageLocale())

/** The URL, or null if it is malformed. `URL.parse` is newer than the browsers that we support. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
