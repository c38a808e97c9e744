import type { AppCheckSettings, SecondFactor, SignInSettings } from './sign-in'

/**
 * GET /api/config: what the sign-in island has to know when it runs, read when the process starts,
 * so that one build serves one machine, staging and production. Nothing in it is secret.
 */
export type PublicConfig = {
  /** Null when no identity project is configured. */
  identity: {
    apiKey: string
    authDomain: string
    projectId: string
    appId: string
    /** Bucket of this deployment's mode, or null when uploads are off. */
    storageBucket: string | null
    /** True when this origin passes identity calls on to an emulator. */
    emulator: boolean
    /** False when no admin credential is set: deleting an account then leaves the identity to its owner. */
    admin: boolean
    /** Second factors that people can add on their profile; signing in with one always works. */
    secondFactors: SecondFactor[]
    /** Null when App Check is off, as it always is with an emulator. */
    appCheck: AppCheckSettings | null
  } | null
  /** The sign-in widget and each of its providers; every default filled in. */
  signIn: SignInSettings
  stripe: boolean
  chargebee: boolean
  /** With it, paying by card happens inside the page; null leads to Stripe's own page. */
  stripePublishableKey: string | null
  /** The site whose script opens Chargebee's checkout inside the page; null leads to Chargebee's own page. */
  chargebeeCheckoutSite: string | null
  /** Whether letters about a plan leave at all. */
  mail: boolean
}
