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
