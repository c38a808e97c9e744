/**
 * The words beside the pay button, by the day on which they came into use. What was agreed to is
 * stored with this day, so a version is never changed: other words are a new one.
 */
export const consentWordings = {
  '2026-11-21': 'By pressing a button you agree that the plan renews at {price}{from}, until you cancel.',
  '2026-11-22': 'By pressing you agree to pay {price}{tax}{from}. The plan renews by itself until you cancel.',
} as const

export type ConsentWording = keyof typeof consentWordings

/** The version that pages show now. */
export const consentWording: ConsentWording = '2026-11-22'

/** The version that a client says it showed, or the present one where it says none that there is. */
export const wordingOf = (told: string | null): ConsentWording =>
  told !== null && Object.hasOwn(consentWordings, told) ? (told as ConsentWording) : consentWording

/** What stood beside a pay button: the amount in the currency's minor unit, and the days of trial. */
export type ShownTerms = { amount: number; currency: string; trialDays: number }

/** As `shownTermsHeader` carries it, such as `1900 USD 7`. */
export const shownTermsText = ({ amount, currency, trialDays }: ShownTerms): string =>
  `${amount} ${currency} ${trialDays}`

/** What `shownTermsHeader` says; null for a client that says nothing of what it showed, as the mobile app. */
export function readShownTerms(text: string | null): ShownTerms | null {
  const [, amount, currency, trialDays] = /^(\d{1,12}) ([A-Z]{3}) (\d{1,4})$/.exec(text ?? '') ?? []
  return currency === undefined ? null : { amount: Number(amount), currency, trialDays: Number(trialDays) }
}
