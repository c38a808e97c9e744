'use client'
import type { Account, LinkedMethod } from '@/lib/browser/account'
import { linkProvider, addPhone, removeMethod } from '@/lib/browser/account-change'
import { canAdd, isOnlyMethod, type SignInMethod } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { ConfirmedOperation } from './operation'
import { ChangePassword, SetPassword } from './password-forms'
import { PhoneCode } from './phone-code'
import type { Row, RowAction } from './setting-row'

export function methodRows(account: Account, events: MethodRowEvents): Row[] {
  const { methods, offered } = account
  const others = offered.filter(({ id }) => !methods.some((method) => method.id === id) && canAdd(account, id))
  return [
    ...methods.map((method) => linkedRow(account, method, events)),
    ...others.map((method) => addRow(account, method, events)),
  ]
}

export type MethodRowEvents = {
  onChanged: (person: Person) => void
  onRemoved: (message: string) => void
}

/** The method on a button, and in a sentence. */
function inWords({ id, name }: SignInMethod, byLink: boolean): { noun: string; way: string } {
  if (id === 'phone') return { noun: 'phone', way: 'by phone' }
  if (id !== 'password') return { noun: name, way: `with ${name}` }
  return byLink ? { noun: 'email link', way: 'by email link' } : { noun: 'password', way: 'with a password' }
}

function detailOf({ offered, usesEmailLink }: Account, { id, detail }: LinkedMethod): string {
  const mailed = usesEmailLink ? 'You sign in with a link that we email you' : 'You sign in with your email address'
  if (offered.some((one) => one.id === id)) return id === 'password' ? mailed : (detail ?? 'Part of your account')
  return detail ? `${detail}, no longer offered here` : 'No longer offered here'
}

function linkedRow(account: Account, method: LinkedMethod, { onChanged, onRemoved }: MethodRowEvents): Row {
  const { methods, offered, usesEmailLink } = account
  const ids = (list: SignInMethod[]) => list.map(({ id }) => id)
  const isOffered = (id: string) => ids(offered).includes(id)
  const only = isOnlyMethod(method.id, ids(methods), ids(offered))
  const { noun, way } = inWords(method, usesEmailLink)
  const message = `You no longer sign in ${way}.`
  const others = methods.filter(({ id }) => id !== method.id && isOffered(id)).map(({ name }) => name)
  const remove: RowAction = {
    name: `Remove ${noun}`,
    open: (close) => (
      <ConfirmedOperation
        title={`Remove ${noun} from your account?`}
        yes={`Yes, remove ${noun}`}
        no={`Keep ${noun}`}
        action={() => removeMethod(method.id)}
        onDone={(person) => {
          onChanged(person)
          if (canAdd(account, method.id)) return close(message)
          close(null)
          onRemoved(message)
        }}
        onCancel={() => close()}
      >
        {[
          'You won’t be able to sign in with it any more.',
          others.length > 0 ? `You can still sign in with: ${others.join(', ')}.` : '',
          canAdd(account, method.id) ? 'You can add it again later.' : '',
        ].join(' ')}
      </ConfirmedOperation>
    ),
  }
  const password: RowAction = {
    name: 'Change password',
    open: (close) => <ChangePassword account={account} onChanged={close} onCancel={() => close()} />,
  }
  const detail = detailOf(account, method)
  const stays = isOffered(method.id)
    ? 'This is your only way to sign in. Add another before removing it.'
    : 'Add another before removing it.'
  const hasPassword = method.id === 'password' && account.email !== null && !usesEmailLink
  return {
    title: method.name,
    value: only ? `${detail}. ${stays}` : detail,
    actions: [...(hasPassword ? [password] : []), ...(only ? [] : [remove])],
  }
}

function addRow(account: Account, method: SignInMethod, { onChanged }: Pick<MethodRowEvents, 'onChanged'>): Row {
  const { noun, way } = inWords(method, account.usesEmailLink)
  const added = `You can now sign in ${way}, too.`
  const row = { title: method.name, value: 'Not part of your account', isUnused: true as const }
  if (method.id === 'password') {
    const set: RowAction = {
      name: 'Set a password',
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
      name: 'Add phone',
      open: (close) => (
        <PhoneCode
          confirm={addPhone}
          onDone={(person) => {
            onChanged(person)
            close(added)
          }}
          cancel={{ name: 'Don’t add a phone', press: () => close() }}
        />
      ),
    }
    return { ...row, actions: [add] }
  }
  const add: RowAction = {
    name: `Add ${noun}`,
    press: () => linkProvider(method.id),
    done: (person) => {
      onChanged(person)
      return added
    },
  }
  return { ...row, actions: [add] }
}
