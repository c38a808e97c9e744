import { coded } from './errors'

/** The visitor says whether they have an account (`in`) or want one (`new`). */
export type Visit = 'in' | 'new'

export type LookUp = {
  visit: Visit
  method: 'password' | 'emailLink'
  page: string
  isOpenedByLink: boolean
  rememberedVisit: Visit | null
  offers: (method: string) => boolean
  /** The federated methods of the account that linking conflicts with, as reported by the provider. */
  conflictMethods: readonly string[]
}

const withoutButton = new Set(['password', 'emailLink', 'phone', 'anonymous'])

/** The widget stays blank for a known provider without a button, but reports an unknown one as unsupported. */
export function usableMethods(
  methods: readonly string[],
  { offers, prefersLink }: Pick<LookUp, 'offers'> & { prefersLink: boolean },
): string[] {
  // The widget prefers a password wherever there is one.
  if (prefersLink && methods.includes('password')) return ['emailLink']
  return methods.map((method) => (withoutButton.has(method) || offers(method) ? method : `elsewhere:${method}`))
}

/**
 * Answers a look-up where the project hides which addresses have an account: its empty answer means "create an
 * account" to the widget, so the visitor's own answer replaces it.
 * @throws `auth/email-already-in-use` after creating an account has failed, so that the widget says so
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
  identityBase: string
  apiKey: string
  checkHeaders: () => Promise<Record<string, string>>
}

/** Asks the identity API: only an answer that hides accounts lacks `registered`. Hiding is the default. */
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
