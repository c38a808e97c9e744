'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshPlan } from '@/components/session/session'
import { Busy } from '@/components/ui/busy'
import { RetryNotice, useRetry } from '@/components/ui/retry'
import { type Account, readAccount } from '@/lib/browser/account'
import { canAdd } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { EmailRow, SessionsRow } from './account-rows'
import { syncRecordFromIdentity } from './name-and-picture'
import { FactorRows } from './factor-rows'
import { LinkedMethodRow, UnusedMethodRow } from './method-rows'
import { AccountRowsContext, SuccessMessage } from './setting-row'

type SigningInProps = {
  uid: string
  /** Of the cached plan, which may be older than the account. */
  isPlanUnconfirmed: boolean
  onSignedOut: (reason: 'everywhere' | 'factor') => void
}

export function SigningIn({ uid, isPlanUnconfirmed, onSignedOut }: SigningInProps) {
  const t = useTranslations('account')
  const { account, reload } = useAccount(uid)
  const hasRefreshed = useRef(false)
  const isConfirmed = typeof account === 'object' && account?.emailVerified === true
  useEffect(() => {
    if (!isPlanUnconfirmed || !isConfirmed || hasRefreshed.current) return
    hasRefreshed.current = true
    void refreshPlan()
  }, [isPlanUnconfirmed, isConfirmed])
  const [message, setMessage] = useState<{ text: string } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { busy, retry } = useRetry(box, reload)
  const known = account === 'failed' ? null : account
  const announce = (text: string) => setMessage({ text })
  const onMethodsChanged = (person: Person, text: string) => {
    announce(text)
    void reload()
    void syncRecordFromIdentity(person)
  }
  const isFailed = account === 'failed' || (account === null && busy)
  return (
    // Reserves the height of the list.
    <div ref={box} className={account === null ? 'min-h-252 sm:min-h-148' : undefined}>
      {isFailed && (
        <RetryNotice title={t('notLoadedTitle')} busy={busy} retry={retry}>
          <p>{t('notLoaded')}</p>
        </RetryNotice>
      )}
      {!isFailed && !known && <Busy>{t('loading')}</Busy>}
      {message && (
        <div className="mb-5">
          <SuccessMessage message={message} />
        </div>
      )}
      {known && (
        <AccountRowsContext value={{ account: known, reload, announce, onMethodsChanged }}>
          <EmailRow />
          {known.methods.map((method) => (
            <LinkedMethodRow key={method.id} method={method} />
          ))}
          <FactorRows onSignedOut={() => onSignedOut('factor')} />
          <SessionsRow onEnded={() => onSignedOut('everywhere')} />
          <UnusedMethods account={known} />
        </AccountRowsContext>
      )}
    </div>
  )
}

function UnusedMethods({ account }: { account: Account }) {
  const t = useTranslations('account')
  const { methods, offered } = account
  const unused = offered.filter(({ id }) => !methods.some((method) => method.id === id) && canAdd(account, id))
  if (unused.length === 0) return null
  return (
    <details className="border-t border-hair py-3">
      <summary className="tap cursor-pointer">
        <span className="link font-semibold">{t('addAnotherWay')}</span>
      </summary>
      <div className="pt-5">
        {unused.map((method) => (
          <UnusedMethodRow key={method.id} method={method} />
        ))}
      </div>
    </details>
  )
}

/** Null if unknown or if another user has signed in. A known account stays if it cannot be read again. */
function useAccount(uid: string) {
  const [account, setAccount] = useState<Account | 'failed' | null>(null)
  const reload = useCallback(
    () =>
      readAccount().then(
        (next) => {
          if (next?.uid === uid) setAccount(next)
          return next
        },
        () => {
          setAccount((known) => known ?? 'failed')
          return null
        },
      ),
    [uid],
  )
  useEffect(() => void reload(), [reload])
  return { account, reload }
}
