import 'client-only'
import { type Locale, localPath } from '@/lib/locales'
import { paths } from '@/lib/site'
import { usesEmailLinks, isoTime, methodOf, offeredMethods, optionsFor, type SignInMethod } from './account-rules'
import { publicConfig } from './config'
import { openIdentity, userRestored } from './identity'

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
}

/** Null if signed out. @throws if the identity service or the settings cannot be reached */
export async function readAccount(): Promise<Account | null> {
  const [{ auth, config }, { signIn }] = await Promise.all([openIdentity(), publicConfig()])
  await userRestored(auth)
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
    usesEmailLink: usesEmailLinks(options),
    signedInAt: isoTime(user.metadata.lastSignInTime),
    createdAt: isoTime(user.metadata.creationTime),
    canEndSessions: config.admin,
  }
}

/** @param part anchor on the profile to return to, such as `#account` */
export function signInAddress(locale: Locale, part = ''): string {
  const target = localPath(paths.profile, locale) + part
  return `${paths.auth}?signInSuccessUrl=${encodeURIComponent(target)}`
}
