/** Version of `consent.health` in `messages/<locale>/auth.json`, for all languages. A change of the words needs a new one. */
export const healthConsentVersion = '2026-11-28'
