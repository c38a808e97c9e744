import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'

/** Under this name the site's own links say where to go afterwards, whatever else is configured. */
export const successParameter = 'signInSuccessUrl'

/** Longer than any address of ours, and short enough for every server in between. */
const longest = 2048

/** Browsers drop control characters and turn backslashes round before they read an address. */
const isTrick = (letter: string) =>
  letter <= ' ' || letter === '\\' || (letter >= '\u007f' && letter <= '\u009f') || /[\u2028\u2029]/.test(letter)

/** The path as a server may read it, or null when it cannot be read. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The address on this origin, or null for anything else that it could be taken for. */
function sameOrigin(asked: string, origin: string): string | null {
  if (asked.length > longest || [...asked].some(isTrick) || !/^(\/|https?:\/\/)/i.test(asked)) return null
  const url = URL.parse(asked, origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  const path = decoded(url.pathname)
  // A second slash at the start makes a host of what follows, for whoever takes the path out of the address.
  if (path === null || path.startsWith('//') || [...path].some((letter) => letter !== ' ' && isTrick(letter)))
    return null
  const loops = path.replace(/\/+/g, '/').replace(/\/$/, '') === paths.auth
  return loops ? null : url.href
}

/**
 * What the page's address asks for, under the site's own name of the parameter or the configured one.
 * Whoever wrote it: only `returnAddress` says whether it is gone to.
 */
export function askedAddress(
  search: string,
  settings: Pick<SignInSettings, 'queryParameterForSignInSuccessUrl'>,
): string | null {
  const query = new URLSearchParams(search)
  return query.get(settings.queryParameterForSignInSuccessUrl) ?? query.get(successParameter)
}

/**
 * Where to go after signing in: the address that was asked for if it is on this origin, else the
 * usual one. Always absolute, so that no path of it can be read as another host.
 * @param asked value of the parameter, whoever wrote it
 * @param usual path of this site, from the settings
 */
export function returnAddress(asked: string | null | undefined, origin: string, usual: string): string {
  return (asked && sameOrigin(asked, origin)) || sameOrigin(usual, origin) || `${origin}${paths.home}`
}
