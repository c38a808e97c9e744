'use client'
import { useEffect, useRef, useState } from 'react'
import { leave, signOut } from '@/components/session/session'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { Confirm } from './confirm'
import { saveFile } from './save-file'

type Said = { title: string; text: string }

type AccountSectionProps = {
  uid: string
  /** Told as soon as the server has deleted the account; this section may go then. */
  deleted: () => void
}

/** What belongs to the person: their data, the way out, and the end of the account. */
export function AccountSection({ uid, deleted }: AccountSectionProps) {
  const [busy, setBusy] = useState<'data' | 'delete' | 'leave' | null>(null)
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const kept = useRef(false)
  useEffect(() => {
    if (!asking && kept.current) button.current?.focus()
  }, [asking])

  async function download() {
    setBusy('data')
    setSaid(null)
    const { exportData } = await import('@/lib/browser/api')
    const answer = await exportData(uid)
    setBusy(null)
    if (isOk(answer)) return saveFile('unhurried-my-data.json', JSON.stringify(answer.data, null, 2))
    setSaid({ title: 'Your data could not be fetched.', text: answer.data.error.message })
  }

  async function remove() {
    setBusy('delete')
    setSaid(null)
    const { deleteAccount } = await import('@/lib/browser/api')
    const answer = await deleteAccount(uid)
    if (isOk(answer)) {
      deleted()
      const { removeIdentity } = await import('@/lib/browser/identity')
      await removeIdentity()
      return signOut()
    }
    setBusy(null)
    setSaid({ title: 'Nothing was deleted.', text: answer.data.error.message })
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button variant="alt" busy={busy === 'data'} onClick={() => void download()}>
          Download my data
        </Button>
        <Button
          variant="alt"
          busy={busy === 'leave'}
          onClick={() => {
            setBusy('leave')
            void leave()
          }}
        >
          Sign out
        </Button>
        {!asking && (
          <Button ref={button} variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title="Delete your account?"
          yes="Yes, delete my account"
          no="Keep my account"
          danger
          busy={busy === 'delete'}
          confirm={() => void remove()}
          keep={() => {
            kept.current = true
            setSaid(null)
            setAsking(false)
          }}
        >
          <p>
            A plan bought here is cancelled first. Then your record, your picture and your sign-in are deleted. This
            cannot be taken back. Payment records that the law makes a provider keep stay with that provider.
          </p>
        </Confirm>
      )}
      {said && (
        <Notice kind="bad" live="alert" title={said.title}>
          <p>{said.text}</p>
        </Notice>
      )}
    </div>
  )
}
