'use client'
import type { UserCredential } from 'firebase/auth'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { fieldClass } from '@/components/ui/field'
import { latinDigitsOf, findCode, codeProblem } from '@/lib/browser/account-rules'
import { errorCodeOf } from '@/lib/browser/sdk-error'
import { type Factor, factorAction, factorProblem, type FactorProblem, maskedNumber } from '@/lib/browser/second-factor'
import type { SecondFactorChallenge } from '@/lib/browser/second-factor-challenge'
import { sentences } from '@/lib/contract/sentences'
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
    <Step title="One more step" level={level}>
      <p className="text-muted">Your account asks for a second step. Choose one:</p>
      <ul className="grid gap-3">
        {factors.map((factor) => (
          <li key={factor.id}>
            <Button variant="alt" wide onClick={() => setChosen(factor)}>
              {factorAction(factor)}
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

function useCode({ challenge, factor, onDone }: Pick<CodeStepProps, 'challenge' | 'factor' | 'onDone'>) {
  const isTextMessage = factor.kind === 'phone'
  const [code, setCode] = useState('')
  const [times, setTimes] = useState(0)
  const [busy, setBusy] = useState<'send' | 'confirm' | null>(null)
  const [problem, setProblem] = useState<FactorProblem | null>(null)
  const [note, setNote] = useState('')
  const captcha = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const hasSentFirst = useRef(false)
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

  async function send(newNote = '') {
    const container = captcha.current
    if (!container || isBusy.current) return
    if (!newNote) setProblem(null)
    const sendProblem = await run('send', () => challenge.send(factor, container))
    setNote(sendProblem ? '' : newNote)
    setProblem(sendProblem)
    if (!sendProblem) setTimes((before) => before + 1)
  }

  async function confirm() {
    if (isBusy.current) return
    setNote('')
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
      await send('That code had expired, so we’ve texted you a new one.')
    }
  }

  useEffect(() => {
    isUnmounted.current = false
    if (isTextMessage && !hasSentFirst.current) {
      hasSentFirst.current = true
      void send()
    }
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
  return { code, setCode, type, times, busy, problem, note, captcha, field, send, confirm }
}

/** Asks for the code of a text message or an authenticator app. */
function CodeStep({ challenge, factor, onDone, cancel, level, otherWay }: CodeStepProps) {
  const state = useCode({ challenge, factor, onDone })
  const { captcha, times, busy, problem, note, send } = state
  const isTextMessage = factor.kind === 'phone'
  const to = maskedNumber(factor.phone) ?? 'your phone'
  const isReady = !isTextMessage || times > 0
  const id = useId()
  if (problem?.needsSignIn) {
    return (
      <Step title="Sign in again" level={level}>
        <p role="alert">{problem.text}</p>
        <div>
          <Button onClick={cancel.press}>Start again</Button>
        </div>
      </Step>
    )
  }
  return (
    <Step
      title={isTextMessage ? 'Enter the code from your text message' : 'Enter the code from your authenticator app'}
      level={level}
    >
      <div ref={captcha} className="empty:hidden" />
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void (isReady ? state.confirm() : send())
        }}
      >
        {!isTextMessage && <p id={`${id}-hint`}>Open the app and type the 6-digit code that it shows for this site.</p>}
        {isTextMessage && isReady && (
          <p role="status" key={times} id={`${id}-hint`}>
            {note || `We’ve texted a 6-digit code to ${to}.`}
          </p>
        )}
        <div>
          {isReady && <CodeField id={id} state={state} />}
          {/* Always rendered, so that errors are announced and nothing moves. */}
          <div role="alert" className="min-h-7 pt-1.5 text-sm font-semibold text-danger">
            {problem && <p id={`${id}-error`}>{problem.text}</p>}
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="alt" onClick={cancel.press}>
            {cancel.name}
          </Button>
          {(isReady || busy !== 'send') && (
            <Button type="submit" busy={busy !== null}>
              {isReady ? 'Continue' : `Text a code to ${to}`}
            </Button>
          )}
        </div>
        {busy === 'confirm' && <Busy>One moment.</Busy>}
        {busy === 'send' && <Busy>{`Texting a code to ${to}.`}</Busy>}
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
            Use another second step
          </button>
        )}
      </form>
    </Step>
  )
}

function CodeField({ id, state }: { id: string; state: ReturnType<typeof useCode> }) {
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
        6-digit code
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
        className={fieldClass(problem?.text)}
      />
    </>
  )
}

export function SendAnotherCode({ busy, onSend }: { busy: boolean; onSend: () => void }) {
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
        Send another code
      </Button>
      <div className="basis-full text-sm text-muted">
        {isWaiting && <p id={id}>{sentences.resendSoon}</p>}
        <p role="status">{isWaiting ? '' : sentences.resendNow}</p>
      </div>
    </>
  )
}
