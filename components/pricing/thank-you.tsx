'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { planStateOf } from '@/components/session/plan-state'
import { ConfirmAddress } from '@/components/session/confirm-address'
import { ReloadButton, UnknownHostNotice } from '@/components/session/notices'
import { useSession } from '@/components/session/session'
import { Button, Link, linkTo } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Notice } from '@/components/ui/notice'
import { isUnknownHost } from '@/lib/browser/config'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { endingValues, planFacts, planTexts, appStoreOf } from '@/lib/contract/plan-words'
import { localPath } from '@/lib/locales'
import { registeredPaths, paths } from '@/lib/site'
import { pollDelaysMs, type Receipt, usePlanConfirmation, useReceipt } from './confirm-plan'
import {
  datesOf,
  endedHeading,
  slowWords,
  cancelRow,
  planHeading,
  type ThankYouWords,
  useThankYouWords,
} from './thank-you-words'
import { DoneDrawing, AttemptsDrawing, Frame, type Words } from './thank-you-frame'

function rowsOf(current: CurrentPlan, receipt: Receipt | null, words: ThankYouWords) {
  const { t, plan, locale } = words
  const facts = planFacts(current)
  const { name, price } = planTexts(facts, plan, locale)
  const store = appStoreOf(current.subscription)
  const amountOf = (amount: number) => money(amount, receipt?.currency ?? '', locale)
  return [
    { term: t('row.plan'), value: name, strong: true },
    ...(price ? [{ term: plan(facts.isListPrice ? 'row.listPrice' : 'row.price'), value: price }] : []),
    ...datesOf(current, words),
    ...(receipt?.tax ? [{ term: t('row.tax'), value: t('row.taxIncluded', { amount: amountOf(receipt.tax) }) }] : []),
    {
      term: t('row.receipt'),
      value: store ? (
        t('row.fromStore', { store })
      ) : (
        <ReceiptLink href={receipt?.url ?? paths.profile}>
          {receipt ? t('row.openReceipt', { amount: amountOf(receipt.amount) }) : t('row.receiptOnProfile')}
        </ReceiptLink>
      ),
    },
    cancelRow(current, words),
  ]
}

function ReceiptLink({ href, children }: { href: string; children: string }) {
  return (
    // A large tap target in a low row.
    <Link key={href} className="link -my-3 tap" href={href}>
      {children}
    </Link>
  )
}

function signInWords({ t, locale }: ThankYouWords): Words {
  const returnTo = encodeURIComponent(localPath(registeredPaths.checkoutSuccess, locale))
  return {
    title: t('signIn.title'),
    line: t('signIn.line'),
    children: (
      <p>
        <Button href={`${paths.auth}?signInSuccessUrl=${returnTo}`} size="big">
          {t('signIn.button')}
        </Button>
      </p>
    ),
  }
}

const contactLink = { link: linkTo(paths.contact) }

const withoutScript = ({ t }: ThankYouWords): Words => ({
  title: t('noScript.title'),
  line: t('noScript.line'),
  children: <p>{t.rich('noScript.text', contactLink)}</p>,
})

/**
 * The page after a payment, which never offers to pay again.
 * @param steps what to do with a running plan
 */
export function ThankYou({ app, steps }: { app: string; steps: ReactNode }) {
  const words = useThankYouWords()
  const { t } = words
  const session = useSession()
  const uid = session.state === 'in' ? session.uid : null
  const confirmation = usePlanConfirmation(uid)
  const receipt = useReceipt(
    confirmation.state === 'confirmed' && !appStoreOf(confirmation.plan.subscription) ? uid : null,
  )

  if (session.state !== 'loading' && session.state !== 'in' && isUnknownHost()) {
    return (
      <Frame art={<AttemptsDrawing count={pollDelaysMs.length} />} title={t('mayBeComplete')} line={t('unknownHost')}>
        <UnknownHostNotice />
      </Frame>
    )
  }
  if (session.state === 'anonymous' || session.state === 'guest') {
    return <Frame art={<AttemptsDrawing count={0} />} {...signInWords(words)} />
  }
  const isUnreachable = session.state === 'failed' || confirmation.state === 'unreached'
  if (isUnreachable || confirmation.state === 'slow') {
    return (
      <Frame
        art={<AttemptsDrawing count={pollDelaysMs.length} />}
        {...(confirmation.state === 'slow' && !isUnreachable
          ? slowWords(confirmation.plan, words)
          : { title: t('mayBeComplete'), line: t('unreached') })}
      >
        {session.state === 'failed' && session.isStorageSilent && <SilentStorage />}
        <p>{t.rich('checkLater', contactLink)}</p>
        {isUnreachable && (
          <div>
            <ReloadButton />
          </div>
        )}
        <p>
          <Button href={paths.profile} size="big">
            {t('seeProfile')}
          </Button>
        </p>
      </Frame>
    )
  }
  if (confirmation.state === 'ended') return endedFrame(confirmation, words)
  if (confirmation.state === 'confirmed') {
    const plan = session.state === 'in' && typeof session.plan === 'object' ? session.plan : confirmation.plan
    const confirm = uid && plan.emailUnconfirmed && (
      <ConfirmAddress uid={uid} email={session.state === 'in' ? session.user?.email : null} />
    )
    return confirmedFrame(confirmation, receipt, { app, steps, confirm }, words)
  }
  return (
    <Frame
      art={<AttemptsDrawing count={confirmation.count} />}
      {...(session.state === 'loading' && { out: signInWords(words), still: withoutScript(words) })}
      title={t('confirming.title')}
      line={t('confirming.line')}
    >
      <p className="text-muted tabular-nums">
        {t('confirming.progress', { count: String(confirmation.count), total: String(pollDelaysMs.length) })}
      </p>
    </Frame>
  )
}

const SilentStorage = () => <p>{useTranslations('session.failed')('silentStorage')}</p>

// Functions, so that the page keeps one `Frame`, whose status line announces changes.

function endedFrame({ plan, ended }: { plan: CurrentPlan; ended: EndedPlan }, words: ThankYouWords) {
  const { t, locale } = words
  const facts = planFacts(plan)
  const isOpen = planStateOf(plan) === 'cancelling'
  return (
    <Frame art={<DoneDrawing />} {...endedHeading(ended, words)}>
      {isOpen && <p>{t('endedKeep', endingValues(facts, day(facts.periodEnd, locale)))}</p>}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={isOpen ? paths.profile : `${paths.pricing}?c=true`} size="big">
          {t(isOpen ? 'seeProfile' : 'seePlans')}
        </Button>
      </p>
    </Frame>
  )
}

type Confirmed = { plan: CurrentPlan; ended: EndedPlan | null }
type NextSteps = { app: string; steps: ReactNode; confirm: ReactNode }

function confirmedFrame(
  { plan, ended }: Confirmed,
  receipt: Receipt | null,
  { app, steps, confirm }: NextSteps,
  words: ThankYouWords,
) {
  const { t } = words
  const ending = ended && endedHeading(ended, words)
  const planState = planStateOf(plan)
  const isNew = planState === 'trialing' || planState === 'active'
  return (
    <Frame art={<DoneDrawing />} {...planHeading(plan, words)}>
      {ending && <Notice title={ending.title} text={ending.line} />}
      {isNew && steps}
      <section aria-labelledby="your-plan" className="grid gap-4">
        <h2 id="your-plan" className="text-xl">
          {t('yourPlan')}
        </h2>
        <KeyValueList rows={rowsOf(plan, receipt, words)} />
        {confirm}
      </section>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button href={paths.profile} variant={isNew ? 'alt' : 'primary'}>
          {t('seePlan')}
        </Button>
        {!isNew && (
          <a className="link tap font-semibold" href={app}>
            {words.plan('getApp')}
          </a>
        )}
      </p>
    </Frame>
  )
}
