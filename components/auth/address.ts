import { parseUrl } from '@/lib/browser/page-address'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { defaultLocale, localeOfTag, localPath, splitPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'

/** The site's own links always use this name. */
export const successParameter = 'signInSuccessUrl'

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The absolute address, or null unless it is on this origin and not the sign-in page. */
function sameOrigin(address: string, origin: string): URL | null {
  const url = parseUrl(address, origin)
  const path = url && decoded(url.pathname)
  // A double slash could be read as the start of a host, and `blob:` addresses have an origin, too.
  if (!path || !url.href.startsWith(`${origin}/`) || path.startsWith('//')) return null
  return isSignIn(path.replace(/\/+/g, '/').replace(/\/$/, '')) ? null : url
}

const isSignIn = (pathname: string) => splitPath(pathname).path === paths.auth

/** The site's own links may name a page without its language. */
function inLanguage(url: URL, locale: Locale): string {
  if (splitPath(url.pathname).locale === defaultLocale) url.pathname = localPath(url.pathname, locale)
  return url.href
}

export function requestedReturnAddress(search: string, settings: SignInSettings): string | null {
  const query = new URLSearchParams(search)
  return query.get(settings.queryParameterForSignInSuccessUrl) ?? query.get(successParameter)
}

type ReturnPlace = { origin: string; fallback: string; locale: Locale }

/** Where to go after signing in. Absolute, so that its path cannot be read as a host. */
export function returnAddress(requested: string | null | undefined, { origin, fallback, locale }: ReturnPlace): string {
  const url = (requested && sameOrigin(requested, origin)) || sameOrigin(fallback, origin)
  return inLanguage(url || new URL(paths.home, origin), locale)
}

/** Null if it is right. The identity service sends emailed links to the English page. */
export function inLanguageOfLink(href: string): string | null {
  const url = new URL(href)
  const locale = url.searchParams.has('oobCode') ? localeOfTag(url.searchParams.get('lang') ?? '') : undefined
  const address = locale && inLanguage(url, locale)
  return address && address !== href ? address : null
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

type ModeSettings = Pick<SignInSettings, 'queryParameterForWidgetMode'>

/** The identity service's emails always use this name. */
const modeParameter = 'mode'

const actionNamed = (name: string): ActionMode | undefined =>
  actionModes.find((mode) => mode.toLowerCase() === name.toLowerCase())

/** Codes are letters, digits, `-` and `_`. Anything else was added on the way, such as a full stop. */
const word = (value: string) => /[\w-]+/.exec(value.replace(/[\s=]+/g, ''))?.[0] ?? ''

type EmailedLink = {
  /** The address without what was added on the way. */
  href: string
  /** The mode of a link that has lost a part which cannot be restored. */
  incomplete: ActionMode | 'unknown' | null
}

/** Whether the query has a mode, under the usual or the configured name, and a code as they were sent. */
export function actionOf(search: string, settings: ModeSettings): ActionMode | null {
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

/** Reads an emailed link, also if a mail program has escaped it or added to its code. */
export function readEmailedLink(address: string, { queryParameterForWidgetMode: ownMode }: ModeSettings): EmailedLink {
  const url = new URL(address.replace(/&(?:amp;)+/gi, '&'))
  const query = url.searchParams
  const sentCode = query.get('oobCode') ?? ''
  const code = word(sentCode)
  if (code !== sentCode) query.set('oobCode', code)
  const requested = (query.get(modeParameter) ?? query.get(ownMode) ?? '').toLowerCase()
  const isEmailed = requested ? !otherModes.has(requested) : query.has('oobCode') || query.has('apiKey')
  const mode = actionNamed(word(requested))
  return { href: url.href, incomplete: !isEmailed || (mode && code) ? null : (mode ?? 'unknown') }
}

const modes: readonly Mode[] = [...actionModes, 'callback', 'select']

export function requestedMode(search: string, settings: ModeSettings): Mode {
  const query = new URLSearchParams(search)
  const requested = query.get(settings.queryParameterForWidgetMode) ?? query.get(modeParameter) ?? ''
  const requestedName = requested.toLowerCase()
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
  const { queryParameterForWidgetMode: ownMode } = settings
  for (const name of [modeParameter, ownMode, 'oobCode', 'apiKey', 'lang', 'continueUrl', 'tenantId'])
    url.searchParams.delete(name)
  return url.href
}

/**
 * Converts an emailed link to the widget's parameter names, including those inside `continueUrl`. Removes a foreign
 * `continueUrl`, which the widget would follow.
 */
export function unwrapAction(href: string, settings: SignInSettings): string {
  const url = new URL(href)
  const query = url.searchParams
  const { locale } = splitPath(url.pathname)
  const mode = actionOf(url.search, settings)
  const wrapped = query.get('continueUrl')
  query.delete('continueUrl')
  if (mode && query.get(settings.queryParameterForWidgetMode) !== mode) {
    query.set(settings.queryParameterForWidgetMode, mode)
  }
  // Otherwise the widget's last page has no way out.
  if (mode && mode !== 'signIn') query.set('continueUrl', url.origin + localPath(paths.auth, locale))
  const inner = wrapped === null ? null : parseUrl(wrapped)
  if (!inner || inner.origin !== url.origin || inner.username) return url.href
  for (const [name, value] of inner.searchParams) {
    if (name !== 'continueUrl' && !query.has(name)) query.set(name, value)
  }
  if (mode && mode !== 'signIn' && !isSignIn(inner.pathname)) {
    const place = { origin: url.origin, fallback: settings.signInSuccessUrl, locale }
    query.set('continueUrl', returnAddress(inner.href, place))
  }
  return url.href
}
