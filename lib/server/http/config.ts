import 'server-only'
import type { PublicConfig } from '@/lib/contract/config'
import { env } from '@/lib/env'
import { identityAdmin } from '@/lib/server/identity/admin'

/** Settings for the browser. Nothing in it is secret. */
export function publicConfig(): PublicConfig {
  const { identity, signIn, bucket, stripe, chargebee, smtpUrl } = env()
  return {
    identity: identity && {
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      projectId: identity.projectId,
      appId: identity.appId,
      storageBucket: bucket,
      emulator: identity.authEmulator !== null,
      admin: identityAdmin() !== null,
      secondFactors: identity.secondFactors,
      appCheck: identity.appCheck,
    },
    signIn,
    stripe: stripe !== null,
    chargebee: chargebee !== null,
    stripePublishableKey: stripe?.publishableKey ?? null,
    chargebeeCheckoutSite: chargebee?.checkoutSite ?? null,
    mail: smtpUrl !== null,
  }
}
