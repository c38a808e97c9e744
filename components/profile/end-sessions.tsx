'use client'
import { useState } from 'react'
import { signOut } from '@/components/session/session'
import { forgetSession } from '@/components/session/memory'
import { Notice } from '@/components/ui/notice'
import { isOk, mayHaveArrived } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import { Confirm } from './confirm'

type EndSessionsProps = {
  uid: string
  /** Told when the server has done it, before this browser is signed out. */
  ended: () => void
  keep: () => void
}

type Said = { title: string; text: string }

/** Ends every session of the person, this one too. */
export function EndSessions({ uid, ended, keep }: EndSessionsProps) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  async function end() {
    setBusy(true)
    setSaid(null)
    const answer = await ask((api) => api.endSessions(uid))
    if (isOk(answer)) {
      ended()
      // The sessions are over whatever happens here.
      return signOut(uid).catch(forgetSession)
    }
    setBusy(false)
    const text = answer.data.error.message
    setSaid(
      mayHaveArrived(answer)
        ? { title: 'We do not know yet whether your sessions have ended.', text: 'No answer came. Please try again.' }
        : { title: 'Nothing was changed.', text },
    )
  }
  return (
    <>
      <Confirm
        title="End all your sessions?"
        yes="Yes, end all of them"
        no="Stay signed in"
        busy={busy}
        confirm={() => void end()}
        keep={keep}
      >
        <p>
          Every browser and app in which you are signed in has to sign in again, this one too. Paying, cancelling and
          deleting are refused there at once; to notice the rest can take another browser up to an hour.
        </p>
      </Confirm>
      {said && (
        <Notice kind="bad" live="alert" title={said.title}>
          <p>{said.text}</p>
        </Notice>
      )}
    </>
  )
}
