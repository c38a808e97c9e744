import 'client-only'
import { paths } from '@/lib/site'
import { isByLink, methodOf, offeredMethods, optionsFor, type SignInMethod } from './account-methods'
import { publicConfig } from './config'
import { identity } from './identity'

/** A way to sign in that is a part of the account; `detail` is what it knows the person by. */
export type LinkedMethod = SignInMethod & { detail: string | null }

/** What the identity service knows of the account that is signed in. */
export type Account = {
  uid: string
  name: string | null
  email: string | null
  /** Whether the identity service has confirmed that the address is the person's. */
  emailVerified: boolean
  methods: LinkedMethod[]
  /** Ways to sign in that this person is offered here, linked or not. */
  offered: SignInMethod[]
  /** Whether an e-mail address signs in by a mailed link here: then there are no passwords. */
  byLink: boolean
  /** When this browser signed in and when the account was made, ISO 8601; null when it is not known. */
  signedInAt: string | null
  madeAt: string | null
  /** Whether the server may end other sessions. */
  endsSessions: boolean
}

const iso = (moment: string | undefined) => {
  const time = Date.parse(moment ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * The account as it is now, or null when nobody is signed in.
 * @throws when the identity service or the settings cannot be reached
 */
export async function readAccount(): Promise<Account | null> {
  const [{ auth, config }, { signIn }] = await Promise.all([identity(), publicConfig()])
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return null
  const options = optionsFor(signIn, user.tenantId)
  return {
    uid: user.uid,
    name: user.displayName,
    email: user.email,
    emailVerified: user.emailVerified,
    methods: user.providerData.map(({ providerId, email, phoneNumber, displayName }) => ({
      ...methodOf(providerId, options),
      detail: providerId === 'phone' ? phoneNumber : (email ?? displayName),
    })),
    offered: offeredMethods(options),
    byLink: isByLink(options),
    signedInAt: iso(user.metadata.lastSignInTime),
    madeAt: iso(user.metadata.creationTime),
    endsSessions: config.admin,
  }
}

/**
 * Where somebody signs in once more, and comes back to the profile.
 * @param part anchor of the part of it to come back to, such as `#account`
 */
export const signInAddress = (part = '') => `${paths.auth}?signInSuccessUrl=${encodeURIComponent(paths.profile + part)}`
