'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { refreshPlan, signOut } from '@/components/session/session'
import { forgetSession, type Plan } from '@/components/session/store'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { Notice } from '@/components/ui/notice'
import { type Failure, isOk, mayHaveArrived, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { Provider } from '@/lib/contract/plan'
import type { Leftover } from '@/lib/contract/user'
import { AccountEnd } from './account-end'
import { Confirm, usePanel } from './confirm'
import { SignInAgain } from './operation'
import { PortalRefusal } from './portal'

type Message = { title: string; text: string; refused?: { provider: Provider | undefined }; signIn?: true }

function useSectionWords() {
  return { t: useTranslations('account'), errors: useTranslations('requests') }
}

type Words = ReturnType<typeof useSectionWords>

function deletionProblem(failure: Failure, { t, errors }: Words): Message {
  const { code, outcome, provider } = failure.data.error
  const text = problemWords(errors, failure)
  const [unknown, notDeleted] = [t('delete.unknownTitle'), t('delete.notDeletedTitle')]
  if (mayHaveArrived(failure)) return { title: unknown, text: t('delete.noAnswer') }
  if (code === 'provider-refused') return { title: notDeleted, text, refused: { provider } }
  if (code === 'recent-sign-in-required')
    return { title: t('delete.signInTitle'), text: t('delete.signIn'), signIn: true }
  if (outcome === 'partly') return { title: t('delete.partlyTitle'), text }
  if (outcome === undefined) return { title: t('delete.nothingTitle'), text }
  // Without confirmed cancellation, nothing is deleted.
  const title = code === 'provider-unavailable' ? notDeleted : unknown
  return { title, text: `${text} ${t('delete.planMayHaveEnded')}` }
}

type AccountSectionProps = {
  uid: string
  plan: Plan
  /** Called when the account is deleted, and again if something could not be removed. */
  onDeleted: (remains: Leftover[]) => void
}

async function download(uid: string, { t, errors }: Words): Promise<Message | null> {
  const answer = await callApi((api) => api.exportData(uid))
  if (!isOk(answer)) return { title: t('data.failedTitle'), text: problemWords(errors, answer) }
  const text = JSON.stringify(answer.data, null, 2)
  downloadFile('unhurried-my-data.json', new Blob([text], { type: 'application/json;charset=utf-8' }))
  return null
}

export function AccountSection({ uid, plan, onDeleted }: AccountSectionProps) {
  const words = useSectionWords()
  const { t } = words
  const [busy, setBusy] = useState<'data' | 'delete' | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const { isOpen, open, close, button } = usePanel()

  async function downloadData() {
    setBusy('data')
    setMessage(null)
    setMessage(await download(uid, words))
    setBusy(null)
  }

  async function remove() {
    setBusy('delete')
    setMessage(null)
    const answer = await callApi((api) => api.deleteAccount(uid))
    if (isOk(answer)) {
      onDeleted([])
      const remains = await removeRest(uid, answer.data.left ?? [])
      return remains.length > 0 ? onDeleted(remains) : undefined
    }
    setBusy(null)
    setMessage(deletionProblem(answer, words))
    // The plan may have been cancelled.
    if (answer.data.error.outcome) await refreshPlan()
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button variant="alt" busy={busy === 'data'} onClick={() => void downloadData()}>
          {t('data.download')}
        </Button>
        {!isOpen && (
          <Button ref={button} variant="danger" onClick={open}>
            {t('delete.button')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Confirm
          title={t('delete.title')}
          yes={t('delete.yes')}
          no={t('delete.no')}
          danger
          busy={busy === 'delete'}
          onConfirm={() => void remove()}
          onCancel={() => {
            setMessage(null)
            close()
          }}
        >
          <AccountEnd plan={plan} />
        </Confirm>
      )}
      {message && (
        <Notice kind="bad" live="alert" title={message.title}>
          <p>{message.text}</p>
          {message.refused && <PortalRefusal uid={uid} store={message.refused.provider} />}
          {message.signIn && (
            <p className="mt-4">
              <SignInAgain part="#account" />
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

/**
 * Removes what the server could not, and signs out. The picture is first, because it needs a sign-in.
 * @returns what remains
 */
async function removeRest(uid: string, left: readonly Leftover[]): Promise<Leftover[]> {
  const remains: Leftover[] = []
  if (left.includes('picture')) {
    const problem = await import('@/lib/browser/picture').then((it) => it.removePicture(uid)).catch(() => 'not loaded')
    if (problem !== null) remains.push('picture')
  }
  if (left.includes('identity')) {
    const isGone = await import('@/lib/browser/identity').then((it) => it.deleteIdentity(uid)).catch(() => false)
    if (!isGone) remains.push('identity')
  }
  // The account is deleted either way.
  await signOut(uid).catch(forgetSession)
  return remains
}
