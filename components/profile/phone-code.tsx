'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { sendCode, type AccountResult } from '@/lib/browser/account-change'
import { fieldProblem, notLoaded } from '@/lib/browser/account-problem'
import { codeProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { SendAnotherCode } from '@/components/session/second-step'
import { useAccountWords } from './words'
import { OperationForm, OperationProblem, useOperation, ReauthenticateContext } from './operation'

type PhoneCodeProps = {
  to?: string
  sendTo?: typeof sendCode
  confirm: (verificationId: string, code: string) => Promise<AccountResult>
  onDone: (person: Person) => void
  cancel?: { name: string; press: () => void }
}

/** The number and the code that was sent there. */
function usePhoneCode({ to, sendTo = sendCode, onDone }: PhoneCodeProps) {
  const [number, setNumber] = useState(to ?? '')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<{ id: string; to: string; times: number } | null>(null)
  const [isChangingNumber, setChangingNumber] = useState(false)
  const captcha = useRef<HTMLDivElement>(null)
  const verification = useRef({ id: '', to: '' })
  const confirming = useOperation(onDone)
  // An expired code needs the number again.
  const isCodeExpired = confirming.problem?.field === 'phone'
  const isAskingNumber = !sent || isCodeExpired || isChangingNumber
  const sending = useOperation(() => {
    confirming.clear()
    setChangingNumber(false)
    // After resending, the user may be typing the earlier code.
    if (isAskingNumber) setCode('')
    setSent((before) => ({ ...verification.current, times: (before?.times ?? 0) + 1 }))
  })

  function send() {
    const box = captcha.current
    if (!isCodeExpired) confirming.clear()
    void sending.run(async () => {
      const phone = await import('@/lib/browser/phone-number').catch(() => null)
      if (!phone) return { problem: notLoaded }
      const e164 = phone.e164Of(number)
      if (!box || !e164) return { problem: fieldProblem('phone', phone.phoneProblem(number)) }
      return sendTo(e164, box, (id) => {
        verification.current = { id, to: e164 }
      })
    })
  }

  function changeNumber() {
    confirming.clear()
    sending.clear()
    setChangingNumber(true)
  }

  return {
    number,
    setNumber,
    code,
    setCode,
    sent: isAskingNumber ? null : sent,
    captcha,
    confirming,
    sending,
    send,
    changeNumber,
    numberError: sending.errorOf('phone') ?? confirming.errorOf('phone'),
    // An expired code's error is shown beside the number.
    sendingForm: isCodeExpired && !sending.problem ? { ...sending, problem: confirming.problem } : sending,
  }
}

type FormProps = { state: ReturnType<typeof usePhoneCode> } & PhoneCodeProps

export function PhoneCode(props: PhoneCodeProps) {
  const state = usePhoneCode(props)
  const { captcha, sent, sending } = state
  return (
    <div className="grid gap-4">
      <div ref={captcha} className="empty:hidden" />
      {sent ? <CodeForm key="code" state={state} {...props} /> : <NumberForm key="number" state={state} {...props} />}
      <ReauthenticateContext value={null}>{sent && <OperationProblem operation={sending} />}</ReauthenticateContext>
    </div>
  )
}

function NumberForm({ state: { sendingForm, number, setNumber, numberError, send }, to, cancel }: FormProps) {
  const { t, locale } = useAccountWords()
  return (
    <OperationForm
      operation={sendingForm}
      fields={to ? [] : ['phone']}
      submit={to ? t('phone.sendTo', { number: isolate(to, locale) }) : t('phone.send')}
      onSubmit={send}
      cancel={cancel}
    >
      {!to && (
        <Field
          label={t('phone.label')}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          hint={t('phone.hint')}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          error={numberError}
          className="max-w-88"
        />
      )}
    </OperationForm>
  )
}

function CodeForm({ state, to, confirm, cancel }: FormProps) {
  const { t, locale } = useAccountWords()
  const { sending, confirming, code, setCode, send, changeNumber } = state
  const { id, times, to: sentTo } = state.sent ?? { id: '', times: 0, to: '' }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (times > 1) field.current?.focus()
  }, [times])
  return (
    <OperationForm
      operation={confirming}
      fields={['code']}
      submit={t('app.confirm')}
      onSubmit={() => void confirming.run(() => confirm(id, code), fieldProblem('code', codeProblem(code)))}
      cancel={cancel}
      extraActions={
        <>
          {!to && (
            <Button
              variant="alt"
              aria-disabled={sending.busy || undefined}
              onClick={() => sending.busy || changeNumber()}
            >
              {t('phone.change')}
            </Button>
          )}
          <SendAnotherCode key={times} busy={sending.busy} onSend={send} />
        </>
      }
    >
      <p role="status" key={times}>
        {t('phone.sent', { number: isolate(sentTo, locale) })}
      </p>
      <Field
        ref={field}
        label={t('app.codeLabel')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={confirming.errorOf('code')}
        className="max-w-44"
      />
    </OperationForm>
  )
}
