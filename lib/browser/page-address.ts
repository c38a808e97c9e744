/** The page's language and path, for code outside of components. */
import { localPath, splitPath, type Locale } from '@/lib/locales'

export const pageLocale = (): Locale => splitPath(location.pathname).locale

/** Without the language and a closing slash. */
export const pagePath = (): string => splitPath(location.pathname).path.replace(/(.)\/$/, '$1')

/** `/profile` → `/es/profile` on a Spanish page. */
export const inPageLanguage = (path: string): string => localPath(path, pageLocale())
