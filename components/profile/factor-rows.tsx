'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Account } from '@/lib/browser/account'
import { type AccountFactors, addPhoneFactor, removeFactor, sendFactorCode } from '@/lib/browser/account-factors'
import { type Factor, factorName } from '@/lib/browser/second-factor'
import { dayAndHour } from '@/lib/browser/local-time'
import { isolate } from '@/lib/locales'
import { type AccountWords, listOf, useAccountWords } from './account-words'
import { AddApp } from './add-app'
import { ConfirmedOperation, MailVerification } from './operation'
import { PhoneCode } from './phone-code'
import type { Row, RowAction } from './setting-row'

type FactorEvents = {
  reload: () => Promise<AccountFactors | null>
  onRemoved: (message: string) => void
  onSignedOut: () => void
}

export function factorRows(
  account: Account,
  factors: AccountFactors | null,
  words: AccountWords,
  events: FactorEvents,
): Row[] {
  if (!factors) return []
  const { enrolled, offered } = factors
  return [
    ...enrolled.map((factor) => enrolledRow(factor, enrolled, words, events)),
    ...(offered.length > 0 ? [addRow(account, factors, words, events)] : []),
  ]
}

function enrolledRow(factor: Factor, enrolled: readonly Factor[], words: AccountWords, events: FactorEvents): Row {
  const { t, identity, locale } = words
  const nameOf = (each: Factor) => factorName(each, identity, locale)
  const name = nameOf(factor)
  const others = enrolled.filter(({ id }) => id !== factor.id)
  const remove: RowAction = {
    id: 'remove',
    name: t(factor.kind === 'phone' ? 'factor.removeText' : 'factor.removeApp'),
    open: (close) => (
      <ConfirmedOperation
        title={t('factor.removeTitle', { name })}
        yes={t('factor.removeYes')}
        no={t('factor.removeNo')}
        action={() => removeFactor(factor.id, events.onSignedOut)}
        onDone={() => {
          close(null)
          events.onRemoved(t('factor.removed', { name }))
          void events.reload()
        }}
        onCancel={() => close()}
      >
        {others.length > 0
          ? t('factor.stillHave', { names: listOf(others.map(nameOf), locale) })
          : t('factor.noneLeft')}
      </ConfirmedOperation>
    ),
  }
  const date = dayAndHour(factor.addedAt, locale)
  return {
    id: factor.id,
    title: t(factor.kind === 'phone' ? 'factor.textTitle' : 'factor.appTitle'),
    value: t('factor.added', { name, date, hasDate: date ? 'yes' : 'no' }),
    actions: [remove],
  }
}

function addRow(
  account: Account,
  { enrolled, offered, emailVerified }: AccountFactors,
  { t }: AccountWords,
  events: FactorEvents,
): Row {
  const hasOther = account.methods.some(({ id }) => id !== 'phone')
  const value = t(enrolled.length > 0 ? 'factor.addAnother' : 'factor.off')
  const row = { id: 'add', title: t(enrolled.length > 0 ? 'factor.anotherTitle' : 'factor.title') }
  // The identity service allows no second factor after a phone sign-in.
  if (!hasOther) return { ...row, value: t('factor.phoneAlone'), actions: [] }
  const whenConfirmed = (close: () => void, form: ReactNode) =>
    emailVerified ? form : <ConfirmEmail email={account.email} reload={events.reload} onCancel={close} />
  const addActions: Record<(typeof offered)[number], RowAction> = {
    phone: {
      id: 'phone',
      name: t('factor.addText'),
      open: (close) =>
        whenConfirmed(
          () => close(),
          <PhoneCode
            sendTo={sendFactorCode}
            confirm={addPhoneFactor}
            onDone={() => {
              void events.reload()
              close(t('factor.textAdded'))
            }}
            cancel={{ name: t('factor.textCancel'), press: () => close() }}
          />,
        ),
    },
    totp: {
      id: 'totp',
      name: t('factor.addApp'),
      open: (close) =>
        whenConfirmed(
          () => close(),
          <AddApp
            onAdded={() => {
              void events.reload()
              close(t('factor.appAdded'))
            }}
            onCancel={() => close()}
          />,
        ),
    },
  }
  return { ...row, value, actions: offered.map((kind) => addActions[kind]) }
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

  const back = { name: t('notNow'), press: onCancel }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('factor.confirmLabel')} className="grid max-w-184 gap-4">
      {email ? (
        <>
          <p>{t('factor.confirmFirst', { email: isolate(email, locale) })}</p>
          <MailVerification cancel={back} />
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
              {back.name}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
