'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type MouseEvent, useId, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { Notice } from '@/components/ui/notice'
import { type Failure, isOk, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { pagePath } from '@/lib/browser/page-address'
import { langOf, locales, localPath, nativeName, type Locale } from '@/lib/locales'

/** This page in another language. */
const addressIn = (locale: Locale) => localPath(pagePath(), locale) + location.search

/** The languages by their own names. A signed-in user's choice is stored before the page changes. */
export function Language({ uid }: { uid: string | null }) {
  const t = useTranslations('profile')
  const errors = useTranslations('requests')
  const current = useLocale()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function choose(locale: Locale, event: MouseEvent) {
    if (uid === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const answer = await callApi((api) => api.storeLocale(uid, locale))
    if (isOk(answer)) return location.assign(addressIn(locale))
    setBusy(false)
    setFailure(answer)
  }

  return (
    <div role="group" aria-labelledby={id} className="grid gap-x-8 sm:grid-cols-[11rem_auto] sm:items-baseline">
      <p id={id} className="font-semibold">
        {t('language.title')}
      </p>
      <div>
        <ul className="flex flex-wrap gap-x-6">
          {locales.map((locale) => (
            <li key={locale}>
              <a
                href={addressIn(locale)}
                lang={langOf(locale)}
                hrefLang={langOf(locale)}
                aria-current={locale === current || undefined}
                onClick={(event) => void choose(locale, event)}
                className={`tap ${locale === current ? 'font-semibold' : 'link'}`}
              >
                <bdi>{nativeName(locale)}</bdi>
              </a>
            </li>
          ))}
        </ul>
        {busy && <Busy>{t('oneMoment')}</Busy>}
        {uid !== null && !busy && <p className="text-md text-muted">{t('language.hint')}</p>}
      </div>
      {failure && (
        <div className="mt-2 sm:col-span-2">
          <Notice kind="bad" live="alert" title={t('language.notStored')}>
            <p>{problemWords(errors, failure)}</p>
          </Notice>
        </div>
      )}
    </div>
  )
}
