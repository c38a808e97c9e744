'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { Button, linkTo } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { QrCode } from '@/components/ui/qr-code'
import { type AuthenticatorSetup, startAuthenticatorSetup } from '@/lib/browser/account-factors'
import { fieldProblem } from '@/lib/browser/account-problem'
import { codeProblem } from '@/lib/browser/account-rules'
import { OperationForm, OperationProblem, useOperation } from './operation'

type AddAppProps = { onAdded: () => void; onCancel: () => void }

const inGroupsOfFour = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ')

export function AddApp({ onAdded, onCancel }: AddAppProps) {
  const t = useTranslations('account')
  const [app, setApp] = useState<AuthenticatorSetup | null>(null)
  const [code, setCode] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const hasStarted = useRef(false)
  const starting = useOperation(() => box.current?.focus())
  const confirming = useOperation(onAdded)
  const start = () => void starting.run(() => startAuthenticatorSetup(setApp))
  useEffect(() => {
    box.current?.focus()
    if (hasStarted.current) return
    hasStarted.current = true
    start()
    // The key is requested once, on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const needsSignIn = starting.problem?.needsRecentSignIn || starting.problem?.secondFactor
  const cancel = { name: t('app.cancel'), press: onCancel }
  if (!app) {
    return (
      <div ref={box} tabIndex={-1} role="group" aria-label={t('app.label')} className="grid max-w-184 gap-4">
        {starting.busy && <Busy>{t('app.gettingKey')}</Busy>}
        <OperationProblem operation={starting} />
        {!needsSignIn && (
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            {starting.problem && !starting.problem.isSessionEnded && (
              <Button onClick={start}>{t('app.tryAgain')}</Button>
            )}
            <Button variant="alt" onClick={onCancel}>
              {cancel.name}
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('app.label')} className="grid max-w-184 gap-4">
      <AppKey app={app} />
      <OperationForm
        operation={confirming}
        fields={['code']}
        keepsFocus
        submit={t('app.confirm')}
        onSubmit={() => void confirming.run(() => app.confirm(code), fieldProblem('code', codeProblem(code)))}
        cancel={cancel}
      >
        <Field
          label={t('app.codeLabel')}
          hint={t('app.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={confirming.errorOf('code')}
          className="max-w-88"
        />
      </OperationForm>
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
