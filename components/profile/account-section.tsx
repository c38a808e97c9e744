'use client'
import { useEffect, useRef, useState } from 'react'
import { refreshPlan } from '@/components/session/plan'
import { leave, signOut } from '@/components/session/session'
import { forgetSession } from '@/components/session/storage'
import type { Plan } from '@/components/session/store'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { type Failure, isOk, mayHaveArrived } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Provider } from '@/lib/contract/plan'
import type { Left } from '@/lib/contract/user'
import { AccountEnd } from './account-end'
import { Confirm } from './confirm'
import { SignInAgain } from './operation'
import { Refused } from './portal'
import { saveFile } from './save-file'

type Said = { title: string; text: string; refused?: { provider: Provider | undefined }; signIn?: true }

function undeleted(failure: Failure): Said {
  const { code, message: text, outcome } = failure.data.error
  if (mayHaveArrived(failure)) {
    return {
      title: 'We do not know yet whether your account was deleted.',
      text: 'No answer came. Load this page again when you are connected: if it asks you to sign in, the account is gone.',
    }
  }
  if (code === 'provider-refused') {
    return { title: 'Your account was not deleted.', text, refused: { provider: failure.data.error.provider } }
  }
  if (code === 'recent-sign-in-required') {
    return {
      title: 'Please sign in again first.',
      text: 'Deleting your account cannot be undone, so we ask for a sign-in from the last few minutes. Nothing was deleted. After signing in you come back to this place.',
      signIn: true,
    }
  }
  if (outcome === 'partly') return { title: 'Your account could not be deleted completely.', text }
  if (outcome === undefined) return { title: 'Nothing was deleted.', text }
  // Plans are ended first; if the provider does not confirm, nothing is deleted.
  const plan = 'Your plan may have ended already; your profile shows it.'
  if (code === 'provider-unavailable') return { title: 'Your account was not deleted.', text: `${text} ${plan}` }
  return { title: 'We do not know yet whether your account was deleted.', text: `${text} ${plan}` }
}

const stillIn: Said = {
  title: 'You are still signed in.',
  text: 'We could not reach the server. Check your connection and try again.',
}

type AccountSectionProps = {
  uid: string
  plan: Plan
  /** Called when the account is deleted, and again if something could not be removed. */
  deleted: (remains: Left[]) => void
}

export function AccountSection({ uid, plan, deleted }: AccountSectionProps) {
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
    const answer = await ask((api) => api.exportData(uid))
    setBusy(null)
    if (isOk(answer)) {
      return saveFile('unhurried-my-data.json', JSON.stringify(answer.data, null, 2), 'application/json')
    }
    setSaid({ title: 'Your data could not be fetched.', text: answer.data.error.message })
  }

  async function remove() {
    setBusy('delete')
    setSaid(null)
    const answer = await ask((api) => api.deleteAccount(uid))
    if (isOk(answer)) {
      deleted([])
      const remains = await removeRest(uid, answer.data.left ?? [])
      return remains.length > 0 ? deleted(remains) : undefined
    }
    setBusy(null)
    setSaid(undeleted(answer))
    // The plan may have been cancelled before the failure.
    if (answer.data.error.outcome) await refreshPlan()
  }

  async function go() {
    setBusy('leave')
    setSaid(null)
    try {
      await leave()
    } catch {
      setSaid(stillIn)
    }
    setBusy(null)
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button variant="alt" busy={busy === 'data'} onClick={() => void download()}>
          Download my data
        </Button>
        <Button variant="alt" busy={busy === 'leave'} onClick={() => void go()}>
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
          <AccountEnd plan={plan} />
        </Confirm>
      )}
      {said && (
        <Notice kind="bad" live="alert" title={said.title}>
          <p>{said.text}</p>
          {said.refused && <Refused uid={uid} provider={said.refused.provider} />}
          {said.signIn && (
            <p className="mt-4">
              <SignInAgain part="#account" />
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

async function pictureIsGone(uid: string): Promise<boolean> {
  try {
    const { removePicture } = await import('@/lib/browser/picture')
    return (await removePicture(uid)) === null
  } catch {
    return false
  }
}

async function identityIsGone(uid: string): Promise<boolean> {
  try {
    const { removeIdentity } = await import('@/lib/browser/identity')
    return await removeIdentity(uid)
  } catch {
    return false
  }
}

/**
 * Removes what the server had no credential for, then signs out. The picture comes first, because it needs a
 * sign-in.
 * @returns what is still there
 */
export async function removeRest(uid: string, left: readonly Left[]): Promise<Left[]> {
  const remains: Left[] = []
  if (left.includes('picture') && !(await pictureIsGone(uid))) remains.push('picture')
  if (left.includes('identity') && !(await identityIsGone(uid))) remains.push('identity')
  // The account is deleted even if this fails.
  await signOut(uid).catch(forgetSession)
  return remains
}
