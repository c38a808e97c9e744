'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { changePassword, mailPasswordLink } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { newPasswordProblem, passwordProblem } from '@/lib/browser/account-rules'
import { NewPassword } from './new-password'
import { OperationForm } from './operation-form'
import { OperationProblem } from './operation-problem'
import { Prove } from './prove'
import { useOperation } from './use-operation'

type ChangePasswordProps = { account: Account; changed: (said: string) => void; keep: () => void }

/** The present password first, then the new one; for a forgotten one there is a link by e-mail. */
export function ChangePassword({ account, changed, keep }: ChangePasswordProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const operation = useOperation(() =>
    changed(
      'Your password is changed. Wherever else you are signed in, you sign in again with the new one; this can take ' +
        'up to an hour.',
    ),
  )
  const mailing = useOperation(() =>
    changed(`A link that sets a new password is on its way to ${account.email}. Until you use it, nothing changes.`),
  )
  return (
    <>
      <OperationForm
        operation={operation}
        proof={<Prove account={account} operation={operation} />}
        fields={['current', 'next']}
        submit="Save password"
        send={() =>
          void operation.run(
            () => changePassword(current, next),
            fieldProblem('current', passwordProblem(current)) ?? fieldProblem('next', newPasswordProblem(next)),
          )
        }
        keep={{ name: 'Keep my password', press: keep }}
        also={
          <Button variant="alt" busy={mailing.busy} onClick={() => void mailing.run(mailPasswordLink)}>
            Email me a link instead
          </Button>
        }
      >
        <input type="text" autoComplete="username" value={account.email ?? ''} readOnly hidden />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
          error={operation.errorOf('current')}
          className="max-w-88"
        />
        <NewPassword value={next} change={setNext} error={operation.errorOf('next')} />
      </OperationForm>
      <OperationProblem operation={mailing} />
    </>
  )
}
