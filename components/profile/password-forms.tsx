'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { changePassword, sendPasswordLink, setPassword } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { emailProblem, newPasswordProblem, passwordProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { useAccountWords } from './words'
import { OperationForm, OperationProblem, useOperation, ReauthenticateContext } from './operation'
import type { Close } from './setting-row'

export function ChangePassword({ account, close }: { account: Account; close: Close }) {
  const { t, locale } = useAccountWords()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const operation = useOperation(() => close(t('password.changed')))
  const mailing = useOperation(() => close(t('password.linkSent', { email: isolate(account.email ?? '', locale) })))
  return (
    <>
      <OperationForm
        operation={operation}
        fields={['current', 'next']}
        submit={t('password.save')}
        onSubmit={() =>
          void operation.run(
            () => changePassword(current, next),
            fieldProblem('current', passwordProblem(current)) ?? fieldProblem('next', newPasswordProblem(next)),
          )
        }
        cancel={{ name: t('password.keep'), press: () => close() }}
        extraActions={
          <Button variant="alt" busy={mailing.busy} onClick={() => void mailing.run(sendPasswordLink)}>
            {t('password.link')}
          </Button>
        }
      >
        <input type="text" autoComplete="username" value={account.email ?? ''} readOnly hidden />
        <Field
          label={t('password.current')}
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
  const t = useTranslations('account')
  const [email, setEmail] = useState(account.email ?? '')
  const [next, setNext] = useState('')
  const operation = useOperation(onAdded)
  const asksEmail = account.email === null
  return (
    <OperationForm
      operation={operation}
      fields={asksEmail ? ['email', 'next'] : ['next']}
      submit={t('password.save')}
      onSubmit={() =>
        void operation.run(
          () => setPassword(email, next),
          fieldProblem('email', emailProblem(email)) ?? fieldProblem('next', newPasswordProblem(next)),
        )
      }
      cancel={{ name: t('password.dontSet'), press: onCancel }}
    >
      {asksEmail ? (
        <Field
          label={t('password.emailLabel')}
          hint={t('password.emailHint')}
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
  const t = useTranslations('account')
  const [shown, setShown] = useState(false)
  return (
    <div className="grid justify-items-start gap-1">
      <Field
        label={t('password.newLabel')}
        hint={t('password.newHint')}
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
        {t('password.show')}
      </label>
    </div>
  )
}
