'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { refreshPlan, signOut } from '@/components/session/session'
import { forgetSession, type Plan } from '@/components/session/store'
import { Button, linkTo } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { Notice } from '@/components/ui/notice'
import { type Failure, isOk, mayHaveArrived, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import type { Leftover } from '@/lib/contract/user'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import { type AppStore, appStoreOf, planFacts, planTexts } from '@/lib/contract/plan-words'
import { limits, paths, storeCancelAddress } from '@/lib/site'
import { Confirm, usePanel } from './confirm'
import { SignInAgain } from './operation'
import { PortalRefusal } from './portal'
import { useProfileWords } from './words'

type Message = { title: string; text: string; refused?: { provider: Provider | undefined }; signIn?: true }

function useSectionWords() {
  return { t: useTranslations('account'), requests: useTranslations('requests') }
}

type Words = ReturnType<typeof useSectionWords>

function deletionProblem(failure: Failure, { t, requests }: Words): Message {
  const { code, outcome, provider } = failure.data.error
  const text = problemWords(requests, failure)
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

async function download(uid: string, { t, requests }: Words): Promise<Message | null> {
  const answer = await callApi((api) => api.exportData(uid))
  if (!isOk(answer)) return { title: t('data.failedTitle'), text: problemWords(requests, answer) }
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

/** The app store that still charges after deletion. */
export function chargingStore(plan: Plan): AppStore | null {
  if (typeof plan !== 'object' || !plan.subscription) return null
  const planState = planStateOf(plan)
  const mayCharge = isSubscriber(planState) || (planState === 'stopped' && plan.subscription.status !== 'incomplete')
  return mayCharge ? appStoreOf(plan.subscription) : null
}

const contact = linkTo(paths.contact)
const policy = linkTo(`${paths.privacy}#how-long`)
const bold = (words: ReactNode) => <b>{words}</b>

export function StoreChargeWarning({ store }: { store: AppStore }) {
  const t = useTranslations('account.end')
  return <p>{t.rich('storeCharge', { store, b: bold, link: linkTo(storeCancelAddress[store]) })}</p>
}

export function UndeletedParts({ leftovers }: { leftovers: Leftover[] }) {
  const t = useTranslations('account.end')
  const [first = 'identity', second] = leftovers
  return (
    <p>
      {t('undeleted', { parts: second ? 'both' : first })} {t.rich('undeletedAsk', { link: contact })}
    </p>
  )
}

/** Names the plan of this site that the deletion ends; null without one. */
function useEndingPlan(plan: Plan): string | null {
  const t = useTranslations('account.end')
  const words = useProfileWords()
  if (typeof plan !== 'object') return t('planMayEnd')
  if (!isEndedHere(plan)) return null
  const { name, price } = planTexts(planFacts(plan), words.plan, words.locale)
  return price ? t('planEndsNamed', { plan: name, price }) : t('planEnds')
}

function isEndedHere(plan: CurrentPlan): boolean {
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return false
  const planState = planStateOf(plan)
  return planState !== 'none' && planState !== 'ended' && subscription.status !== 'incomplete'
}

export function AccountEnd({ plan }: { plan: Plan }) {
  const t = useTranslations('account.end')
  const store = chargingStore(plan)
  const planEnds = useEndingPlan(plan)
  return (
    <>
      <p>{t('intro')}</p>
      {planEnds !== null && <p className="mt-2">{t.rich('cancelFirst', { planEnds, b: bold })}</p>}
      {store && <StoreChargeWarning store={store} />}
      <details className="mt-4">
        <summary className="tap cursor-pointer">
          <span className="link font-semibold">{t('staysTitle')}</span>
        </summary>
        <p className="mt-2">{t('staysIntro')}</p>
        <ul className="mt-1 mb-4 list-disc ps-6">
          <li>{t('staysConsent', { years: limits.consentYears })}</li>
          <li>{t('staysInvoices')}</li>
        </ul>
        <p className="mb-4">{t.rich('staysCustomer', { link: contact })}</p>
        <p>
          {t.rich('staysIds', {
            deletedMonths: String(limits.deletedMonths),
            trialMonths: String(limits.trialMonths),
            link: policy,
          })}
        </p>
      </details>
    </>
  )
}

/** What became of the plan; null if there was none. */
function endedPlan(plan: Plan): 'doneUnknownPlan' | 'doneOpen' | 'done' | null {
  if (typeof plan !== 'object') return 'doneUnknownPlan'
  if (!isEndedHere(plan)) return null
  const { status } = plan.subscription ?? {}
  return status === 'past_due' || status === 'unpaid' ? 'doneOpen' : 'done'
}

export function DeletionSummary({ plan }: { plan: Plan }) {
  const t = useTranslations('account.end')
  const ended = endedPlan(plan)
  return (
    <>
      <p>{t('deleted')}</p>
      {ended && <p>{t(ended)}</p>}
      <p>{t.rich('policy', { link: policy })}</p>
    </>
  )
}
