import type { Visit } from '@/components/auth/widget/look-up'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { actionModes, actionOf, modeParameter, readEmailedLink, type Mode } from './emailed-link'
import {
  forgetWidgetTarget,
  isClearedByWidget,
  storeOpenedLink,
  readRedirect,
  readOpenedLink,
  removeExpired,
} from './sign-in-storage'
import { requestedReturnAddress, returnAddress } from './return-address'

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
  const inner = wrapped === null ? null : URL.parse(wrapped)
  if (!inner || inner.origin !== url.origin || inner.username) return url.href
  for (const [name, value] of inner.searchParams) {
    if (name !== 'continueUrl' && !query.has(name)) query.set(name, value)
  }
  if (mode && mode !== 'signIn' && inner.pathname !== paths.auth) {
    query.set('continueUrl', returnAddress(inner.href, url.origin, settings.signInSuccessUrl))
  }
  return url.href
}

export type OpenedAddress = ReturnType<typeof openAddress>

/** Reads the page's address, after converting an emailed link or restoring it after a reload. */
export function openAddress(settings: SignInSettings) {
  const link = readEmailedLink(readOpenedLink(history.state) ?? location.href, settings)
  // The widget removes the code of an opened link from the address.
  const incomplete = isClearedByWidget(history.state) ? null : link.incomplete
  const href = incomplete ? withoutMode(link.href, settings) : unwrapAction(link.href, settings)
  if (href !== location.href) history.replaceState(history.state, '', href)
  const mode = () => requestedMode(location.search, settings)
  const ignoringUser = ignoresUser(location.search, settings)
  removeExpired()
  storeOpenedLink(ignoringUser && mode() === 'signIn' ? location.href : null)
  const isNewVisit = !ignoringUser && !readRedirect() && requestedReturnAddress(location.search, settings) === null
  if (isNewVisit) forgetWidgetTarget()
  return {
    incomplete,
    ignoresUser: ignoringUser,
    isSelect: mode() === 'select',
    mode,
    next: (otherwise: string | null = null) =>
      returnAddress(
        requestedReturnAddress(location.search, settings) ?? otherwise,
        location.origin,
        settings.signInSuccessUrl,
      ),
    clearMode: () => {
      const plain = withoutMode(location.href, settings)
      if (ignoringUser && plain !== location.href) history.replaceState(history.state, '', plain)
    },
  }
}
