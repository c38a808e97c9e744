import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import { day } from '@/lib/contract/format'

/** A day in the words of the page's language, such as `5 December 2026`; or a part of a sentence that has it. */
export const Day = ({ iso, children }: { iso: string; children?: ReactNode }) => {
  const locale = useLocale()
  return <time dateTime={iso}>{children ?? day(iso, locale)}</time>
}

/** The arguments of a message with `<day>{date}</day>`. */
export const useDay = (iso: string) => ({
  date: day(iso, useLocale()),
  day: (words: ReactNode) => <Day iso={iso}>{words}</Day>,
})
