/** Consent wordings by the day they were introduced. Never change one: purchases refer to it. */
export const consentWordings = {
  '2026-11-21': 'By pressing a button you agree that the plan renews at {price}{from}, until you cancel.',
  '2026-11-22': 'By pressing you agree to pay {price}{tax}{from}. The plan renews by itself until you cancel.',
  '2026-11-25': 'By continuing, you agree to pay {price}{tax}{from}. It renews automatically until you cancel.',
} as const

export type ConsentWording = keyof typeof consentWordings

export const consentWording: ConsentWording = '2026-11-25'

/** `amount` is in the minor unit. */
export type ShownTerms = { amount: number; currency: string; trialDays: number }

/** Such as `1900 USD 7`. */
export const shownTermsText = ({ amount, currency, trialDays }: ShownTerms): string =>
  `${amount} ${currency} ${trialDays}`

export const shownTermsPattern = /^\d{1,12} [A-Z]{3} \d{1,4}$/
