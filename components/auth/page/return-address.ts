import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'

/** The site's own links always use this name. */
export const successParameter = 'signInSuccessUrl'

const maxLength = 2048

/** Browsers remove control characters and turn backslashes into slashes. */
const isUnsafe = (letter: string) =>
  letter <= ' ' || letter === '\\' || (letter >= '\u007f' && letter <= '\u009f') || /[\u2028\u2029]/.test(letter)

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The absolute address, or null unless it is on this origin and not the sign-in page. */
function sameOrigin(address: string, origin: string): string | null {
  if (address.length > maxLength || [...address].some(isUnsafe) || !/^(\/|https?:\/\/)/i.test(address)) return null
  const url = URL.parse(address, origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  const path = decoded(url.pathname)
  // A double slash could be read as the start of a host.
  if (path === null || path.startsWith('//') || [...path].some((letter) => letter !== ' ' && isUnsafe(letter)))
    return null
  const isLoop = path.replace(/\/+/g, '/').replace(/\/$/, '') === paths.auth
  return isLoop ? null : url.href
}

export function requestedReturnAddress(
  search: string,
  settings: Pick<SignInSettings, 'queryParameterForSignInSuccessUrl'>,
): string | null {
  const query = new URLSearchParams(search)
  return query.get(settings.queryParameterForSignInSuccessUrl) ?? query.get(successParameter)
}

/** Where to go after signing in. Absolute, so that its path cannot be read as a host. */
export function returnAddress(requested: string | null | undefined, origin: string, fallback: string): string {
  return (requested && sameOrigin(requested, origin)) || sameOrigin(fallback, origin) || `${origin}${paths.home}`
}
