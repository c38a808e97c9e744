'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { changePassword, sendPasswordLink, setPassword } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { emailProblem, newPasswordProblem, passwordProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { OperationForm, OperationProblem, useOperation, ReauthenticateContext } from './operation'

type ChangePasswordProps = { account: Account; onChanged: (message: string) => void; onCancel: () => void }

export function ChangePassword({ account, onChanged, onCancel }: ChangePasswordProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const operation = useOperation(() =>
    onChanged(
      'You’ve changed your password. Everywhere else, you’ll have to sign in again with the new one, within about an hour.',
    ),
  )
  const mailing = useOperation(() =>
    onChanged(`We’ve sent a link to ${account.email}. Use it to set a new password. Until then, nothing changes.`),
  )
  return (
    <>
      <OperationForm
        operation={operation}
        fields={['current', 'next']}
        submit="Save password"
        onSubmit={() =>
          void operation.run(
            () => changePassword(current, next),
            fieldProblem('current', passwordProblem(current)) ?? fieldProblem('next', newPasswordProblem(next)),
          )
        }
        cancel={{ name: 'Keep my password', press: onCancel }}
        extraActions={
          <Button variant="alt" busy={mailing.busy} onClick={() => void mailing.run(sendPasswordLink)}>
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
        <NewPassword value={next} onChange={setNext} error={operation.errorOf('next')} />
      </OperationForm>
      <ReauthenticateContext value={null}>
        <OperationProblem operation={mailing} />
      </ReauthenticateContext>
    </>
  )
}

type SetPasswordProps = { account: Account; onAdded: (person: Person) => void; onCancel: () => void }

export function SetPassword({ account, onAdded, onCancel }: SetPasswordProps) {
  const [email, setEmail] = useState(account.email ?? '')
  const [next, setNext] = useState('')
  const operation = useOperation(onAdded)
  const asksEmail = account.email === null
  return (
    <OperationForm
      operation={operation}
      fields={asksEmail ? ['email', 'next'] : ['next']}
      submit="Save password"
      onSubmit={() =>
        void operation.run(
          () => setPassword(email, next),
          fieldProblem('email', emailProblem(email)) ?? fieldProblem('next', newPasswordProblem(next)),
        )
      }
      cancel={{ name: 'Don’t set a password', press: onCancel }}
    >
      {asksEmail ? (
        <Field
          label="Email address"
          hint="You’ll sign in with it, and we can help if you forget your password."
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={operation.errorOf('email')}
          className="max-w-112"
        />
      ) : (
        <input type="text" autoComplete="username" value={email} readOnly hidden />
      )}
      <NewPassword value={next} onChange={setNext} error={operation.errorOf('next')} />
    </OperationForm>
  )
}

type NewPasswordProps = { value: string; onChange: (value: string) => void; error?: string }

function NewPassword({ value, onChange, error }: NewPasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="grid justify-items-start gap-1">
      <Field
        label="New password"
        hint="At least 6 characters. Longer is better."
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
        className="w-full max-w-88"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          className="size-5 accent-primary"
        />
        Show the new password
      </label>
    </div>
  )
}
