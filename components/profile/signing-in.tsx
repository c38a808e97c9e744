'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshPlan } from '@/components/session/session'
import { Busy } from '@/components/ui/busy'
import { RetryNotice, useRetry } from '@/components/ui/retry'
import { type Account, readAccount } from '@/lib/browser/account'
import { type AccountFactors, readFactors } from '@/lib/browser/account-factors'
import type { Person } from '@/lib/browser/identity'
import { accountRows } from './account-rows'
import { useAccountWords } from './account-words'
import { syncRecordFromIdentity } from './name-and-picture'
import { factorRows } from './factor-rows'
import { type Row, SettingRow, SuccessMessage } from './setting-row'

type SigningInProps = {
  uid: string
  /** Of the cached plan, which may be older than the account. */
  isPlanUnconfirmed: boolean
  onSessionsEnded: () => void
  onSignedOut: () => void
}

export function SigningIn({ uid, isPlanUnconfirmed, onSessionsEnded, onSignedOut }: SigningInProps) {
  const words = useAccountWords()
  const { account, read } = useAccount(uid)
  const hasRefreshed = useRef(false)
  const isConfirmed = typeof account === 'object' && account?.emailVerified === true
  useEffect(() => {
    if (!isPlanUnconfirmed || !isConfirmed || hasRefreshed.current) return
    hasRefreshed.current = true
    void refreshPlan()
  }, [isPlanUnconfirmed, isConfirmed])
  const { factors, reload } = useFactors()
  const [message, setMessage] = useState<{ text: string } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { busy, retry } = useRetry(box, read)
  const known = account === 'failed' || factors === undefined ? null : account
  const onChanged = (person: Person) => {
    void read()
    void syncRecordFromIdentity(person)
  }
  const showRemoved = (text: string) => setMessage({ text })
  const isFailed = account === 'failed' || (account === null && busy)
  /** Second factors stand before the last row. */
  const rowsOf = (signedIn: Account) => {
    const rows = accountRows(signedIn, words, { onChanged, onRemoved: showRemoved, onSessionsEnded })
    rows.splice(-1, 0, ...factorRows(signedIn, factors ?? null, words, { reload, onRemoved: showRemoved, onSignedOut }))
    return rows
  }
  return (
    // Reserves the height of the list.
    <div ref={box} className={account === null || factors === undefined ? 'min-h-252 sm:min-h-148' : undefined}>
      {isFailed && (
        <RetryNotice title={words.t('notLoadedTitle')} busy={busy} retry={retry}>
          <p>{words.t('notLoaded')}</p>
        </RetryNotice>
      )}
      {!isFailed && !known && <Busy>{words.t('loading')}</Busy>}
      {message && (
        <div className="mb-5">
          <SuccessMessage message={message} />
        </div>
      )}
      {known && <Rows rows={rowsOf(known)} account={known} />}
    </div>
  )
}

function Rows({ rows, account }: { rows: Row[]; account: Account }) {
  const t = useTranslations('account')
  const show = (list: Row[]) => list.map(({ id, ...row }) => <SettingRow key={id} {...row} account={account} />)
  const unused = rows.filter(({ isUnused }) => isUnused)
  return (
    <>
      {show(rows.filter(({ isUnused }) => !isUnused))}
      {unused.length > 0 && (
        <details className="border-t border-hair py-3">
          <summary className="tap cursor-pointer">
            <span className="link font-semibold">{t('addAnotherWay')}</span>
          </summary>
          <div className="pt-5">{show(unused)}</div>
        </details>
      )}
    </>
  )
}

/** Null if unknown or if another user has signed in. */
function useAccount(uid: string) {
  const [account, setAccount] = useState<Account | 'failed' | null>(null)
  const read = useCallback(
    () =>
      readAccount()
        .catch(() => 'failed' as const)
        .then((next) => {
          if (next === 'failed' || next?.uid === uid) setAccount(next)
        }),
    [uid],
  )
  useEffect(() => void read(), [read])
  return { account, read }
}

/** Undefined while loading, null on failure. */
function useFactors() {
  const [factors, setFactors] = useState<AccountFactors | null>()
  const reload = useCallback(
    () =>
      readFactors()
        .catch(() => null)
        .then((next) => {
          setFactors(next)
          return next
        }),
    [],
  )
  useEffect(() => void reload(), [reload])
  return { factors, reload }
}
