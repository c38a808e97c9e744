'use client'
import { useRef } from 'react'
import { Busy } from '@/components/session/busy'
import { landing, useAgain } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Person } from '@/lib/browser/identity'
import { accountRows } from './account-rows'
import { announce } from './announce'
import { factorRows } from './factor-rows'
import { Said } from './said'
import { SettingRow } from './setting-row'
import { useAccount } from './use-account'
import { useFactors } from './use-factors'
import { useSaid } from './use-said'

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
