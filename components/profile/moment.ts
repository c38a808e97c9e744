const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** A moment in the reader's own time zone, `21 November 2026 at 22:12`; null gives an empty text. */
export const moment = (iso: string | null): string => (iso ? format.format(new Date(iso)) : '')
