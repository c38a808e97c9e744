'use client'
import type { LinkedMethod } from '@/lib/browser/account'
import { linkProvider, addPhone, removeMethod } from '@/lib/browser/account-change'
import { canAdd, isOnlyMethod, type SignInMethod } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { listOf, methodName, methodValues, useAccountWords } from './words'
import { ConfirmedOperation } from './operation'
import { ChangePassword, SetPassword } from './password-forms'
import { PhoneCode } from './phone-code'
import { type RowAction, SettingRow, useAccountRows } from './setting-row'

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
  const onAdded = (person: Person) => onMethodsChanged(person, t('method.added', values))

  function action(): RowAction {
    if (method.id === 'password') {
      const name = t('method.setPassword')
      return {
        id: 'set',
        name,
        open: (close) => <SetPassword account={account} onAdded={onAdded} onCancel={() => close()} />,
      }
    }
    if (method.id === 'phone') {
      const cancel = t('method.addPhoneCancel')
      return {
        id: 'add',
        name: t('method.addPhone'),
        open: (close) => (
          <PhoneCode confirm={addPhone} onDone={onAdded} cancel={{ name: cancel, press: () => close() }} />
        ),
      }
    }
    return { id: 'add', name: t('method.add', values), press: () => linkProvider(method.id), done: onAdded }
  }
  return <SettingRow title={methodName(method, account, words)} value={t('method.unused')} actions={[action()]} />
}
