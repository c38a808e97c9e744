import 'client-only'
import { type Locale, localPath } from '@/lib/locales'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { usesEmailLinks, isoTime, methodOf, offeredMethods, optionsFor, type SignInMethod } from './account-rules'
import { publicConfig } from './config'
import { openIdentity, userRestored } from './identity'
import { factorOf, type Factor } from './second-factor'
import { withTimeout, vendorTimeoutMs } from './time'

export type LinkedMethod = SignInMethod & { detail: string | null }

export type Account = {
  uid: string
  name: string | null
  email: string | null
  emailVerified: boolean
  methods: LinkedMethod[]
  offered: SignInMethod[]
  usesEmailLink: boolean
  /** ISO 8601. */
  signedInAt: string | null
  createdAt: string | null
  canEndSessions: boolean
  factors: Factor[]
  offeredFactors: readonly SecondFactor[]
}

/** Null if signed out. Loads the SDK for changes, too, because a popup is blocked if it opens late. @throws if offline */
export async function readAccount(): Promise<Account | null> {
  const [{ auth, config }, { signIn }, sdk] = await Promise.all([
    openIdentity(),
    publicConfig(),
    import('./account-sdk'),
  ])
  await userRestored(auth)
  const user = auth.currentUser
  if (!user) return null
  const { enrolledFactors } = sdk.multiFactor(user)
  // The SDK keeps an outdated list if the last factor is gone.
  enrolledFactors.splice(0)
  await withTimeout(user.reload(), vendorTimeoutMs)
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
    usesEmailLink: usesEmailLinks(options),
    signedInAt: isoTime(user.metadata.lastSignInTime),
    createdAt: isoTime(user.metadata.creationTime),
    canEndSessions: config.admin,
    factors: sdk.multiFactor(user).enrolledFactors.map(factorOf),
    offeredFactors: config.secondFactors,
  }
}

/** @param part anchor on the profile to return to, such as `#account` */
export function signInAddress(locale: Locale, part = ''): string {
  const target = localPath(paths.profile, locale) + part
  return `${paths.auth}?signInSuccessUrl=${encodeURIComponent(target)}`
}
