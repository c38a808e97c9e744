import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'

/** The URL, or null if it is malformed. `URL.parse` is newer than the browsers that we support. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

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
  const url = parseUrl(address, origin)
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

/** Reads emailed links, also those that mail programs and filters have rewritten on the way. */

/** Modes of emailed links, each with its own page in the widget. */
export const actionModes = [
  'recoverEmail',
  'resetPassword',
  'revertSecondFactorAddition',
  'signIn',
  'verifyAndChangeEmail',
  'verifyEmail',
] as const
export type ActionMode = (typeof actionModes)[number]
export type Mode = ActionMode | 'callback' | 'select'
const otherModes = new Set(['callback', 'select', 'signout'])

export type LinkSettings = Pick<SignInSettings, 'queryParameterForWidgetMode' | 'queryParameterForSignInSuccessUrl'>

/** The identity service's emails always use this name. */
export const modeParameter = 'mode'

const maxDepth = 4
const ampersand = /&(?:amp|#38|#x26)(?:;|%3B)/gi
/** Punctuation of the sentence around a link, also encoded. */
const trailing = /(?:[>)\]}"'.,;!?»”’]|%3E|%29|%5D|%22|%E2%80%9D)+$/i

const actionNamed = (name: string): ActionMode | undefined =>
  actionModes.find((mode) => mode.toLowerCase() === name.toLowerCase())

/** Undoes HTML escapes and the quoted-printable form of emails, which writes `=` as `=3D`. */
function plainText(text: string): string {
  let plain = text
  for (let times = 0; times < maxDepth; times++) plain = plain.replace(ampersand, '&')
  if (!/\bmode=3D/i.test(plain)) return plain
  return plain.replace(/=(?:%0D)?%0A/gi, '').replace(/=3D/gi, '=')
}

/** The part of a value that may hold another link or more parameters. */
const innerText = (name: string, value: string) =>
  /^https?:\/\//i.test(value) ? value.replace(/^[^?#]*[?#]/, '') : value === '' ? name : `${name}=${value}`

/** All parameters in a query, outer ones first, also of links and parameters that are encoded in it. */
function* pairsIn(text: string, skipped: readonly string[], depth = 0): Generator<[string, string]> {
  for (const [name, value] of new URLSearchParams(plainText(text))) {
    // The address of a wrapper would keep the used code.
    if (/^[a-z][\w.-]*$/i.test(name) && !/^https?:.*oobCode/i.test(value)) yield [name, value]
    const inner = innerText(name, value)
    if (depth < maxDepth && !skipped.includes(name) && /[=&%]/.test(value || name))
      yield* pairsIn(inner, skipped, depth + 1)
  }
}

/** Codes and keys are letters, digits, `-` and `_`. Anything else was added on the way, such as line breaks. */
const word = (value: string) => /[\w-]+/.exec(value.replace(/[\s=]+/g, ''))?.[0] ?? ''

export type EmailedLink = {
  /** The address with the link's parameters in their usual form. */
  href: string
  /** The mode of a link that has lost a part which cannot be restored. */
  incomplete: ActionMode | 'unknown' | null
}

/** Whether the query has a mode, under the usual or the configured name, and a code as they were sent. */
export function actionOf(
  search: string,
  settings: Pick<LinkSettings, 'queryParameterForWidgetMode'>,
): ActionMode | null {
  const query = new URLSearchParams(search)
  if (!query.get('oobCode')) return null
  const names = [modeParameter, settings.queryParameterForWidgetMode]
  // The widget ignores case.
  for (const name of names) {
    const mode = actionNamed(query.get(name) ?? '')
    if (mode) return mode
  }
  return null
}

/**
 * Restores an emailed link: HTML escapes, encoding done twice, quoted-printable, punctuation at the end, other case of
 * the names, a fragment instead of a query, or a link inside a parameter of another one.
 */
export function readEmailedLink(address: string, settings: LinkSettings): EmailedLink {
  const url = new URL(address)
  const text = plainText(url.search + url.hash)
    .replace(/^\?/, '')
    .replace(/#[/!]*\??/, '&')
    .replace(trailing, '')
  const search = url.search.replace(trailing, '')
  const code = new URLSearchParams(search).get('oobCode')
  if (!code || code !== word(code) || !actionOf(search, settings)) return restore(url, text, settings)
  if (search !== url.search) url.search = search
  return { href: url.href, incomplete: null }
}

function restore(url: URL, text: string, settings: LinkSettings): EmailedLink {
  const { queryParameterForWidgetMode: ownMode, queryParameterForSignInSuccessUrl: ownTarget } = settings
  const targets = [successParameter, ownTarget]
  const usual = [modeParameter, ownMode, 'oobCode', 'apiKey', 'lang', 'tenantId', 'continueUrl', ...targets]
  const found = new Map<string, string>()
  for (const [given, value] of pairsIn(text, targets)) {
    const name = usual.find((each) => each.toLowerCase() === given.toLowerCase()) ?? given
    if (value !== '' && !found.has(name)) found.set(name, value.replace(trailing, ''))
  }
  const requested = word(found.get(modeParameter) ?? found.get(ownMode) ?? '')
  const mode = actionNamed(requested)
  const code = word(found.get('oobCode') ?? '')
  const isOther = otherModes.has(requested.toLowerCase())
  if (isOther || (requested === '' && code === '' && !found.has('apiKey'))) return { href: url.href, incomplete: null }
  if (!mode || !code) return { href: url.href, incomplete: mode ?? 'unknown' }
  found.set(modeParameter, mode).set('oobCode', code)
  if (ownMode !== modeParameter) found.delete(ownMode)
  for (const name of ['apiKey', 'lang']) if (found.has(name)) found.set(name, word(found.get(name) ?? ''))
  url.search = String(new URLSearchParams([...found]))
  url.hash = ''
  return { href: url.href, incomplete: null }
}

const modes: readonly Mode[] = [...actionModes, 'callback', 'select']

type ModeSettings = Pick<SignInSettings, 'queryParameterForWidgetMode'>

export function requestedMode(search: string, settings: ModeSettings): Mode {
  const query = new URLSearchParams(search)
  const requestedName = (
    query.get(settings.queryParameterForWidgetMode) ??
    query.get(modeParameter) ??
    ''
  ).toLowerCase()
  return modes.find((mode) => mode.toLowerCase() === requestedName) ?? 'callback'
}

/** Whether the page must show the form although a user is signed in: for an emailed link, or to change the user. */
export function ignoresUser(search: string, settings: ModeSettings): boolean {
  const mode = requestedMode(search, settings)
  return mode !== 'callback' && (mode !== 'signIn' || new URLSearchParams(search).has('oobCode'))
}

/** The visitor has an account (`in`) or wants one (`new`). */
export type Visit = 'in' | 'new'

/** Links for new visitors ask for the second tab. */
export const requestedVisit = (search: string): Visit =>
  new URLSearchParams(search).get('visit') === 'new' ? 'new' : 'in'

export function withoutMode(href: string, settings: ModeSettings): string {
  const url = new URL(href)
  const spent = [
    modeParameter,
    settings.queryParameterForWidgetMode,
    'oobCode',
    'apiKey',
    'lang',
    'continueUrl',
    'tenantId',
  ]
  for (const name of spent) url.searchParams.delete(name)
  return url.href
}

/**
 * Converts an emailed link to the widget's parameter names, including those inside `continueUrl`. Removes a foreign
 * `continueUrl`, which the widget would follow.
 */
export function unwrapAction(href: string, settings: ModeSettings & Pick<SignInSettings, 'signInSuccessUrl'>): string {
  const url = new URL(href)
  const query = url.searchParams
  const mode = actionOf(url.search, settings)
  const wrapped = query.get('continueUrl')
  query.delete('continueUrl')
  if (mode && query.get(settings.queryParameterForWidgetMode) !== mode) {
    query.set(settings.queryParameterForWidgetMode, mode)
  }
  // Otherwise the widget's last page has no way out.
  if (mode && mode !== 'signIn') query.set('continueUrl', url.origin + paths.auth)
  const inner = wrapped === null ? null : parseUrl(wrapped)
  if (!inner || inner.origin !== url.origin || inner.username) return url.href
  for (const [name, value] of inner.searchParams) {
    if (name !== 'continueUrl' && !query.has(name)) query.set(name, value)
  }
  if (mode && mode !== 'signIn' && inner.pathname !== paths.auth) {
    query.set('continueUrl', returnAddress(inner.href, url.origin, settings.signInSuccessUrl))
  }
  return url.href
}
