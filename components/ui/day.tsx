import { day } from '@/lib/contract/format'

/** A day in words, such as `5 December 2026`. */
export const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{day(iso)}</time>
