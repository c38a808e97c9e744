import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { returnAddress } from './return-address'

/** Values of `mode` that an e-mailed link opens this page with; each has its own page in the widget. */
export const actionModes = [
  'recoverEmail',
  'resetPassword',
  'revertSecondFactorAddition',
  'signIn',
  'verifyAndChangeEmail',
  'verifyEmail',
] as const
export type ActionMode = (typeof actionModes)[number]

/** The provider's e-mails carry the action under this name, whatever else is configured. */
const modeParameter = 'mode'

type ModeSettings = Pick<SignInSettings, 'queryParameterForWidgetMode'>

/** The action that this address asks for, if it carries a code; `callback` and `select` are the widget's own. */
export function actionOf(search: string, settings: ModeSettings): ActionMode | null {
  const query = new URLSearchParams(search)
  if (!query.get('oobCode')) return null
  const names = [modeParameter, settings.queryParameterForWidgetMode]
  // The widget reads the value without regard to case.
  const asked = new Set(names.map((name) => query.get(name)?.toLowerCase()))
  return actionModes.find((mode) => asked.has(mode.toLowerCase())) ?? null
}

/**
 * The same address as the widget needs it. An e-mailed link wraps the address that it was made for
 * in `continueUrl`; the widget looks for that address's own parameters beside the code, and for the
 * action under the configured name. A foreign `continueUrl` is taken out, because the widget would go there.
 */
export function unwrapAction(href: string, settings: ModeSettings & Pick<SignInSettings, 'signInSuccessUrl'>): string {
  const url = new URL(href)
  const mode = actionOf(url.search, settings)
  const wrapped = url.searchParams.get('continueUrl')
  url.searchParams.delete('continueUrl')
  if (mode && url.searchParams.get(settings.queryParameterForWidgetMode) !== mode) {
    url.searchParams.set(settings.queryParameterForWidgetMode, mode)
  }
  // Without an address to go on to, the widget's last page would have no way out.
  if (mode && mode !== 'signIn') url.searchParams.set('continueUrl', url.origin + paths.auth)
  const inner = wrapped === null ? null : URL.parse(wrapped)
  if (!inner || inner.origin !== url.origin || inner.username) return url.href
  for (const [name, value] of inner.searchParams) {
    if (name !== 'continueUrl' && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  // "Continue" at the end of an action leads there.
  if (mode && mode !== 'signIn' && inner.pathname !== paths.auth) {
    url.searchParams.set('continueUrl', returnAddress(inner.href, url.origin, settings.signInSuccessUrl))
  }
  return url.href
}
