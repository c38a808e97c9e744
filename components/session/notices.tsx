'use client'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { Button, Link } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { mainSiteUrl } from '@/lib/browser/config'
import { problemWords } from '@/lib/browser/answer'
import { isClockWrong } from '@/lib/browser/time'
import { paths, siteName } from '@/lib/site'
import { getServerSnapshot, getSnapshot, subscribe } from './store'
import { useWindowEvent } from '@/components/ui/use-window-event'

const signInHere = () => `${paths.auth}?signInSuccessUrl=${encodeURIComponent(location.pathname + location.search)}`

type SessionEndedProps = {
  hasLink?: boolean
}

/** Says that the session has ended without a sign-out. */
export function SessionEndedNotice({ hasLink = false }: SessionEndedProps) {
  const t = useTranslations('session')
  const requests = useTranslations('requests')
  const session = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  if (session.state !== 'anonymous' || !session.ended) return null
  if (session.refusal) return <Notice kind="warn" live="alert" title={problemWords(requests, session.refusal)} />
  return (
    <Notice kind="warn" live="alert" title={t('ended.title')}>
      <p>{t('ended.text')}</p>
      <ClockHint />
      {hasLink && (
        <p className="mt-2">
          <Link className="link tap font-semibold" href={signInHere()}>
            {t('ended.signIn')}
          </Link>
        </p>
      )}
    </Notice>
  )
}

export function ClockHint() {
  const t = useTranslations('session')
  return isClockWrong() ? <p className="mt-2">{t('clockHint')}</p> : null
}

/** Reloads the page, once the browser is online. */
export function ReloadButton() {
  const t = useTranslations('session.reload')
  const [isWaiting, setIsWaiting] = useState(false)
  useWindowEvent('online', () => {
    if (isWaiting) location.reload()
  })
  return (
    <>
      <Button
        variant="alt"
        className="mt-4"
        onClick={() => (navigator.onLine ? location.reload() : setIsWaiting(true))}
      >
        {t('button')}
      </Button>
      <p role="status" className="pt-2 empty:hidden">
        {isWaiting && t('waiting')}
      </p>
    </>
  )
}

type SessionFailedProps = { isStorageSilent: boolean; children: string }

/** Says why nobody knows whether the visitor is signed in. @param children what that means on the page */
export function SessionFailedNotice({ isStorageSilent, children }: SessionFailedProps) {
  const t = useTranslations('session.failed')
  return (
    <Notice kind="warn" live="alert" title={t(isStorageSilent ? 'storageTitle' : 'serviceTitle')}>
      {isStorageSilent && <p>{t('silentStorage')}</p>}
      <p>{children}</p>
      <ReloadButton />
    </Notice>
  )
}

/** For hosts without a mode, instead of features that need the API. */
export function UnknownHostNotice({ title }: { title?: string }) {
  const t = useTranslations('session.unknownHost')
  const mainUrl = mainSiteUrl()
  return (
    <Notice kind="warn" live="alert" title={title ?? t('title')}>
      <p>
        {mainUrl
          ? t.rich('textWithHost', {
              site: siteName,
              host: new URL(mainUrl).host,
              link: (host) => (
                <a className="link" dir="ltr" href={mainUrl}>
                  {host}
                </a>
              ),
            })
          : t('text', { site: siteName })}
      </p>
    </Notice>
  )
}
