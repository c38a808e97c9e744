'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useWindowEvent } from '@/components/ui/use-window-event'
import type { AccountProblem } from '@/lib/browser/account-problem'
import { isOk } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { paths } from '@/lib/site'
import { useProblemWords } from './second-step'
import { applyPlan } from './session'

/** `problem`: null if no answer came. */
type Progress = 'idle' | 'busy' | 'sent' | { problem: AccountProblem | null }

/** `email`: undefined while it loads. */
type ConfirmAddressProps = { uid: string; email: string | null | undefined }

/** Says that emails about the plan wait for a confirmed address, and sends the confirmation in one press. */
export function ConfirmAddress({ uid, email }: ConfirmAddressProps) {
  const t = useTranslations('confirmAddress')
  const problemWords = useProblemWords()
  const [progress, setProgress] = useState<Progress>('idle')
  const isSent = progress === 'sent'
  const problem = typeof progress === 'object' ? progress.problem : undefined
  // The link may be opened in another tab.
  useWindowEvent('focus', () => {
    if (!isSent) return
    void callApi((api) => api.currentPlan(uid)).then((answer) => {
      if (isOk(answer) && !answer.data.emailUnconfirmed) applyPlan(uid, answer.data)
    })
  })
  async function send() {
    setProgress('busy')
    const result = await import('@/lib/browser/account-change')
      .then(({ sendVerificationEmail }) => sendVerificationEmail())
      .catch(() => null)
    setProgress(result && 'done' in result ? 'sent' : { problem: result?.problem ?? null })
  }
  if (email === null) {
    return (
      <Notice kind="warn" title={t('noEmailTitle')}>
        <p>
          {t.rich('noEmail', {
            link: linkTo(paths.profile),
          })}
        </p>
      </Notice>
    )
  }
  return (
    <Notice kind="warn" title={t('title')}>
      <p className="min-h-[1lh] text-md wrap-anywhere">
        <bdi>{email}</bdi>
      </p>
      <p>{t('text')}</p>
      <div role="status">{isSent && <p className="mt-2">{t('sent')}</p>}</div>
      <Button
        variant={isSent ? 'alt' : 'primary'}
        className="mt-4"
        busy={progress === 'busy'}
        onClick={() => void send()}
      >
        {isSent ? t('sendAgain') : t('send')}
      </Button>
      <div role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {problem && t('failed', { title: problemWords(problem.title), text: problemWords(problem.text) })}
        {problem === null && t('notSent')}
      </div>
    </Notice>
  )
}
