'use client'
import type { UserCredential } from 'firebase/auth'
import { useLocale, useTranslations } from 'next-intl'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { fieldClass } from '@/components/ui/field'
import { latinDigitsOf, findCode, codeProblem, type ProblemText, wordsOf } from '@/lib/browser/account-rules'
import { errorCodeOf } from '@/lib/browser/sdk-error'
import {
  type Factor,
  factorAction,
  factorProblem,
  type FactorProblem,
  numberOrUnknown,
} from '@/lib/browser/second-factor'
import type { SecondFactorChallenge } from '@/lib/browser/second-factor-challenge'
import { limits } from '@/lib/site'
import { Busy } from '@/components/ui/busy'

type SecondStepProps = {
  challenge: SecondFactorChallenge
  onDone: (credential: UserCredential) => void
  cancel: { name: string; press: () => void }
  /** 2: a page of its own, which also sets the document title. */
  level?: 2 | 4
}

const problemOf = (cause: unknown, action: 'send' | 'confirm') =>
  factorProblem(errorCodeOf(cause).replace('auth/', ''), action, cause instanceof Error ? cause.message : '')

export function SecondStep({ challenge, onDone, cancel, level = 2 }: SecondStepProps) {
  const t = useTranslations('identity')
  const locale = useLocale()
  const { factors } = challenge
  const [first = null, ...others] = factors
  const [chosen, setChosen] = useState<Factor | null>(others.length === 0 ? first : null)
  if (chosen) {
    return (
      <CodeStep
        key={chosen.id}
        challenge={challenge}
        factor={chosen}
        onDone={onDone}
        cancel={cancel}
        level={level}
        otherWay={others.length > 0 ? () => setChosen(null) : undefined}
      />
    )
  }
  return (
    <Step title={t('secondStep.title')} level={level}>
      <p className="text-muted">{t('secondStep.choose')}</p>
      <ul className="grid gap-3">
        {factors.map((factor) => (
          <li key={factor.id}>
            <Button variant="alt" wide onClick={() => setChosen(factor)}>
              {factorAction(factor, t, locale)}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="alt" onClick={cancel.press}>
          {cancel.name}
        </Button>
      </div>
    </Step>
  )
}

type StepProps = { title: string; level: 2 | 4; children: ReactNode }

function Step({ title, level, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = level === 2 ? 'h2' : 'h4'
  useEffect(() => {
    heading.current?.focus()
    if (level !== 2) return
    const previousTitle = document.title
    const [, ...rest] = previousTitle.split(' · ')
    document.title = [title, ...rest].join(' · ')
    return () => {
      document.title = previousTitle
    }
  }, [title, level])
  return (
    <div className="grid max-w-104 gap-4">
      <Heading ref={heading} tabIndex={-1} className={`w-fit wrap-anywhere ${level === 2 ? 'text-2xl' : 'text-lg'}`}>
        {title}
      </Heading>
      {children}
    </div>
  )
}

type CodeStepProps = Omit<SecondStepProps, 'level'> & { level: 2 | 4; factor: Factor; otherWay?: () => void }

export function useProblemWords(): (text: ProblemText) => string {
  const t = useTranslations('identity')
  const locale = useLocale()
  return (text) => wordsOf(text, t, locale)
}

function useCode({ challenge, factor, onDone }: Pick<CodeStepProps, 'challenge' | 'factor' | 'onDone'>) {
  const isTextMessage = factor.kind === 'phone'
  const [code, setCode] = useState('')
  const [times, setTimes] = useState(0)
  const [busy, setBusy] = useState<'send' | 'confirm' | null>(null)
  const [problem, setProblem] = useState<FactorProblem | null>(null)
  const [isReplacement, setReplacement] = useState(false)
  const captcha = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isUnmounted = useRef(false)
  const isBusy = useRef(false)

  async function run(action: 'send' | 'confirm', call: () => Promise<unknown>): Promise<FactorProblem | null> {
    isBusy.current = true
    setBusy(action)
    try {
      await call()
      return null
    } catch (cause) {
      return problemOf(cause, action)
    } finally {
      isBusy.current = false
      setBusy(null)
    }
  }

  async function send(replacesExpired = false) {
    const container = captcha.current
    if (!container || isBusy.current) return
    if (!replacesExpired) setProblem(null)
    const sendProblem = await run('send', () => challenge.send(factor, container))
    setReplacement(replacesExpired)
    setProblem(sendProblem)
    if (!sendProblem) setTimes((before) => before + 1)
  }

  async function confirm() {
    if (isBusy.current) return
    setReplacement(false)
    const invalid = codeProblem(code)
    setProblem(invalid ? { text: invalid } : null)
    if (invalid) return
    const confirmProblem = await run('confirm', async () => {
      const credential = await challenge.confirm(factor, code)
      if (!isUnmounted.current) onDone(credential)
    })
    if (isUnmounted.current || !confirmProblem) return
    setProblem(confirmProblem)
    if (confirmProblem.expired && isTextMessage) {
      setCode('')
      await send(true)
    }
  }

  useEffect(() => {
    isUnmounted.current = false
    if (isTextMessage) void send()
    return () => {
      isUnmounted.current = true
    }
    // The first code is sent once, on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => field.current?.focus(), [times])
  useEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])

  function type(text: string) {
    setCode(text)
    setProblem(null)
  }
  return { code, setCode, type, times, busy, problem, isReplacement, captcha, field, send, confirm }
}

function CodeStep({ challenge, factor, onDone, cancel, level, otherWay }: CodeStepProps) {
  const state = useCode({ challenge, factor, onDone })
  const { captcha, times, busy, problem, isReplacement, send } = state
  const isTextMessage = factor.kind === 'phone'
  const t = useTranslations('identity')
  const number = numberOrUnknown(factor.phone, useLocale())
  const problemWords = useProblemWords()
  const isReady = !isTextMessage || times > 0
  const id = useId()
  if (problem?.needsSignIn) {
    return (
      <Step title={t('secondStep.signInAgainTitle')} level={level}>
        <p role="alert">{problemWords(problem.text)}</p>
        <div>
          <Button onClick={cancel.press}>{t('secondStep.startAgain')}</Button>
        </div>
      </Step>
    )
  }
  return (
    <Step title={t(isTextMessage ? 'secondStep.codeFromMessage' : 'secondStep.codeFromApp')} level={level}>
      <div ref={captcha} className="empty:hidden" />
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void (isReady ? state.confirm() : send())
        }}
      >
        {!isTextMessage && <p id={`${id}-hint`}>{t('secondStep.appHint')}</p>}
        {isTextMessage && isReady && (
          <p role="status" key={times} id={`${id}-hint`}>
            {isReplacement ? t('secondStep.expiredNewSent') : t('secondStep.texted', { number })}
          </p>
        )}
        <div>
          {isReady && <CodeField id={id} state={state} />}
          {/* Always rendered, so that errors are announced and nothing moves. */}
          <div role="alert" className="min-h-7 pt-1.5 text-sm font-semibold text-danger">
            {problem && <p id={`${id}-error`}>{problemWords(problem.text)}</p>}
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="alt" onClick={cancel.press}>
            {cancel.name}
          </Button>
          {(isReady || busy !== 'send') && (
            <Button type="submit" busy={busy !== null}>
              {isReady ? t('secondStep.continue') : t('secondStep.textCode', { number })}
            </Button>
          )}
        </div>
        {busy === 'confirm' && <Busy>{t('secondStep.oneMoment')}</Busy>}
        {busy === 'send' && <Busy>{t('secondStep.texting', { number })}</Busy>}
        {isTextMessage && isReady && (
          <div className="flex flex-wrap gap-3">
            <SendAnotherCode key={times} busy={busy === 'send'} onSend={() => void send()} />
          </div>
        )}
        {otherWay && (
          <button
            type="button"
            onClick={otherWay}
            className="link min-h-11 cursor-pointer justify-self-start text-start font-semibold"
          >
            {t('secondStep.otherWay')}
          </button>
        )}
      </form>
    </Step>
  )
}

function CodeField({ id, state }: { id: string; state: ReturnType<typeof useCode> }) {
  const t = useTranslations('identity')
  const { code, field, problem } = state
  function paste(event: ClipboardEvent) {
    const pasted = findCode(event.clipboardData.getData('text'))
    if (pasted === null) return
    event.preventDefault()
    state.setCode(pasted)
  }
  return (
    <>
      <label htmlFor={id} className="block pb-1 text-sm font-semibold">
        {t('secondStep.codeLabel')}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        pattern="[0-9]*"
        aria-required
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint ${problem ? `${id}-error` : ''}`.trim()}
        value={code}
        onPaste={paste}
        onChange={({ target }) => state.type(latinDigitsOf(target.value))}
        className={fieldClass(problem ? 'invalid' : undefined)}
      />
    </>
  )
}

export function SendAnotherCode({ busy, onSend }: { busy: boolean; onSend: () => void }) {
  const t = useTranslations('identity')
  const id = useId()
  const [isWaiting, setIsWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsWaiting(false), limits.resendWaitSeconds * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Button
        variant="alt"
        busy={busy}
        aria-disabled={isWaiting || undefined}
        aria-describedby={isWaiting ? id : undefined}
        onClick={() => isWaiting || onSend()}
      >
        {t('secondStep.sendAnother')}
      </Button>
      <div className="basis-full text-sm text-muted">
        {isWaiting && <p id={id}>{t('resendSoon')}</p>}
        <p role="status">{isWaiting ? '' : t('resendNow')}</p>
      </div>
    </>
  )
}
