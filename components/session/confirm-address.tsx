'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { paths } from '@/lib/site'
import { applyPlan } from './session'

type Progress = { kind: 'idle' | 'busy' | 'sent' } | { kind: 'failed'; text: string }

const noConnection = 'We couldn’t send it. Check your connection and try again.'

async function sendEmail(): Promise<Progress> {
  try {
    const { sendVerificationEmail } = await import('@/lib/browser/account-factors')
    const result = await sendVerificationEmail()
    if ('done' in result) return { kind: 'sent' }
    return { kind: 'failed', text: result.problem ? `${result.problem.title} ${result.problem.text}` : noConnection }
  } catch {
    return { kind: 'failed', text: noConnection }
  }
}

/** `email`: undefined while it loads. */
type ConfirmAddressProps = { uid: string; email: string | null | undefined }

/** Says that emails about the plan wait for a confirmed address, and sends the confirmation in one press. */
export function ConfirmAddress({ uid, email }: ConfirmAddressProps) {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const isSent = progress.kind === 'sent'
  // The link may be opened in another tab.
  useWindowEvent('focus', () => {
    if (!isSent) return
    void callApi((api) => api.currentPlan(uid)).then((answer) => {
      if (isOk(answer) && !answer.data.emailUnconfirmed) applyPlan(uid, answer.data)
    })
  })
  async function send() {
    setProgress({ kind: 'busy' })
    setProgress(await sendEmail())
  }
  if (email === null) {
    return (
      <Notice kind="warn" title="Your account has no email address.">
        <p>
          So we cannot write to you about your plan, for example before a charge.{' '}
          <a className="link" href={paths.profile}>
            Add one on your profile
          </a>
          .
        </p>
      </Notice>
    )
  }
  return (
    <Notice kind="warn" title="Confirm your email address.">
      <p className="min-h-[1lh] text-md wrap-anywhere">{email}</p>
      <p>Emails about your plan, for example before a charge, wait until you’ve confirmed it.</p>
      <div role="status">
        {isSent && <p className="mt-2">The email is on its way. Open the link in it, then come back to this page.</p>}
      </div>
      <Button
        variant={isSent ? 'alt' : 'primary'}
        className="mt-4"
        busy={progress.kind === 'busy'}
        onClick={() => void send()}
      >
        {isSent ? 'Send it again' : 'Send the confirmation email'}
      </Button>
      <div role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {progress.kind === 'failed' && progress.text}
      </div>
    </Notice>
  )
}
