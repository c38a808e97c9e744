/** What the person says of themselves: an account is there already, or is to be made. */
export type Visit = 'in' | 'new'

/** The part of the widget's own identity client that is steered; assigning to it is how. */
export type LookUpClient = {
  fetchSignInMethodsForEmail(email: string): Promise<string[]>
  signInWithEmailAndPassword(email: string, password: string): Promise<unknown>
}

export type Steering = {
  visit: () => Visit
  /** How a known person signs in by e-mail on this page. */
  method: () => 'password' | 'emailLink'
  /** Class names of the widget's page that is showing, as the widget writes them. */
  page: () => string
  /** Whether the project hides which addresses have an account. */
  hides: (email: string) => Promise<boolean>
}

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * Leads people on where the project hides which addresses have an account. The look-up of sign-in
 * methods is then empty for everybody, which the widget reads as "create an account" and known
 * people end at a closed door. An empty answer is therefore replaced by what the person said; nothing
 * that the server or the page says tells whether the account exists. Without hiding nothing changes.
 */
export function steerLookUp(client: LookUpClient, steering: Steering) {
  const ask = client.fetchSignInMethodsForEmail.bind(client)
  const signIn = client.signInWithEmailAndPassword.bind(client)

  client.fetchSignInMethodsForEmail = async (email) => {
    const methods = await ask(email)
    if (methods.length > 0 || !(await steering.hides(email))) return methods
    const page = steering.page()
    // Asked after creating failed: the address is taken, and the widget says so when this fails.
    if (page.includes('page-password-sign-up')) throw coded('auth/email-already-in-use', 'The address has an account.')
    // Asked while linking: there is an account, or there would be nothing to link.
    if (page.includes('page-callback')) return [steering.method()]
    return steering.visit() === 'in' ? [steering.method()] : []
  }

  client.signInWithEmailAndPassword = async (email, password) => {
    try {
      return await signIn(email, password)
    } catch (cause) {
      const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
      // With hiding on, the provider no longer says which of the two was wrong; the widget knows only the older code.
      if (code === 'auth/invalid-credential' || code === 'auth/invalid-login-credentials') {
        throw coded('auth/wrong-password', 'The email and password do not match.')
      }
      throw cause
    }
  }
}

/**
 * Asks the provider directly: an answer that says whether an address is `registered` hides nothing.
 * When it cannot be asked, hiding is assumed, as every new project has it.
 * @param base of the identity API, without a path
 */
export function hidingOf(base: string, apiKey: string): (email: string) => Promise<boolean> {
  let known: boolean | undefined
  return async (email) => {
    if (known !== undefined) return known
    try {
      const response = await fetch(`${base}/v1/accounts:createAuthUri?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ identifier: email, continueUri: location.origin }),
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
