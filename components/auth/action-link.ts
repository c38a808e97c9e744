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

/** The action that this address asks for, if it carries a code; `callback` and `select` are the widget's own. */
export function actionOf(search: string): ActionMode | null {
  const query = new URLSearchParams(search)
  const mode = actionModes.find((name) => name === query.get('mode'))
  return mode && query.get('oobCode') ? mode : null
}

/**
 * The same address as the widget needs it. An e-mailed link wraps the address that it was made for
 * in `continueUrl`; the widget looks for that address's own parameters beside the code. A foreign
 * `continueUrl` is taken out, because the widget would go there.
 */
export function unwrapAction(href: string): string {
  const url = new URL(href)
  const mode = actionOf(url.search)
  const wrapped = url.searchParams.get('continueUrl')
  url.searchParams.delete('continueUrl')
  // Without an address to go on to, the widget's last page would have no way out.
  if (mode && mode !== 'signIn') url.searchParams.set('continueUrl', url.origin + paths.auth)
  if (wrapped === null) return url.href
  try {
    const inner = new URL(wrapped)
    if (inner.origin !== url.origin || inner.username) return url.href
    for (const [name, value] of inner.searchParams) {
      if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    }
    // "Continue" at the end of an action leads there.
    if (mode && mode !== 'signIn' && inner.pathname !== paths.auth)
      url.searchParams.set('continueUrl', returnAddress(inner.href, url.origin))
  } catch {
    // Not an address: nothing to take over.
  }
  return url.href
}
