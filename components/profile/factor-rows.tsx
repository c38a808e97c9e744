'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, linkTo } from '@/components/ui/button'
import {
  addPhoneFactor,
  type AuthenticatorSetup,
  removeFactor,
  sendFactorCode,
  startAuthenticatorSetup,
} from '@/lib/browser/account-change'
import { type Factor, factorName } from '@/lib/browser/second-factor'
import type { SecondFactor } from '@/lib/contract/sign-in'
import { dayAndHour } from '@/lib/browser/local-time'
import { isolate } from '@/lib/locales'
import { Busy } from '@/components/ui/busy'
import { QrCode } from '@/components/ui/qr-code'
import { listOf, useAccountWords } from './words'
import { ConfirmedOperation, MailVerification, OperationProblem, useOperation } from './operation'
import { CodeForm, PhoneCode } from './phone-code'
import { type Close, type RowAction, SettingRow, useAccountRows } from './setting-row'

/** @param onSignedOut called if removing a factor has ended the session */
export function FactorRows({ onSignedOut }: { onSignedOut: () => void }) {
  const { factors, offeredFactors } = useAccountRows().account
  return (
    <>
      {factors.map((factor) => (
        <EnrolledRow key={factor.id} factor={factor} onSignedOut={onSignedOut} />
      ))}
      {offeredFactors.length > 0 && <AddRow />}
    </>
  )
}

type EnrolledRowProps = { factor: Factor; onSignedOut: () => void }

function EnrolledRow({ factor, onSignedOut }: EnrolledRowProps) {
  const { t, identity, locale } = useAccountWords()
  const { account, announce, reload } = useAccountRows()
  const name = factorName(factor, identity, locale)
  const others = account.factors.filter(({ id }) => id !== factor.id).map((each) => factorName(each, identity, locale))
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

function AddRow() {
  const { t } = useAccountWords()
  const { account, reload } = useAccountRows()
  const isFirst = account.factors.length === 0
  const title = t(isFirst ? 'factor.title' : 'factor.anotherTitle')
  // The identity service allows no second factor after a phone sign-in.
  if (account.methods.every(({ id }) => id === 'phone'))
    return <SettingRow title={title} value={t('factor.phoneAlone')} actions={[]} />

  const actionOf = (id: string, name: string, form: (close: Close) => ReactNode): RowAction => ({
    id,
    name,
    open: (close) => (account.emailVerified ? form(close) : <ConfirmEmail onCancel={() => close()} />),
  })
  const actions: Record<SecondFactor, RowAction> = {
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
      actions={account.offeredFactors.map((kind) => actions[kind])}
    />
  )
}

function ConfirmEmail({ onCancel }: { onCancel: () => void }) {
  const { t, locale } = useAccountWords()
  const { account, reload } = useAccountRows()
  const { email } = account
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

type AddAppProps = { onAdded: () => void; onCancel: () => void }

const inGroupsOfFour = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ')

export function AddApp({ onAdded, onCancel }: AddAppProps) {
  const t = useTranslations('account')
  const [app, setApp] = useState<AuthenticatorSetup | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const starting = useOperation(() => box.current?.focus())
  const confirming = useOperation(onAdded)
  const { busy, problem } = starting
  const start = () => void starting.run(() => startAuthenticatorSetup(setApp))
  const startOnMount = useEffectEvent(start)
  useEffect(() => {
    box.current?.focus()
    startOnMount()
  }, [])
  const needsSignIn = problem?.needsRecentSignIn || problem?.secondFactor
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('app.label')} className="grid max-w-184 gap-4">
      {app && (
        <>
          <AppKey app={app} />
          <CodeForm
            operation={confirming}
            confirm={app.confirm}
            hint={t('app.codeHint')}
            keepsFocus
            cancel={{ name: t('app.cancel'), press: onCancel }}
          />
        </>
      )}
      {busy && <Busy>{t('app.gettingKey')}</Busy>}
      <OperationProblem operation={starting} />
      {!app && !needsSignIn && (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          {problem && !problem.isSessionEnded && <Button onClick={start}>{t('app.tryAgain')}</Button>}
          <Button variant="alt" onClick={onCancel}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A new app's key as QR code, link and text. */
function AppKey({ app }: { app: AuthenticatorSetup }) {
  const t = useTranslations('account')
  const [copied, setCopied] = useState('')
  async function copy(key: string) {
    setCopied('')
    await navigator.clipboard.writeText(key).then(
      () => setCopied(t('app.copied')),
      () => setCopied(t('app.notCopied')),
    )
  }

  return (
    <>
      <p>
        {t.rich('app.scan', {
          link: linkTo(app.uri),
        })}
      </p>
      <KeyCode text={app.uri} />
      <p>
        {t.rich('app.typeKey', {
          key: inGroupsOfFour(app.secretKey),
          code: (key) => (
            <code translate="no" dir="ltr" className="font-semibold wrap-anywhere text-text">
              {key}
            </code>
          ),
        })}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="alt" onClick={() => void copy(app.secretKey)}>
          {t('app.copy')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {copied}
        </p>
      </div>
    </>
  )
}

function KeyCode({ text }: { text: string }) {
  const t = useTranslations('account')
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    import('@/components/ui/qr-image').then(
      ({ qrImage }) => setSrc(qrImage(text)),
      () => undefined,
    )
  }, [text])
  return <QrCode src={src} label={t('app.qrLabel')} />
}
