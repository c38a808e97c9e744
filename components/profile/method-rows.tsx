'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import type { Account, LinkedMethod } from '@/lib/browser/account'
import {
  addPhone,
  changePassword,
  linkProvider,
  removeMethod,
  sendPasswordLink,
  setPassword,
} from '@/lib/browser/account-change'
import {
  canAdd,
  emailProblem,
  isOnlyMethod,
  newPasswordProblem,
  passwordProblem,
  type SignInMethod,
} from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { listOf, methodName, methodValues, useAccountWords } from './words'
import { ConfirmedOperation, OperationForm, OperationProblem, ReauthenticateContext, useOperation } from './operation'
import { PhoneCode } from './phone-code'
import { type Close, type RowAction, SettingRow, useAccountRows } from './setting-row'

export function LinkedMethodRow({ method }: { method: LinkedMethod }) {
  const words = useAccountWords()
  const { t, locale } = words
  const { account, onMethodsChanged } = useAccountRows()
  const ids = (list: SignInMethod[]) => list.map(({ id }) => id)
  const offered = ids(account.offered)
  const isOffered = offered.includes(method.id)
  const isOnly = isOnlyMethod(method.id, ids(account.methods), offered)
  const values = methodValues(method, account, words)

  function detail(): string {
    const own = method.detail && isolate(method.detail, locale)
    if (!isOffered) return own ? t('method.notOfferedDetail', { detail: own }) : t('method.notOffered')
    if (method.id === 'password') return t(account.usesEmailLink ? 'method.signsInByLink' : 'method.signsInByEmail')
    return own ?? t('method.part')
  }

  function removalText(): string {
    const others = account.methods.filter(({ id }) => id !== method.id && offered.includes(id))
    const names = others.map((one) => methodName(one, account, words))
    return [
      t('method.removeText'),
      ...(names.length > 0 ? [t('method.stillWith', { names: listOf(names, locale) })] : []),
      ...(canAdd(account, method.id) ? [t('method.addAgain')] : []),
    ].join(' ')
  }

  const password: RowAction = {
    id: 'password',
    name: t('method.changePassword'),
    open: (close) => <ChangePassword account={account} close={close} />,
  }
  const remove: RowAction = {
    id: 'remove',
    name: t('method.remove', values),
    open: (close) => (
      <ConfirmedOperation
        title={t('method.removeTitle', values)}
        yes={t('method.removeYes', values)}
        no={t('method.removeNo', values)}
        action={() => removeMethod(method.id)}
        onDone={(person) => {
          close(null)
          onMethodsChanged(person, t('method.noLonger', values))
        }}
        onCancel={() => close()}
      >
        {removalText()}
      </ConfirmedOperation>
    ),
  }
  const note = t(isOffered ? 'method.onlyWay' : 'method.addFirst')
  const hasPassword = method.id === 'password' && account.email !== null && !account.usesEmailLink
  return (
    <SettingRow
      title={methodName(method, account, words)}
      value={isOnly ? t('method.detailAndNote', { detail: detail(), note }) : detail()}
      actions={[...(hasPassword ? [password] : []), ...(isOnly ? [] : [remove])]}
    />
  )
}

/** A way to sign in that is not part of the account. */
export function UnusedMethodRow({ method }: { method: SignInMethod }) {
  const words = useAccountWords()
  const { t } = words
  const { account, onMethodsChanged } = useAccountRows()
  const values = methodValues(method, account, words)
  const onAdded = (person: Person, close?: Close) => {
    close?.(null)
    onMethodsChanged(person, t('method.added', values))
  }

  function action(): RowAction {
    if (method.id === 'password') {
      return {
        id: 'set',
        name: t('method.setPassword'),
        open: (close) => (
          <SetPassword account={account} onAdded={(person) => onAdded(person, close)} onCancel={() => close()} />
        ),
      }
    }
    if (method.id === 'phone') {
      return {
        id: 'add',
        name: t('method.addPhone'),
        open: (close) => (
          <PhoneCode
            confirm={addPhone}
            onDone={(person) => onAdded(person, close)}
            cancel={{ name: t('method.addPhoneCancel'), press: () => close() }}
          />
        ),
      }
    }
    return { id: 'add', name: t('method.add', values), press: () => linkProvider(method.id), done: onAdded }
  }
  return <SettingRow title={methodName(method, account, words)} value={t('method.unused')} actions={[action()]} />
}

export function ChangePassword({ account, close }: { account: Account; close: Close }) {
  const { t, locale } = useAccountWords()
  const operation = useOperation(() => close(t('password.changed')))
  const mailing = useOperation(() => close(t('password.linkSent', { email: isolate(account.email ?? '', locale) })))
  return (
    <>
      <OperationForm
        operation={operation}
        fields={{ current: passwordProblem, next: newPasswordProblem }}
        submit={t('password.save')}
        action={({ current, next }) => changePassword(current, next)}
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
          {...operation.inputOf('current')}
          className="max-w-88"
        />
        <NewPassword {...operation.inputOf('next')} />
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
  const operation = useOperation(onAdded)
  const { email } = account
  return (
    <OperationForm
      operation={operation}
      fields={{ ...(email === null && { email: emailProblem }), next: newPasswordProblem }}
      submit={t('password.save')}
      action={(values) => setPassword(email ?? values.email, values.next)}
      cancel={{ name: t('password.dontSet'), press: onCancel }}
    >
      {email === null ? (
        <Field
          label={t('password.emailLabel')}
          hint={t('password.emailHint')}
          type="email"
          autoComplete="email"
          {...operation.inputOf('email')}
          className="max-w-112"
        />
      ) : (
        <input type="text" autoComplete="username" value={email} readOnly hidden />
      )}
      <NewPassword {...operation.inputOf('next')} />
    </OperationForm>
  )
}

function NewPassword(input: Pick<ComponentProps<typeof Field>, 'name' | 'error'>) {
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
        {...input}
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
