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

export const usesEmailLinks = (options: readonly SignInOption[]): boolean =>
  options.some(({ provider, signInMethod }) => provider === 'password' && signInMethod === 'emailLink')

export function methodOf(id: string, options: readonly SignInOption[]): SignInMethod {
  const configuredName = options.find(({ provider }) => provider === id)?.providerName
  const email = usesEmailLinks(options) ? 'Email link' : 'Email and password'
  const names: Record<string, string> = { ...providerNames, phone: 'Phone', password: email }
  return { id, name: configuredName ?? names[id] ?? id.replace(/^(saml|oidc)\./, '') }
}

export const offeredMethods = (options: readonly SignInOption[]): SignInMethod[] =>
  options.filter(({ provider }) => provider !== 'anonymous').map(({ provider }) => methodOf(provider, options))

/** Whether no other offered method leads into the account. */
export function isOnlyMethod(id: string, linked: readonly string[], offered: readonly string[]): boolean {
  const usable = linked.filter((one) => offered.includes(one))
  return linked.length <= 1 || (usable.length <= 1 && usable.includes(id))
}

/** Whether a method can be added. An email link always exists. */
export const canAdd = (
  { offered, usesEmailLink }: { offered: readonly SignInMethod[]; usesEmailLink: boolean },
  id: string,
): boolean => offered.some((one) => one.id === id) && !(id === 'password' && usesEmailLink)

/** The SDK's time, such as `Sun, 01 Nov 2026 10:00:00 GMT`, in ISO 8601. */
export function isoTime(sdkTime: string | undefined): string | null {
  const time = Date.parse(sdkTime ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
