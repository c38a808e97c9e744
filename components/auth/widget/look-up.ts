import { codedError } from './errors'

/** The visitor has an account (`in`) or wants one (`new`). */
export type Visit = 'in' | 'new'

export type LookUp = {
  visit: Visit
  method: 'password' | 'emailLink'
  page: string
  isOpenedByLink: boolean
  rememberedVisit: Visit | null
  offers: (method: string) => boolean
  /** The provider's methods of the account in conflict. */
  conflictMethods: readonly string[]
}

const methodsWithoutButton = new Set(['password', 'emailLink', 'phone', 'anonymous'])

/** The widget stays blank for a known provider without a button, and rejects unknown ones. */
export function usableMethods(
  methods: readonly string[],
  { offers, prefersLink }: Pick<LookUp, 'offers'> & { prefersLink: boolean },
): string[] {
  // The widget always prefers a password.
  if (prefersLink && methods.includes('password')) return ['emailLink']
  return methods.map((method) => (methodsWithoutButton.has(method) || offers(method) ? method : `elsewhere:${method}`))
}

/**
 * Answers a look-up if the project hides which addresses have an account. The widget would offer a new account, so the
 * visitor's own answer decides.
 * @throws `auth/email-already-in-use` after creating an account has failed
 */
export function methodsWhenHidden(lookUp: LookUp): string[] {
  const { page, visit, method, offers, conflictMethods } = lookUp
  if (page === 'password-sign-up') throw codedError('auth/email-already-in-use')
  // On the linking page the account exists.
  if (page === 'callback') {
    const offered = conflictMethods.filter(offers)
    return offered.length > 0 ? offered : [method]
  }
  // For a guest with an opened link: a new user can still sign in as known, but not the reverse.
  if (page === 'blank' && lookUp.isOpenedByLink) return lookUp.rememberedVisit === 'new' ? [] : ['emailLink']
  return visit === 'in' ? [method] : []
}

export type IdentityApi = {
  identityBase: string
  apiKey: string
  checkHeaders: () => Promise<Record<string, string>>
}

/** Asks the identity API, whose answer lacks `registered` if accounts are hidden. Default: hidden. */
export function hidesAccounts(
  { identityBase, apiKey, checkHeaders }: IdentityApi,
  tenantId: string | null = null,
): (email: string) => Promise<boolean> {
  let isHidden: boolean | undefined
  return async (email) => {
    if (isHidden !== undefined) return isHidden
    try {
      const response = await fetch(`${identityBase}/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(await checkHeaders()) },
        body: JSON.stringify({ identifier: email, continueUri: location.origin, ...(tenantId && { tenantId }) }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) return true
      const answer = (await response.json()) as Record<string, unknown>
      return (isHidden = !('registered' in answer))
    } catch {
      return true
    }
  }
}
