'use client'
import { useState } from 'react'
import { signOut } from '@/components/session/session'
import { forgetSession } from '@/components/session/storage'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Account } from '@/lib/browser/account'
import { changeEmail } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { addressIn, emailProblem } from '@/lib/browser/account-rules'
import { isOk, mayHaveArrived } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import { Confirm } from './confirm'
import { type MethodRowEvents, methodRows } from './method-rows'
import { MailVerification, OperationForm, useOperation } from './operation'
import { moment, type Row } from './setting-row'

type AccountRowEvents = MethodRowEvents & {
  ended: () => void
}

export const accountRows = (account: Account, events: AccountRowEvents): Row[] => [
  emailRow(account),
  ...methodRows(account, events),
  sessionsRow(account, events.ended),
]

const hasPasswords = ({ offered, byLink }: Account) => !byLink && offered.some(({ id }) => id === 'password')

function emailRow(account: Account): Row {
  const title = 'E-mail address'
  if (!account.email) {
    return { title, value: hasPasswords(account) ? 'None yet. It comes with a password.' : 'None yet.', ways: [] }
  }
  const change: Row['ways'][number] = {
    name: 'Change e-mail',
    open: (close) => <ChangeEmail account={account} sent={close} keep={() => close()} />,
  }
  if (account.emailVerified) return { title, value: account.email, ways: [change] }
  const confirm: Row['ways'][number] = {
    name: 'Confirm email',
    open: (close) => <MailVerification keep={{ name: 'Not now', press: () => close() }} />,
  }
  const value = (
    <>
      <p className="wrap-anywhere">{account.email}</p>
      <p>Not confirmed yet. We only send emails about your plan to a confirmed address.</p>
    </>
  )
  return { title, value, ways: [confirm, change] }
}

const newPasswordEnds =
  ' A new password does it: wherever else you are signed in, you then have to sign in again; this can take up to an hour.'

function sessionsRow(account: Account, ended: () => void): Row {
  const { uid, signedInAt, madeAt, endsSessions } = account
  const since = moment(signedInAt)
  const made = moment(madeAt)
  const value = (
    <>
      {since && <p>{`Last sign-in: ${since}.`}</p>}
      {made && <p>{`Account made: ${made}.`}</p>}
      {!endsSessions && (
        <p className="mt-2">
          This site cannot end your sessions in other browsers by itself.
          {hasPasswords(account) && newPasswordEnds}
        </p>
      )}
    </>
  )
  const end: Row['ways'][number] = {
    name: 'End all sessions',
    open: (close) => <EndSessions uid={uid} ended={ended} keep={() => close()} />,
  }
  return { title: 'Sessions', value, ways: endsSessions ? [end] : [] }
}

type ChangeEmailProps = { account: Account; sent: (message: string) => void; keep: () => void }

/** The identity service would report the user's own address as taken. */
const ownAddress = (typed: string, { email }: Account) =>
  email !== null && addressIn(typed).toLowerCase() === email.toLowerCase() ? 'This is your address already.' : null

export function ChangeEmail({ account, sent, keep }: ChangeEmailProps) {
  const [typed, setTyped] = useState('')
  const operation = useOperation(() =>
    sent(
      `If ${addressIn(typed)} can be used, a link is on its way there. Your address changes when you open it; then you ` +
        'sign in with the new one. Until then everything stays as it is.',
    ),
  )
  return (
    <OperationForm
      operation={operation}
      fields={['email']}
      submit="Send the link"
      send={() =>
        void operation.run(
          () => changeEmail(typed),
          fieldProblem('email', emailProblem(typed) ?? ownAddress(typed, account)),
        )
      }
      keep={{ name: 'Keep my address', press: keep }}
    >
      <Field
        label="New e-mail address"
        hint="We send a link to it, which you open to make the change."
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
  ended: () => void
  keep: () => void
}

type Message = { title: string; text: string }

export function EndSessions({ uid, ended, keep }: EndSessionsProps) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  async function end() {
    setBusy(true)
    setMessage(null)
    const answer = await ask((api) => api.endSessions(uid))
    if (isOk(answer)) {
      ended()
      // The sessions have ended even if this fails.
      return signOut(uid).catch(forgetSession)
    }
    setBusy(false)
    const text = answer.data.error.message
    setMessage(
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
      {message && (
        <Notice kind="bad" live="alert" title={message.title}>
          <p>{message.text}</p>
        </Notice>
      )}
    </>
  )
}
