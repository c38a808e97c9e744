'use client'
import { useLocale, useTranslations } from 'next-intl'

/** What the parts about the plan need to speak the page's language. */
export function useProfileWords() {
  return { t: useTranslations('profile'), plan: useTranslations('plan'), locale: useLocale() }
}

export type ProfileWords = ReturnType<typeof useProfileWords>
