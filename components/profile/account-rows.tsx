'use client'
import type { Account } from '@/lib/browser/account'
import { ChangeEmail } from './change-email'
import { EndSessions } from './end-sessions'
import { MailVerification } from './mail-verification'
import { methodRows, type MethodRowEvents } from './method-rows'
import { moment } from './moment'
import type { Row } from './setting-row'

type AccountRowEvents = MethodRowEvents & {
  /** Called when every session has been ended. */
  ended: () => void
}

/** All rows about how and where somebody signs in, in their order. */
export const accountRows = (account: Account, told: AccountRowEvents): Row[] => [
  emailRow(account),
  ...methodRows(account, told),
  sessionsRow(account, told.ended),
]

/** Whether somebody can have a password here. */
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
