'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { focusTarget, useRetry } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { type Account, readAccount } from '@/lib/browser/account'
import { type AccountFactors, readFactors } from '@/lib/browser/account-factors'
import type { Person } from '@/lib/browser/identity'
import { accountRows } from './account-rows'
import { announce } from './announce'
import { factorRows } from './factor-rows'
import { Said, useMessage } from './message'
import { SettingRow } from './setting-row'

type SigningInProps = {
  uid: string
  ended: () => void
  signedOut: () => void
}

export function SigningIn({ uid, ended, signedOut }: SigningInProps) {
  const { account, read } = useAccount(uid)
  const { factors, look } = useFactors()
  const [said, setSaid] = useMessage<{ text: string }>()
  const box = useRef<HTMLDivElement>(null)
  const { busy, again } = useRetry(box, read)
  const known = account === 'failed' || factors === undefined ? null : account
  const changed = (person: Person) => {
    void read()
    void announce(person)
  }
  const gone = (text: string) => setSaid({ text })
  const unread = account === 'failed' || (account === null && busy)
  return (
    // Reserves the height of the list.
    <div ref={box} className={account === null || factors === undefined ? 'min-h-252 sm:min-h-148' : undefined}>
      {unread && (
        <div {...focusTarget} className="max-w-184">
          <Notice kind="warn" title="We could not ask how you sign in.">
            <p>Nothing has changed. Check your connection.</p>
            <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
              Ask again
            </Button>
          </Notice>
        </div>
      )}
      {!unread && !known && <Busy>Asking how you sign in.</Busy>}
      {said && (
        <div className="mb-5">
          <Said said={said} />
        </div>
      )}
      {known &&
        accountRows(known, { changed, gone, ended })
          .toSpliced(-1, 0, ...factorRows(known, factors ?? null, { look, gone, signedOut }))
          .map(({ id, ...row }) => <SettingRow key={id ?? row.title} {...row} account={known} />)}
    </div>
  )
}

type KnownAccount = Account | 'failed'

/** Null if another user has signed in; the page is about to change. */
async function lookAccount(uid: string): Promise<KnownAccount | null> {
  const account = await readAccount().catch(() => 'failed' as const)
  return account === 'failed' || account?.uid === uid ? account : null
}

export function useAccount(uid: string) {
  const [account, setAccount] = useState<KnownAccount | null>(null)
  const gone = useRef(false)
  const read = useCallback(async () => {
    const next = await lookAccount(uid)
    if (next && !gone.current) setAccount(next)
  }, [uid])
  useEffect(() => {
    gone.current = false
    void read()
    return () => {
      gone.current = true
    }
  }, [read])
  return { account, read }
}

export function useFactors() {
  const [factors, setFactors] = useState<AccountFactors | null>()
  const gone = useRef(false)
  const look = useCallback(async () => {
    const next = await readFactors().catch(() => null)
    if (!gone.current) setFactors(next)
    return next
  }, [])
  useEffect(() => {
    gone.current = false
    void look()
    return () => {
      gone.current = true
    }
  }, [look])
  return { factors, look }
}
