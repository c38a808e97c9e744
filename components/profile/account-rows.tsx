'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { signOut } from '@/components/session/session'
import { forgetSession } from '@/components/session/store'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Account } from '@/lib/browser/account'
import { changeEmail } from '@/lib/browser/account-change'
import { normalizeEmail, emailProblem } from '@/lib/browser/account-rules'
import { isOk, mayHaveArrived, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { dayAndHour } from '@/lib/browser/local-time'
import { isolate } from '@/lib/locales'
import { useAccountWords } from './words'
import { Confirm } from './confirm'
import { MailVerification, OperationForm, useOperation } from './operation'
import { type Close, type RowAction, SettingRow, useAccountRows } from './setting-row'

const hasPasswords = ({ offered, usesEmailLink }: Account) =>
  !usesEmailLink && offered.some(({ id }) => id === 'password')

export function EmailRow() {
  const { t } = useAccountWords()
  const { account } = useAccountRows()
  const { email, emailVerified } = account
  if (!email) {
    const none = t(hasPasswords(account) ? 'email.noneWithPassword' : 'email.none')
    return <SettingRow title={t('email.title')} value={none} actions={[]} />
  }
  const confirm: RowAction = {
    id: 'confirm',
    name: t('email.confirm'),
    open: (close) => <MailVerification cancel={{ name: t('notNow'), press: () => close() }} />,
  }
  const change: RowAction = {
    id: 'change',
    name: t('email.change'),
    open: (close) => <ChangeEmail email={email} close={close} />,
  }
  const value = (
    <>
      <p>
        <bdi>{email}</bdi>
      </p>
      {!emailVerified && <p>{t('email.unconfirmed')}</p>}
    </>
  )
  return <SettingRow title={t('email.title')} value={value} actions={emailVerified ? [change] : [confirm, change]} />
}

export function SessionsRow({ onEnded }: { onEnded: () => void }) {
  const { t, locale } = useAccountWords()
  const { account } = useAccountRows()
  const { uid, signedInAt, createdAt, canEndSessions } = account
  const since = dayAndHour(signedInAt, locale)
  const created = dayAndHour(createdAt, locale)
  const value = (
    <>
      {since && <p>{t('sessions.last', { date: since })}</p>}
      {created && <p>{t('sessions.created', { date: created })}</p>}
      {!canEndSessions && (
        <p className="mt-2">
          {t('sessions.cannotEnd')}
          {hasPasswords(account) && ` ${t('sessions.passwordEnds')}`}
        </p>
      )}
    </>
  )
  const end: RowAction = {
    id: 'end',
    name: t('sessions.endAll'),
    open: (close) => <EndSessions uid={uid} onEnded={onEnded} onCancel={() => close()} />,
  }
  return <SettingRow title={t('sessions.title')} value={value} actions={canEndSessions ? [end] : []} />
}

/** The identity service would report the user's own address as taken. */
const ownAddress = (typed: string, email: string) =>
  normalizeEmail(typed).toLowerCase() === email.toLowerCase() ? 'problem.ownAddress' : null

function ChangeEmail({ email, close }: { email: string; close: Close }) {
  const { t, locale } = useAccountWords()
  const next = useRef('')
  const operation = useOperation(() => close(t('email.sent', { email: isolate(next.current, locale) })))
  return (
    <OperationForm
      operation={operation}
      fields={{ email: (typed) => emailProblem(typed) ?? ownAddress(typed, email) }}
      submit={t('email.send')}
      action={({ email: typed }) => {
        next.current = normalizeEmail(typed)
        return changeEmail(typed)
      }}
      cancel={{ name: t('email.keep'), press: () => close() }}
    >
      <Field
        label={t('email.newLabel')}
        hint={t('email.newHint')}
        type="email"
        autoComplete="email"
        {...operation.inputOf('email')}
        className="max-w-112"
      />
    </OperationForm>
  )
}

type EndSessionsProps = { uid: string; onEnded: () => void; onCancel: () => void }

function EndSessions({ uid, onEnded, onCancel }: EndSessionsProps) {
  const t = useTranslations('account')
  const requests = useTranslations('requests')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<{ title: string; text: string } | null>(null)
  async function end() {
    setBusy(true)
    setMessage(null)
    const answer = await callApi((api) => api.endSessions(uid))
    if (isOk(answer)) {
      onEnded()
      // The sessions have ended even if this fails.
      return signOut(uid).catch(forgetSession)
    }
    setBusy(false)
    setMessage(
      mayHaveArrived(answer)
        ? { title: t('sessions.unknownTitle'), text: t('sessions.unknown') }
        : { title: t('nothingChanged'), text: problemWords(requests, answer) },
    )
  }
  return (
    <>
      <Confirm
        title={t('sessions.confirmTitle')}
        yes={t('sessions.confirmYes')}
        no={t('sessions.confirmNo')}
        busy={busy}
        onConfirm={() => void end()}
        onCancel={onCancel}
      >
        <p>{t('sessions.confirm')}</p>
      </Confirm>
      {message && <Notice kind="bad" live="alert" title={message.title} text={message.text} />}
    </>
  )
}
