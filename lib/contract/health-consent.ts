/** The consent that a visitor gives before creating an account. A change of the words needs a new version. */
export const healthConsent = {
  version: '2026-11-28',
  text: 'I agree that Unhurried stores my account, although it may show that I stutter. I can withdraw this at any time by deleting my account.',
} as const
