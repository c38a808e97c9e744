'use client'
import { useState } from 'react'
import { signOut } from '@/components/session/session'
import { forgetSession } from '@/components/session/store'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Account } from '@/lib/browser/account'
import { changeEmail } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { normalizeEmail, emailProblem } from '@/lib/browser/account-rules'
import { isOk, mayHaveArrived } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { dayAndHour } from '@/lib/browser/local-time'
import { Confirm } from './confirm'
import { type MethodRowEvents, methodRows } from './method-rows'
import { MailVerification, OperationForm, useOperation } from './operation'
import type { Row } from './setting-row'

type AccountRowEvents = MethodRowEvents & {
  onSessionsEnded: () => void
}

export const accountRows = (account: Account, events: AccountRowEvents): Row[] => [
  emailRow(account),
  ...methodRows(account, events),
  sessionsRow(account, events.onSessionsEnded),
]

const hasPasswords = ({ offered, usesEmailLink }: Account) =>
  !usesEmailLink && offered.some(({ id }) => id === 'password')

function emailRow(account: Account): Row {
  const title = 'Email address'
  if (!account.email) {
    return {
      title,
      value: hasPasswords(account) ? 'None yet. You add one when you set a password.' : 'None yet.',
      actions: [],
    }
  }
  const change: Row['actions'][number] = {
    name: 'Change email',
    open: (close) => <ChangeEmail account={account} onSent={close} onCancel={() => close()} />,
  }
  if (account.emailVerified) return { title, value: account.email, actions: [change] }
  const confirm: Row['actions'][number] = {
    name: 'Confirm email',
    open: (close) => <MailVerification cancel={{ name: 'Not now', press: () => close() }} />,
  }
  const value = (
    <>
      <p className="wrap-anywhere">{account.email}</p>
      <p>Not confirmed yet. We only send emails about your plan to a confirmed address.</p>
    </>
  )
  return { title, value, actions: [confirm, change] }
}

const newPasswordEnds =
  ' If you change your password, you’ll have to sign in again everywhere else, within about an hour.'

function sessionsRow(account: Account, onEnded: () => void): Row {
  const { uid, signedInAt, createdAt, canEndSessions } = account
  const since = dayAndHour(signedInAt)
  const created = dayAndHour(createdAt)
  const value = (
    <>
      {since && <p>{`Last sign-in: ${since}.`}</p>}
      {created && <p>{`Account created: ${created}.`}</p>}
      {!canEndSessions && (
        <p className="mt-2">
          We can’t end your sessions in other browsers from here.
          {hasPasswords(account) && newPasswordEnds}
        </p>
      )}
    </>
  )
  const end: Row['actions'][number] = {
    name: 'Sign out everywhere',
    open: (close) => <EndSessions uid={uid} onEnded={onEnded} onCancel={() => close()} />,
  }
  return { title: 'Sessions', value, actions: canEndSessions ? [end] : [] }
}

type ChangeEmailProps = { account: Account; onSent: (message: string) => void; onCancel: () => void }

/** The identity service would report the user's own address as taken. */
const ownAddress = (typed: string, { email }: Account) =>
  email !== null && normalizeEmail(typed).toLowerCase() === email.toLowerCase() ? 'This is already your address.' : null

function ChangeEmail({ account, onSent, onCancel }: ChangeEmailProps) {
  const [typed, setTyped] = useState('')
  const operation = useOperation(() =>
    onSent(
      `If we can use ${normalizeEmail(typed)}, we’ve sent a link there. Open it to change your address, then sign in with ` +
        'the new one. Until then, nothing changes.',
    ),
  )
  return (
    <OperationForm
      operation={operation}
      fields={['email']}
      submit="Send the link"
      onSubmit={() =>
        void operation.run(
          () => changeEmail(typed),
          fieldProblem('email', emailProblem(typed) ?? ownAddress(typed, account)),
        )
      }
      cancel={{ name: 'Keep my address', press: onCancel }}
    >
      <Field
        label="New email address"
        hint="We’ll send a link there. Open it to make the change."
        type="email"
        autoComplete="email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={operation.errorOf('email')}
        className="max-w-112"
      />
    </OperationForm>
  )
}

type EndSessionsProps = {
  uid: string
  onEnded: () => void
  onCancel: () => void
}

type Message = { title: string; text: string }

function EndSessions({ uid, onEnded, onCancel }: EndSessionsProps) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
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
    const text = answer.data.error.message
    setMessage(
      mayHaveArrived(answer)
        ? { title: 'We don’t know yet whether your sessions have ended.', text: 'We got no answer. Please try again.' }
        : { title: 'Nothing was changed.', text },
    )
  }
  return (
    <>
      <Confirm
        title="Sign out everywhere?"
        yes="Yes, sign out everywhere"
        no="Stay signed in"
        busy={busy}
        onConfirm={() => void end()}
        onCancel={onCancel}
      >
        <p>
          You’ll have to sign in again in every browser and app, including this one. Elsewhere, your account stops
          working straight away. Only your picture could still be changed there for up to an hour.
        </p>
      </Confirm>
      {message && (
        <Notice kind="bad" live="alert" title={message.title}>
          <p>{message.text}</p>
        </Notice>
      )}
    </>
  )
}
