import type { AppCheckSettings, SecondFactor, SignInSettings } from './sign-in'

/** GET /api/config: public settings read at start, so that one build serves all deployments. */
export type PublicConfig = {
  /** Null without an identity project. */
  identity: {
    apiKey: string
    authDomain: string
    projectId: string
    appId: string
    /** Null when uploads are off. */
    storageBucket: string | null
    emulator: boolean
    /** If false, users delete their own identity. */
    admin: boolean
    secondFactors: SecondFactor[]
    /** Null when App Check is off. */
    appCheck: AppCheckSettings | null
  } | null
  signIn: SignInSettings
  stripe: boolean
  chargebee: boolean
  /** Null leads to Stripe's hosted page. */
  stripePublishableKey: string | null
  /** Null leads to Chargebee's hosted page. */
  chargebeeCheckoutSite: string | null
  /** Whether this deployment sends billing emails. */
  mail: boolean
}
