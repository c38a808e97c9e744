'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/session/busy'
import { landing, useAgain } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { type Account, readAccount } from '@/lib/browser/account'
import { type AccountFactors, readFactors } from '@/lib/browser/account-factors'
import type { Person } from '@/lib/browser/identity'
import { accountRows } from './account-rows'
import { announce } from './announce'
import { factorRows } from './factor-rows'
import { Said, useSaid } from './message'
import { SettingRow } from './setting-row'

type SigningInProps = {
  uid: string
  /** Told when every session has been ended; this section may go then. */
  ended: () => void
  /** Told when removing a second factor has ended the sign-in. */
  signedOut: () => void
}

/** How the person signs in, and where they are signed in: each with the ways to change it. */
export function SigningIn({ uid, ended, signedOut }: SigningInProps) {
  const { account, read } = useAccount(uid)
  const { factors, look } = useFactors()
  const [said, setSaid] = useSaid<{ text: string }>()
  const box = useRef<HTMLDivElement>(null)
  const { busy, again } = useAgain(box, read)
  const known = account === 'failed' || factors === undefined ? null : account
  const changed = (person: Person) => {
    void read()
    void announce(person)
  }
  const gone = (text: string) => setSaid({ text })
  const unread = account === 'failed' || (account === null && busy)
  return (
    // What comes is about this high: what stands below stays where it is.
    <div ref={box} className={account === null || factors === undefined ? 'min-h-252 sm:min-h-148' : undefined}>
      {unread && (
        <div {...landing} className="max-w-184">
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
          // The sessions stay last.
          .toSpliced(-1, 0, ...factorRows(known, factors ?? null, { look, gone, signedOut }))
          .map(({ id, ...row }) => <SettingRow key={id ?? row.title} {...row} account={known} />)}
    </div>
  )
}

type KnownAccount = Account | 'failed'

/** Null where nobody is signed in, or somebody else: the page is about to show that by itself. */
async function lookAccount(uid: string): Promise<KnownAccount | null> {
  const account = await readAccount().catch(() => 'failed' as const)
  return account === 'failed' || account?.uid === uid ? account : null
}

/** The account as the identity service knows it: null until it is known, `failed` when it cannot be. */
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

/** The account's second factors: undefined until they are known, null when they cannot be. */
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
