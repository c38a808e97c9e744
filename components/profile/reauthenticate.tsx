'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { reauthenticate } from '@/lib/browser/account-change'
import { passwordProblem } from '@/lib/browser/account-rules'
import { methodName, useAccountWords } from './words'
import { type Operation, OperationForm, OperationProblem, SignInAgain, useOperation } from './operation'
import { PhoneCode } from './phone-code'

type ReauthenticateProps = {
  account: Account
  operation: Operation
}

/** Asks for a fresh sign-in by any linked method, then repeats the operation. */
export function Reauthenticate({ account, operation }: ReauthenticateProps) {
  const words = useAccountWords()
  const { t } = words
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const retry = () => void operation.retry()
  const reauthenticating = useOperation(retry)
  const hasPassword = !account.usesEmailLink && account.methods.some(({ id }) => id === 'password')
  const phone = account.methods.find((method) => method.id === 'phone')?.detail
  const choosing = !reauthenticating.problem?.secondFactor
  const federated = account.methods.filter((method) => method.id !== 'password' && method.id !== 'phone')
  return (
    <div
      ref={box}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="ground-sunken grid max-w-184 gap-4 border-s-9 border-warning px-6 py-4"
    >
      <div>
        <p id={id} className="font-semibold">
          {t('confirm.title')}
        </p>
        <p>{t('confirm.text', { keeps: hasPassword || phone || federated.length > 0 ? 'yes' : 'no' })}</p>
      </div>
      {hasPassword && <PasswordForm operation={reauthenticating} />}
      {choosing && federated.length > 0 && (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          {federated.map((method) => (
            <Button
              key={method.id}
              variant="alt"
              busy={reauthenticating.busy}
              onClick={() => void reauthenticating.run(() => reauthenticate({ provider: method.id }))}
            >
              {t('confirm.with', { provider: methodName(method, account, words) })}
            </Button>
          ))}
        </div>
      )}
      {choosing && phone && (
        <PhoneCode
          to={phone}
          confirm={(verificationId, code) => reauthenticate({ verificationId, code })}
          onDone={retry}
        />
      )}
      {!hasPassword && <OperationProblem operation={reauthenticating} />}
      {choosing && (
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <SignInAgain />
          <Button variant="alt" onClick={operation.clear}>
            {t('confirm.leave')}
          </Button>
        </div>
      )}
    </div>
  )
}

function PasswordForm({ operation }: { operation: Operation }) {
  const t = useTranslations('account')
  return (
    <OperationForm
      operation={operation}
      keepsFocus
      fields={{ current: passwordProblem }}
      submit={t('confirm.withPassword')}
      action={({ current }) => reauthenticate({ password: current })}
    >
      <Field
        label={t('confirm.password')}
        type="password"
        autoComplete="current-password"
        {...operation.inputOf('current')}
        className="max-w-88"
      />
    </OperationForm>
  )
}
