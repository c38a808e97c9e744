import 'server-only'
import { translatorOf } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/locales'
import { limits, siteName } from '@/lib/site'

/** Explains the export: one entry for each part of the file. */
export async function accountReadme(locale: Locale): Promise<string[]> {
  const t = await translatorOf(locale, 'exportReadme')
  const months = (count: number) => ({ months: String(count) })
  return [
    t('file', { site: siteName }),
    t('times'),
    t('amounts'),
    t('uid'),
    t('users'),
    t('customers'),
    t('subscriptions'),
    t('planChanges'),
    t('checkouts'),
    t('consents'),
    t('duplicates'),
    t('letters', { days: String(limits.emailDays) }),
    t('deletedUsers', months(limits.deletedMonths)),
    t('messages', months(limits.messageMonths)),
    t('wordings'),
    t('notInFile', months(limits.trialMonths)),
  ]
}
