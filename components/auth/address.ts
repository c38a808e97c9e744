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

type LinkSettings = Pick<SignInSettings, 'queryParameterForWidgetMode' | 'queryParameterForSignInSuccessUrl'>

/** The identity service's emails always use this name. */
const modeParameter = 'mode'

const actionNamed = (name: string): ActionMode | undefined =>
  actionModes.find((mode) => mode.toLowerCase() === name.toLowerCase())

/** Codes and keys are letters, digits, `-` and `_`. Anything else was added on the way, such as a full stop. */
const word = (value: string) => /[\w-]+/.exec(value.replace(/[\s=]+/g, ''))?.[0] ?? ''

const maxDepth = 4

/** The first value of each parameter in a query, also in links inside it and with the escapes of HTML. */
function parametersIn(query: string, skipped: readonly string[], found = new Map<string, string>(), depth = 0) {
  for (const [name, value] of new URLSearchParams(query.replace(/&(?:amp;)+/gi, '&'))) {
    const isLink = /^https?:\/\//i.test(value)
    // The address of a wrapper would keep the used code.
    if (value && !found.has(name) && !(isLink && value.includes('oobCode'))) found.set(name, value)
    if (isLink && depth < maxDepth && !skipped.includes(name))
      parametersIn(value.replace(/^[^?]*\??/, ''), skipped, found, depth + 1)
  }
  return found
}

type EmailedLink = {
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

/** Reads an emailed link, also if a mail program has escaped it or a filter has put it into another link. */
export function readEmailedLink(address: string, settings: LinkSettings): EmailedLink {
  const url = new URL(address)
  const code = url.searchParams.get('oobCode') ?? ''
  if (code && code === word(code) && actionOf(url.search, settings)) return { href: url.href, incomplete: null }
  const { queryParameterForWidgetMode: ownMode, queryParameterForSignInSuccessUrl: ownTarget } = settings
  const found = parametersIn(url.search, [successParameter, ownTarget])
  const requested = word(found.get(modeParameter) ?? found.get(ownMode) ?? '')
  const mode = actionNamed(requested)
  const foundCode = word(found.get('oobCode') ?? '')
  const isOther = otherModes.has(requested.toLowerCase())
  if (isOther || (!requested && !foundCode && !found.has('apiKey'))) return { href: url.href, incomplete: null }
  if (!mode || !foundCode) return { href: url.href, incomplete: mode ?? 'unknown' }
  found.set(modeParameter, mode).set('oobCode', foundCode)
  if (ownMode !== modeParameter) found.delete(ownMode)
  url.search = String(new URLSearchParams([...found]))
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
