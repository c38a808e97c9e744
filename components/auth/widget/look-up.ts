/** What the person says of themselves: an account is there already, or is to be made. */
export type Visit = 'in' | 'new'

type Method = 'password' | 'emailLink'

export type Steering = {
  visit: Visit
  /** How a known person signs in by e-mail on this page. */
  method: Method
  /** Whether the person pressed for a link although a password is the configured way. */
  insists: boolean
  /** The widget's page that is showing, by the name in its class. */
  page: string
  /** Whether an e-mailed sign-in link has opened this page. */
  opened: boolean
  /** What was said of this visit when the link was sent that this page was opened with, if it is known. */
  remembered: Visit | null
  /** Whether this page offers the method. */
  offers: (method: string) => boolean
  /** What the provider said of the account that stands in the way of linking: its federated ways in, if any. */
  ways: readonly string[]
}

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Ways in which the widget opens by itself, without a button of the list. */
const byItself = new Set(['password', 'emailLink', 'phone', 'anonymous'])

/**
 * The ways in as the widget can use them. It goes to any provider that it knows by name, also to one that
 * this page does not offer, and stays blank then; under an unknown name it says that there is no such way here.
 */
export function usable(
  methods: readonly string[],
  { offers, insists }: Pick<Steering, 'offers' | 'insists'>,
): string[] {
  // The widget takes a password wherever there is one; who asked for a link gets a link.
  if (insists && methods.includes('password')) return ['emailLink']
  return methods.map((method) => (byItself.has(method) || offers(method) ? method : `elsewhere:${method}`))
}

/**
 * Leads people on where the project hides which addresses have an account. The look-up of sign-in
 * methods is then empty for everybody, which the widget reads as "create an account" and known
 * people end at a closed door. The empty answer is therefore replaced by what the person said. Only
 * creating an account tells that its address is taken, as the identity service says so itself.
 * @throws `auth/email-already-in-use` after creating an account has failed: the widget says so when this fails
 */
export function answerHidden({ page, opened, visit, method, remembered, ways, offers }: Steering): string[] {
  if (page === 'password-sign-up') throw coded('auth/email-already-in-use', 'The address has an account.')
  // Asked while linking: there is an account, or there would be nothing to link.
  if (page === 'callback') return ways.some(offers) ? ways.filter(offers) : [method]
  // A guest opens a link. Taken for known, they sign in whoever they are; taken for new, a known one could not.
  if (page === 'blank' && opened) return remembered === 'new' ? [] : ['emailLink']
  return visit === 'in' ? [method] : []
}

/**
 * Asks the provider directly: an answer that says whether an address is `registered` hides nothing.
 * When it cannot be asked, hiding is assumed, as every new project has it.
 * @param base of the identity API, without a path
 * @param tenantId of the tenant that is asked for; null for the project itself
 * @param checkHeaders gives App Check's headers for the request
 */
export function hidingOf(
  base: string,
  apiKey: string,
  tenantId: string | null = null,
  checkHeaders: () => Promise<Record<string, string>> = async () => ({}),
): (email: string) => Promise<boolean> {
  let known: boolean | undefined
  return async (email) => {
    if (known !== undefined) return known
    try {
      const response = await fetch(`${base}/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`, {
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
