'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { type AccountFactors, addPhoneFactor, removeFactor, sendFactorCode } from '@/lib/browser/account-factors'
import { type Factor, factorName } from '@/lib/browser/second-factor'
import { dayAndHour } from '@/lib/browser/local-time'
import { isolate } from '@/lib/locales'
import { listOf, useAccountWords } from './words'
import { AddApp } from './add-app'
import { ConfirmedOperation, MailVerification } from './operation'
import { PhoneCode } from './phone-code'
import { type Close, type RowAction, SettingRow, useAccountRows } from './setting-row'

type FactorRowsProps = {
  factors: AccountFactors
  reload: () => Promise<AccountFactors | null>
  onSignedOut: () => void
}

export function FactorRows({ factors: { enrolled, offered, emailVerified }, reload, onSignedOut }: FactorRowsProps) {
  return (
    <>
      {enrolled.map((factor) => (
        <EnrolledRow key={factor.id} {...{ factor, enrolled, reload, onSignedOut }} />
      ))}
      {offered.length > 0 && (
        <AddRow offered={offered} isFirst={enrolled.length === 0} emailVerified={emailVerified} reload={reload} />
      )}
    </>
  )
}

type EnrolledRowProps = Omit<FactorRowsProps, 'factors'> & { factor: Factor; enrolled: readonly Factor[] }

function EnrolledRow({ factor, enrolled, reload, onSignedOut }: EnrolledRowProps) {
  const { t, identity, locale } = useAccountWords()
  const { announce } = useAccountRows()
  const name = factorName(factor, identity, locale)
  const others = enrolled.filter(({ id }) => id !== factor.id).map((each) => factorName(each, identity, locale))
  const remove: RowAction = {
    id: 'remove',
    name: t(factor.kind === 'phone' ? 'factor.removeText' : 'factor.removeApp'),
    open: (close) => (
      <ConfirmedOperation
        title={t('factor.removeTitle', { name })}
        yes={t('factor.removeYes')}
        no={t('factor.removeNo')}
        action={() => removeFactor(factor.id, onSignedOut)}
        onDone={() => {
          close(null)
          announce(t('factor.removed', { name }))
          void reload()
        }}
        onCancel={() => close()}
      >
        {others.length > 0 ? t('factor.stillHave', { names: listOf(others, locale) }) : t('factor.noneLeft')}
      </ConfirmedOperation>
    ),
  }
  const date = dayAndHour(factor.addedAt, locale)
  return (
    <SettingRow
      title={t(factor.kind === 'phone' ? 'factor.textTitle' : 'factor.appTitle')}
      value={t('factor.added', { name, date, hasDate: date ? 'yes' : 'no' })}
      actions={[remove]}
    />
  )
}

type AddRowProps = Pick<AccountFactors, 'offered' | 'emailVerified'> &
  Pick<FactorRowsProps, 'reload'> & { isFirst: boolean }

function AddRow({ offered, emailVerified, reload, isFirst }: AddRowProps) {
  const { t } = useAccountWords()
  const { account } = useAccountRows()
  const title = t(isFirst ? 'factor.title' : 'factor.anotherTitle')
  // The identity service allows no second factor after a phone sign-in.
  if (account.methods.every(({ id }) => id === 'phone'))
    return <SettingRow title={title} value={t('factor.phoneAlone')} actions={[]} />

  const actionOf = (id: string, name: string, form: (close: Close) => ReactNode): RowAction => ({
    id,
    name,
    open: (close) =>
      emailVerified ? form(close) : <ConfirmEmail email={account.email} reload={reload} onCancel={() => close()} />,
  })
  const actions: Record<(typeof offered)[number], RowAction> = {
    phone: actionOf('phone', t('factor.addText'), (close) => (
      <PhoneCode
        sendTo={sendFactorCode}
        confirm={addPhoneFactor}
        onDone={() => {
          void reload()
          close(t('factor.textAdded'))
        }}
        cancel={{ name: t('factor.textCancel'), press: () => close() }}
      />
    )),
    totp: actionOf('totp', t('factor.addApp'), (close) => (
      <AddApp
        onAdded={() => {
          void reload()
          close(t('factor.appAdded'))
        }}
        onCancel={() => close()}
      />
    )),
  }
  return (
    <SettingRow
      title={title}
      value={t(isFirst ? 'factor.off' : 'factor.addAnother')}
      actions={offered.map((kind) => actions[kind])}
    />
  )
}

type ConfirmEmailProps = {
  email: string | null
  reload: () => Promise<AccountFactors | null>
  onCancel: () => void
}

function ConfirmEmail({ email, reload, onCancel }: ConfirmEmailProps) {
  const { t, locale } = useAccountWords()
  const box = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  useEffect(() => box.current?.focus(), [])

  async function check() {
    setBusy(true)
    setMessage('')
    const now = await reload()
    setBusy(false)
    if (!now) setMessage(t('factor.network'))
    else if (!now.emailVerified) setMessage(t('factor.notConfirmed'))
  }

  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('factor.confirmLabel')} className="grid max-w-184 gap-4">
      {email ? (
        <>
          <p>{t('factor.confirmFirst', { email: isolate(email, locale) })}</p>
          <MailVerification cancel={{ name: t('notNow'), press: onCancel }} />
          <div>
            <Button variant="alt" busy={busy} onClick={() => void check()}>
              {t('factor.confirmed')}
            </Button>
          </div>
          <div role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {message}
          </div>
        </>
      ) : (
        <>
          <p>{t('factor.noEmail')}</p>
          <div>
            <Button variant="alt" onClick={onCancel}>
              {t('notNow')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
