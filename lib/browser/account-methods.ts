import type { SignInOption, SignInSettings } from '@/lib/contract/sign-in'

export const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'twitter.com': 'Twitter',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
}

export type SignInMethod = { id: string; name: string }

/** Sign-in methods of the user's tenant, or of the site. */
export const optionsFor = (settings: Pick<SignInSettings, 'signInOptions' | 'tenants'>, tenant: string | null) =>
  settings.tenants?.[tenant ?? '_']?.signInOptions ?? settings.signInOptions

export const isByLink = (options: readonly SignInOption[]): boolean =>
  options.some(({ provider, signInMethod }) => provider === 'password' && signInMethod === 'emailLink')

export function methodOf(id: string, options: readonly SignInOption[]): SignInMethod {
  const own = options.find(({ provider }) => provider === id)?.providerName
  const email = isByLink(options) ? 'Email link' : 'Email and password'
  const ours: Record<string, string> = { ...providerNames, phone: 'Phone', password: email }
  return { id, name: own ?? ours[id] ?? id.replace(/^(saml|oidc)\./, '') }
}

export const offeredMethods = (options: readonly SignInOption[]): SignInMethod[] =>
  options.filter(({ provider }) => provider !== 'anonymous').map(({ provider }) => methodOf(provider, options))

/** Whether no other offered method leads into the account. */
export function isOnlyWay(id: string, linked: readonly string[], offered: readonly string[]): boolean {
  const open = linked.filter((one) => offered.includes(one))
  return linked.length <= 1 || (open.length <= 1 && open.includes(id))
}

/** Whether a method can be added. An email link always exists. */
export const canAdd = (
  { offered, byLink }: { offered: readonly SignInMethod[]; byLink: boolean },
  id: string,
): boolean => offered.some((one) => one.id === id) && !(id === 'password' && byLink)

/** The SDK's time, such as `Sun, 01 Nov 2026 10:00:00 GMT`, in ISO 8601. */
export function isoTime(moment: string | undefined): string | null {
  const time = Date.parse(moment ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
