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
