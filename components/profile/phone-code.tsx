'use client'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { sendCode, type AccountResult } from '@/lib/browser/account-change'
import { fieldProblem, notLoaded } from '@/lib/browser/account-problem'
import { codeProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { isolate } from '@/lib/locales'
import { SendAnotherCode } from '@/components/session/second-step'
import { useAccountWords } from './words'
import {
  OperationForm,
  type OperationFormProps,
  OperationProblem,
  useOperation,
  ReauthenticateContext,
} from './operation'

type PhoneCodeProps = {
  to?: string
  sendTo?: typeof sendCode
  confirm: (verificationId: string, code: string) => Promise<AccountResult>
  onDone: (person: Person) => void
  cancel?: { name: string; press: () => void }
}

type Sent = { id: string; to: string; times: number }

/** The number and the code that was sent there. */
function usePhoneCode({ to, sendTo = sendCode, onDone }: PhoneCodeProps) {
  const [number, setNumber] = useState(to ?? '')
  const [sent, setSent] = useState<Sent | null>(null)
  const captcha = useRef<HTMLDivElement>(null)
  const confirming = useOperation(onDone)
  // An expired code needs the number again.
  const isCodeExpired = confirming.problem?.field === 'phone'
  const sending = useOperation(() => undefined)

  function showSent(id: string, number: string) {
    confirming.clear()
    setSent((before) => ({ id, to: number, times: (before?.times ?? 0) + 1 }))
  }

  async function send(): Promise<AccountResult> {
    const box = captcha.current
    const phone = await import('@/lib/browser/phone-number').catch(() => null)
    if (!phone) return { problem: notLoaded }
    const e164 = phone.e164Of(number)
    if (!box || !e164) return { problem: fieldProblem('phone', phone.phoneProblem(number)) }
    return sendTo(e164, box, (id) => showSent(id, e164))
  }

  function sendAgain() {
    confirming.clear()
    void sending.run(send)
  }

  function changeNumber() {
    confirming.clear()
    sending.clear()
    setSent(null)
  }

  return {
    number,
    setNumber,
    sent: isCodeExpired ? null : sent,
    captcha,
    confirming,
    sending,
    send,
    sendAgain,
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
      {sent ? <SentCode {...props} state={state} sent={sent} /> : <NumberForm {...props} state={state} />}
      <ReauthenticateContext value={null}>{sent && <OperationProblem operation={sending} />}</ReauthenticateContext>
    </div>
  )
}

function NumberForm({ state: { sendingForm, number, setNumber, numberError, send }, to, cancel }: FormProps) {
  const { t, locale } = useAccountWords()
  return (
    <OperationForm
      operation={sendingForm}
      fields={to ? {} : { phone: null }}
      submit={to ? t('phone.sendTo', { number: isolate(to, locale) }) : t('phone.send')}
      action={send}
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

function SentCode({ state, sent, to, confirm, cancel }: FormProps & { sent: Sent }) {
  const { t, locale } = useAccountWords()
  const { sending, confirming, sendAgain, changeNumber } = state
  const { id, times } = sent
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (times > 1) field.current?.focus()
  }, [times])
  return (
    <CodeForm
      ref={field}
      operation={confirming}
      confirm={(code) => confirm(id, code)}
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
          <SendAnotherCode key={times} busy={sending.busy} onSend={sendAgain} />
        </>
      }
    >
      <p role="status" key={times}>
        {t('phone.sent', { number: isolate(sent.to, locale) })}
      </p>
    </CodeForm>
  )
}

type CodeFormProps = Omit<OperationFormProps, 'fields' | 'submit' | 'action'> & {
  confirm: (code: string) => Promise<AccountResult>
  hint?: string
  ref?: Ref<HTMLInputElement>
}

/** Asks for the code of a text message or an authenticator app. */
export function CodeForm({ confirm, hint, ref, children, ...form }: CodeFormProps) {
  const { t } = useAccountWords()
  return (
    <OperationForm
      {...form}
      fields={{ code: codeProblem }}
      submit={t('app.confirm')}
      action={({ code }) => confirm(code)}
    >
      {children}
      <Field
        ref={ref}
        label={t('app.codeLabel')}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.operation.inputOf('code')}
        className={hint ? 'max-w-88' : 'max-w-44'}
      />
    </OperationForm>
  )
}
