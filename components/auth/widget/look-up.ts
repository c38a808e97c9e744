import { coded } from './errors'

/** The visitor says whether they have an account (`in`) or want one (`new`). */
export type Visit = 'in' | 'new'

export type LookUp = {
  visit: Visit
  /** How a known visitor signs in by email on this page. */
  method: 'password' | 'emailLink'
  /** The name of the widget page that shows. */
  page: string
  /** An emailed sign-in link has opened this page. */
  isOpenedByLink: boolean
  /** What the visitor said when the link was sent, if known. */
  rememberedVisit: Visit | null
  /** Whether this page offers the method. */
  offers: (method: string) => boolean
  /** The federated methods of the account that linking conflicts with, as reported by the provider. */
  conflictMethods: readonly string[]
}

/** Methods that the widget can open without a button in its list. */
const withoutButton = new Set(['password', 'emailLink', 'phone', 'anonymous'])

/**
 * Limits the methods to those that the widget can use. It stays blank for a provider that it knows but that is not
 * configured; an unknown name makes it show its "unsupported provider" page instead.
 * @param prefersLink the visitor asked for a link although passwords are configured
 */
export function usableMethods(
  methods: readonly string[],
  { offers, prefersLink }: Pick<LookUp, 'offers'> & { prefersLink: boolean },
): string[] {
  // The widget prefers a password wherever there is one.
  if (prefersLink && methods.includes('password')) return ['emailLink']
  return methods.map((method) => (withoutButton.has(method) || offers(method) ? method : `elsewhere:${method}`))
}

/**
 * Answers a look-up for a project that hides which addresses have an account (email enumeration protection). The
 * project's empty answer means "create an account" to the widget, so it is replaced by what the visitor said.
 * @throws `auth/email-already-in-use` after creating an account has failed, which makes the widget say so; the
 *   identity service reveals that as well
 */
export function methodsWhenHidden(lookUp: LookUp): string[] {
  const { page, visit, method, offers, conflictMethods } = lookUp
  if (page === 'password-sign-up') throw coded('auth/email-already-in-use')
  // The page of linking, which implies that the account exists.
  if (page === 'callback') {
    const offered = conflictMethods.filter(offers)
    return offered.length > 0 ? offered : [method]
  }
  // A guest opens a link. Treated as known, they can sign in either way; treated as new, a known user could not.
  if (page === 'blank' && lookUp.isOpenedByLink) return lookUp.rememberedVisit === 'new' ? [] : ['emailLink']
  return visit === 'in' ? [method] : []
}

export type IdentityApi = {
  /** Base address without a path. */
  identityBase: string
  apiKey: string
  /** App Check's headers for requests that do not go through the SDK. */
  checkHeaders: () => Promise<Record<string, string>>
}

/**
 * Asks the identity API whether the project hides accounts: only then does its answer lack `registered`.
 * Assumes hiding, the default of new projects, if the API cannot be asked.
 * @param tenantId null for the project itself
 */
export function hidesAccounts(
  { identityBase, apiKey, checkHeaders }: IdentityApi,
  tenantId: string | null = null,
): (email: string) => Promise<boolean> {
  let known: boolean | undefined
  return async (email) => {
    if (known !== undefined) return known
    try {
      const response = await fetch(`${identityBase}/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(await checkHeaders()) },
        body: JSON.stringify({ identifier: email, continueUri: location.origin, ...(tenantId && { tenantId }) }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) return true
      const answer = (await response.json()) as Record<string, unknown>
      return (known = !('registered' in answer))
    } catch {
      return true
    }
  }
}
