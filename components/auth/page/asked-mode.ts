import type { SignInSettings } from '@/lib/contract/sign-in'
import { actionModes, type ActionMode } from './action-link'

type WidgetMode = ActionMode | 'callback' | 'select'

const modes: readonly WidgetMode[] = [...actionModes, 'callback', 'select']

/** The mode that the page's address names, as the widget reads it; `callback`, its usual one, when it names none. */
export function askedMode(search: string, settings: Pick<SignInSettings, 'queryParameterForWidgetMode'>): WidgetMode {
  const query = new URLSearchParams(search)
  const asked = (query.get(settings.queryParameterForWidgetMode) ?? query.get('mode') ?? '').toLowerCase()
  return modes.find((mode) => mode.toLowerCase() === asked) ?? 'callback'
}

/**
 * Whether this address asks for something that does not care who is signed in: an e-mailed action, its
 * code missing or not, or a choice made anew. A sign-in link without its code asks for nothing.
 */
export function standsAlone(search: string, settings: Pick<SignInSettings, 'queryParameterForWidgetMode'>): boolean {
  const mode = askedMode(search, settings)
  return mode !== 'callback' && (mode !== 'signIn' || new URLSearchParams(search).has('oobCode'))
}

/** This page's address without the mode and its code: the widget reads both again at each start. */
export function withoutMode(href: string, settings: Pick<SignInSettings, 'queryParameterForWidgetMode'>): string {
  const url = new URL(href)
  const spent = ['mode', settings.queryParameterForWidgetMode, 'oobCode', 'apiKey', 'lang', 'continueUrl', 'tenantId']
  for (const name of spent) url.searchParams.delete(name)
  return url.href
}
