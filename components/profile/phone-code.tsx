'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { sendCode, type AccountResult } from '@/lib/browser/account-change'
import { fieldProblem, notLoaded } from '@/lib/browser/account-problem'
import { codeProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { SendAnotherCode } from '@/components/session/second-step'
import { type Operation, OperationForm, OperationProblem, useOperation, ReauthenticateContext } from './operation'

type PhoneCodeProps = {
  to?: string
  sendTo?: typeof sendCode
  confirm: (verificationId: string, code: string) => Promise<AccountResult>
  onDone: (person: Person) => void
  cancel?: { name: string; press: () => void }
}

export function PhoneCode({ to, sendTo = sendCode, confirm, onDone, cancel }: PhoneCodeProps) {
  const [number, setNumber] = useState(to ?? '')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<{ id: string; to: string; times: number } | null>(null)
  const [isChangingNumber, setChangingNumber] = useState(false)
  const captcha = useRef<HTMLDivElement>(null)
  const verification = useRef('')
  const e164 = useRef('')
  const confirming = useOperation(onDone)
  // An expired code needs the number again.
  const isCodeExpired = confirming.problem?.field === 'phone'
  const showsNumberForm = !sent || isCodeExpired || isChangingNumber
  const sending = useOperation(() => {
    confirming.clear()
    setChangingNumber(false)
    // After resending, the user may be typing the earlier code.
    if (showsNumberForm) setCode('')
    setSent((before) => ({
      id: verification.current,
      to: e164.current,
      times: (before?.times ?? 0) + 1,
    }))
  })

  function send() {
    const box = captcha.current
    if (!isCodeExpired) confirming.clear()
    void sending.run(async () => {
      const phone = await import('@/lib/browser/phone-number').catch(() => null)
      if (!phone) return { problem: notLoaded }
      e164.current = phone.e164Of(number) ?? ''
      if (!box || !e164.current) return { problem: fieldProblem('phone', phone.phoneProblem(number)) }
      return sendTo(e164.current, box, (id) => {
        verification.current = id
      })
    })
  }

  function changeNumber() {
    confirming.clear()
    sending.clear()
    setChangingNumber(true)
  }

  return (
    <div className="grid gap-4">
      <div ref={captcha} className="empty:hidden" />
      {showsNumberForm ? (
        <NumberForm
          key="number"
          to={to}
          // An expired code's error is shown beside the number.
          sending={isCodeExpired && !sending.problem ? { ...sending, problem: confirming.problem } : sending}
          number={number}
          onType={setNumber}
          error={sending.errorOf('phone') ?? confirming.errorOf('phone')}
          onSend={send}
          cancel={cancel}
        />
      ) : (
        <CodeForm
          key="code"
          sent={sent}
          sending={sending}
          confirming={confirming}
          code={code}
          onType={setCode}
          confirm={(typed) => confirm(sent.id, typed)}
          onResend={send}
          onChangeNumber={to ? undefined : changeNumber}
          cancel={cancel}
        />
      )}
      <ReauthenticateContext value={null}>
        {!showsNumberForm && <OperationProblem operation={sending} />}
      </ReauthenticateContext>
    </div>
  )
}

type NumberFormProps = Pick<PhoneCodeProps, 'to' | 'cancel'> & {
  sending: Operation
  number: string
  onType: (number: string) => void
  error: string | undefined
  onSend: () => void
}

function NumberForm({ to, sending, number, onType, error, onSend, cancel }: NumberFormProps) {
  return (
    <OperationForm
      operation={sending}
      fields={to ? [] : ['phone']}
      submit={to ? `Send a code to ${to}` : 'Send a code'}
      onSubmit={onSend}
      cancel={cancel}
    >
      {!to && (
        <Field
          label="Phone number"
          type="tel"
          autoComplete="tel"
          hint="With the country code, such as +44 7700 900123. We’ll never call. We’ll text you a code."
          value={number}
          onChange={({ target }) => onType(target.value)}
          error={error}
          className="max-w-88"
        />
      )}
    </OperationForm>
  )
}

type CodeFormProps = Pick<PhoneCodeProps, 'cancel'> & {
  sent: { to: string; times: number }
  sending: Operation
  confirming: Operation
  code: string
  onType: (code: string) => void
  confirm: (code: string) => Promise<AccountResult>
  onResend: () => void
  /** Goes back to the number, if it can change. */
  onChangeNumber: (() => void) | undefined
}

function CodeForm({
  sent,
  sending,
  confirming,
  code,
  onType,
  confirm,
  onResend,
  onChangeNumber,
  cancel,
}: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sent.times > 1) field.current?.focus()
  }, [sent.times])
  return (
    <OperationForm
      operation={confirming}
      fields={['code']}
      submit="Confirm the code"
      onSubmit={() => void confirming.run(() => confirm(code), fieldProblem('code', codeProblem(code)))}
      cancel={cancel}
      extraActions={
        <>
          {onChangeNumber && (
            <Button
              variant="alt"
              aria-disabled={sending.busy || undefined}
              onClick={() => sending.busy || onChangeNumber()}
            >
              Change the number
            </Button>
          )}
          <SendAnotherCode key={sent.times} busy={sending.busy} onSend={onResend} />
        </>
      }
    >
      <p role="status" key={sent.times}>
        {`We sent a text message with a code to ${sent.to}.`}
      </p>
      <Field
        ref={field}
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => onType(target.value)}
        error={confirming.errorOf('code')}
        className="max-w-44"
      />
    </OperationForm>
  )
}
