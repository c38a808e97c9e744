import type { SignInOption, SignInSettings } from '@/lib/contract/sign-in'

/** What people call the providers that everybody knows, by the identity service's own name. */
export const providerNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'facebook.com': 'Facebook',
  'twitter.com': 'Twitter',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
}

/** A way to sign in: the provider's own word for it, and what people call it. */
export type SignInMethod = { id: string; name: string }

/** The ways to sign in that somebody is offered: a tenant's member those of the tenant, everybody else the site's. */
export const optionsFor = (settings: Pick<SignInSettings, 'signInOptions' | 'tenants'>, tenant: string | null) =>
  settings.tenants?.[tenant ?? '_']?.signInOptions ?? settings.signInOptions

/** Whether an e-mail address signs in by a mailed link, so that nobody is asked for a password. */
export const isByLink = (options: readonly SignInOption[]): boolean =>
  options.some(({ provider, signInMethod }) => provider === 'password' && signInMethod === 'emailLink')

/** A way to sign in as people call it; one that is not known by name is called what its settings or the provider call it. */
export function methodOf(id: string, options: readonly SignInOption[]): SignInMethod {
  const own = options.find(({ provider }) => provider === id)?.providerName
  const email = isByLink(options) ? 'E-mail link' : 'E-mail and password'
  const ours: Record<string, string> = { ...providerNames, phone: 'Phone', password: email }
  return { id, name: own ?? ours[id] ?? id.replace(/^(saml|oidc)\./, '') }
}

/** The ways to sign in that can be a part of an account, by name. */
export const offeredMethods = (options: readonly SignInOption[]): SignInMethod[] =>
  options.filter(({ provider }) => provider !== 'anonymous').map(({ provider }) => methodOf(provider, options))

/**
 * Whether a way has to stay because no other one leads into the account. What the site has ceased to
 * offer is a part of the account still, but no way in.
 * @param linked ids of the account's own ways, `offered` of the site's
 */
export function isOnlyWay(id: string, linked: readonly string[], offered: readonly string[]): boolean {
  const open = linked.filter((one) => offered.includes(one))
  return linked.length <= 1 || (open.length <= 1 && open.includes(id))
}

/**
 * Whether a way can be added to an account, and so again once it was removed. Nobody adds a mailed link: whoever
 * signs in by one has it.
 */
export const canAdd = (
  { offered, byLink }: { offered: readonly SignInMethod[]; byLink: boolean },
  id: string,
): boolean => offered.some((one) => one.id === id) && !(id === 'password' && byLink)
