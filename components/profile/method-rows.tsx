'use client'
import type { Account, LinkedMethod } from '@/lib/browser/account'
import { linkProvider, addPhone, removeMethod } from '@/lib/browser/account-change'
import { canAdd, isOnlyMethod, type SignInMethod } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { type AccountWords, listOf, methodName, methodValues } from './account-words'
import { ConfirmedOperation } from './operation'
import { ChangePassword, SetPassword } from './password-forms'
import { PhoneCode } from './phone-code'
import type { Row, RowAction } from './setting-row'

export function methodRows(account: Account, words: AccountWords, events: MethodRowEvents): Row[] {
  const { methods, offered } = account
  const others = offered.filter(({ id }) => !methods.some((method) => method.id === id) && canAdd(account, id))
  return [
    ...methods.map((method) => linkedRow(account, method, words, events)),
    ...others.map((method) => addRow(account, method, words, events)),
  ]
}

export type MethodRowEvents = {
  onChanged: (person: Person) => void
  onRemoved: (message: string) => void
}

function detailOf(
  { offered, usesEmailLink }: Account,
  { id, detail }: LinkedMethod,
  { t, locale }: AccountWords,
): string {
  const own = detail && isolate(detail, locale)
  if (!offered.some((one) => one.id === id))
    return own ? t('method.notOfferedDetail', { detail: own }) : t('method.notOffered')
  if (id === 'password') return t(usesEmailLink ? 'method.signsInByLink' : 'method.signsInByEmail')
  return own ?? t('method.part')
}

function removeAction(
  account: Account,
  method: LinkedMethod,
  words: AccountWords,
  { onChanged, onRemoved }: MethodRowEvents,
): RowAction {
  const { t, locale } = words
  const values = methodValues(method, account, words)
  const isOffered = (id: string) => account.offered.some((one) => one.id === id)
  const others = account.methods.filter(({ id }) => id !== method.id && isOffered(id))
  const names = listOf(
    others.map((one) => methodName(one, account, words)),
    locale,
  )
  const canReturn = canAdd(account, method.id)
  const message = t('method.noLonger', values)
  return {
    id: 'remove',
    name: t('method.remove', values),
    open: (close) => (
      <ConfirmedOperation
        title={t('method.removeTitle', values)}
        yes={t('method.removeYes', values)}
        no={t('method.removeNo', values)}
        action={() => removeMethod(method.id)}
        onDone={(person) => {
          onChanged(person)
          if (canReturn) return close(message)
          close(null)
          onRemoved(message)
        }}
        onCancel={() => close()}
      >
        {[
          t('method.removeText'),
          ...(names ? [t('method.stillWith', { names })] : []),
          ...(canReturn ? [t('method.addAgain')] : []),
        ].join(' ')}
      </ConfirmedOperation>
    ),
  }
}

function linkedRow(account: Account, method: LinkedMethod, words: AccountWords, events: MethodRowEvents): Row {
  const { t } = words
  const ids = (list: SignInMethod[]) => list.map(({ id }) => id)
  const offered = ids(account.offered)
  const only = isOnlyMethod(method.id, ids(account.methods), offered)
  const password: RowAction = {
    id: 'password',
    name: t('method.changePassword'),
    open: (close) => <ChangePassword account={account} onChanged={close} onCancel={() => close()} />,
  }
  const detail = detailOf(account, method, words)
  const note = t(offered.includes(method.id) ? 'method.onlyWay' : 'method.addFirst')
  const hasPassword = method.id === 'password' && account.email !== null && !account.usesEmailLink
  return {
    id: method.id,
    title: methodName(method, account, words),
    value: only ? t('method.detailAndNote', { detail, note }) : detail,
    actions: [...(hasPassword ? [password] : []), ...(only ? [] : [removeAction(account, method, words, events)])],
  }
}

function addRow(
  account: Account,
  method: SignInMethod,
  words: AccountWords,
  { onChanged }: Pick<MethodRowEvents, 'onChanged'>,
): Row {
  const { t } = words
  const values = methodValues(method, account, words)
  const added = t('method.added', values)
  const row = {
    id: method.id,
    title: methodName(method, account, words),
    value: t('method.unused'),
    isUnused: true as const,
  }
  if (method.id === 'password') {
    const set: RowAction = {
      id: 'set',
      name: t('method.setPassword'),
      open: (close) => (
        <SetPassword
          account={account}
          onAdded={(person) => {
            onChanged(person)
            close(added)
          }}
          onCancel={() => close()}
        />
      ),
    }
    return { ...row, actions: [set] }
  }
  if (method.id === 'phone') {
    const add: RowAction = {
      id: 'add',
      name: t('method.addPhone'),
      open: (close) => (
        <PhoneCode
          confirm={addPhone}
          onDone={(person) => {
            onChanged(person)
            close(added)
          }}
          cancel={{ name: t('method.addPhoneCancel'), press: () => close() }}
        />
      ),
    }
    return { ...row, actions: [add] }
  }
  const add: RowAction = {
    id: 'add',
    name: t('method.add', values),
    press: () => linkProvider(method.id),
    done: (person) => {
      onChanged(person)
      return added
    },
  }
  return { ...row, actions: [add] }
}
