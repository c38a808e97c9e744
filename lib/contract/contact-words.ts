/** Words of the contact form, shared by the page and the server. */
import type { useTranslations } from 'next-intl'
import { contactLimits, type ContactField, type ContactProblem } from './contact'
import { wholeMinutes } from './format'

export type ContactWords = ReturnType<typeof useTranslations<'contactForm'>>

export function fieldSentence(t: ContactWords, field: ContactField, problem: ContactProblem): string {
  if (problem === 'required') return t(`${field}.required`)
  return problem === 'too-long' ? t(`${field}.tooLong`, { max: contactLimits[field] }) : t(`${field}.invalid`)
}

export type FormMessage = { title: string; text: string }

export const notSentMessage = (t: ContactWords, title: string): FormMessage => ({ title, text: t('notSent') })

/** @param retryAfter in seconds */
export function refusalMessage(t: ContactWords, status: number, reason: string, retryAfter?: number): FormMessage {
  // Others may have used up the limit.
  if (status === 429) {
    const text =
      retryAfter === undefined ? t('tooMany.unknown') : t('tooMany.wait', { minutes: wholeMinutes(retryAfter) })
    return { title: t('tooMany.title'), text }
  }
  if (status >= 500) return notSentMessage(t, t('unavailableTitle'))
  return { title: t('notTakenTitle'), text: t('refused', { reason }) }
}
