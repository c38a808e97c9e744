'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { Button, Link } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Provider, Store } from '@/lib/contract/plan'
import { appStoreOf, providerName } from '@/lib/contract/plan-words'
import { localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

/** Milliseconds until the button works again. */
const busyMs = 10_000

type BillingPortalButtonProps = {
  uid: string
  children: string
  provider?: Provider | undefined
  primary?: boolean
}

/**
 * Opens the provider's portal.
 * @param primary stands alone instead of in a row
 */
export function BillingPortalButton({ uid, provider, primary = false, children }: BillingPortalButtonProps) {
  const t = useTranslations('profile')
  const requests = useTranslations('requests')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; refused: boolean } | null>(null)
  /** The user may have signed out meanwhile. */
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  useWindowEvent('pageshow', ({ persisted }) => persisted && setBusy(false))
  async function open() {
    setBusy(true)
    setProblem(null)
    const returnUrl = location.origin + localPath(paths.profile, locale)
    const answer = await callApi((api) => api.portal(uid, { returnUrl, provider }))
    if (isUnmounted.current) return
    if (isOk(answer) && /^https?:/.test(answer.data.url)) {
      setTimeout(() => setBusy(false), busyMs)
      return location.assign(answer.data.url)
    }
    setBusy(false)
    setProblem(
      isOk(answer)
        ? { text: t('portal.notOpened'), refused: false }
        : { text: problemWords(requests, answer), refused: answer.data.error.code === 'provider-refused' },
    )
  }
  return (
    <div className={primary ? 'grid justify-items-start gap-4' : 'contents'}>
      <Button variant={primary ? 'primary' : 'alt'} busy={busy} onClick={() => void open()}>
        {children}
      </Button>
      {problem && (
        <ScrollIntoView>
          <Notice kind="bad" live="alert" title={t('portal.nothingChanged')}>
            <p>{problem.text}</p>
            {problem.refused && (
              <p>
                <Link className="link" href={paths.contact}>
                  {t('writeToUs')}
                </Link>
              </p>
            )}
          </Notice>
        </ScrollIntoView>
      )}
    </div>
  )
}

/** What to do after a refusal of the store, if it is known. */
export function PortalRefusal({ uid, store }: { uid: string; store: Store | undefined }) {
  const t = useTranslations('profile')
  const provider = store && !appStoreOf({ store }) ? (store as Provider) : null
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      {provider && (
        <BillingPortalButton uid={uid} provider={provider} primary>
          {t('portal.open', { provider: providerName[provider] })}
        </BillingPortalButton>
      )}
      <p>
        <Link className="link" href={paths.contact}>
          {t('writeToUs')}
        </Link>
      </p>
    </div>
  )
}

export function ScrollIntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="order-1 basis-full">
      {children}
    </div>
  )
}
