'use client'
import { useLocale, useTranslations } from 'next-intl'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { SecondStep, useProblemWords } from '@/components/session/second-step'
import { signOut } from '@/components/session/session'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { signInAddress } from '@/lib/browser/account'
import { sendVerificationEmail, type AccountResult } from '@/lib/browser/account-change'
import { type AccountField, type AccountProblem, fieldProblem } from '@/lib/browser/account-problem'
import type { IdentitySentence } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { localPath } from '@/lib/locales'
import { Confirm } from './confirm'

type Action = () => Promise<AccountResult>

export type Operation = ReturnType<typeof useOperation>

export function useOperation(done: (person: Person) => void) {
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AccountProblem | null>(null)
  const isRunning = useRef(false)
  const lastAction = useRef<Action | null>(null)

  /** Ignores repeated presses. A known `refusal` is shown without a request. */
  async function run(action: Action, refusal: AccountProblem | null = null) {
    if (isRunning.current) return
    if (refusal) return setProblem({ ...refusal })
    isRunning.current = true
    lastAction.current = action
    setBusy(true)
    setProblem(null)
    const outcome = await action()
    isRunning.current = false
    setBusy(false)
    if ('done' in outcome) done(outcome.done)
    else setProblem(outcome.problem)
  }

  const errorOf = (field: AccountField) => (problem?.field === field ? words(problem.text) : undefined)

  return {
    busy,
    problem,
    run,
    retry: async () => {
      if (lastAction.current) await run(lastAction.current)
    },
    clear: () => setProblem(null),
    errorOf,
    inputOf: (field: AccountField) => ({ name: field, error: errorOf(field) }),
  }
}

/** Renders the form for a fresh sign-in. Without it, the user signs in on the sign-in page. */
export const ReauthenticateContext = createContext<((operation: Operation) => ReactNode) | null>(null)

/** The fields that show their own error, with what judges each; null if the action does. */
type FormFields = Partial<Record<AccountField, ((text: string) => IdentitySentence | null) | null>>

export type OperationFormProps = {
  operation: Operation
  fields: FormFields
  submit: string
  action: (values: Record<AccountField, string>) => Promise<AccountResult>
  cancel?: { name: string; press: () => void }
  extraActions?: ReactNode
  /** Does not focus on mount. */
  keepsFocus?: boolean
  children?: ReactNode
}

function firstProblem(fields: FormFields, values: Record<AccountField, string>): AccountProblem | null {
  for (const [name, check] of Object.entries(fields) as [AccountField, FormFields[AccountField]][]) {
    const problem = fieldProblem(name, check?.(values[name]) ?? null)
    if (problem) return problem
  }
  return null
}

const firstField = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('input:not([hidden])')

export function OperationForm(props: OperationFormProps) {
  const { operation, fields, submit, action, cancel, extraActions, keepsFocus, children } = props
  const t = useTranslations('profile')
  const canReauthenticate = useContext(ReauthenticateContext) !== null
  const form = useRef<HTMLFormElement>(null)
  const { problem, busy } = operation
  // Hidden, to preserve typed values.
  const isReauthenticating =
    problem?.secondFactor !== undefined || (problem?.needsRecentSignIn === true && canReauthenticate)
  useEffect(() => {
    if (!keepsFocus && !isReauthenticating) firstField(form.current)?.focus()
  }, [keepsFocus, isReauthenticating])
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])
  useWindowEvent('keydown', ({ key, isComposing, target }) => {
    if (key === 'Escape' && !isComposing && !busy && target instanceof Node && form.current?.contains(target))
      cancel?.press()
  })
  return (
    <>
      <form
        ref={form}
        noValidate
        hidden={isReauthenticating}
        className={isReauthenticating ? undefined : 'grid max-w-184 gap-4'}
        onSubmit={(event) => {
          event.preventDefault()
          const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<AccountField, string>
          void operation.run(() => action(values), firstProblem(fields, values))
        }}
      >
        {children}
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Button type="submit" busy={busy}>
            {submit}
          </Button>
          {cancel && (
            <Button variant="alt" aria-disabled={busy || undefined} onClick={() => busy || cancel.press()}>
              {cancel.name}
            </Button>
          )}
          {extraActions}
        </div>
        {busy && <Busy>{t('oneMoment')}</Busy>}
      </form>
      <OperationProblem operation={operation} fields={Object.keys(fields)} />
    </>
  )
}

type OperationProblemProps = {
  operation: Operation
  /** Fields that show their own error. */
  fields?: readonly string[]
}

export function OperationProblem({ operation, fields }: OperationProblemProps) {
  const t = useTranslations('account')
  const words = useProblemWords()
  const reauthenticate = useContext(ReauthenticateContext)
  const { problem } = operation
  if (!problem) return null
  const { secondFactor } = problem
  if (secondFactor) {
    return (
      <SecondStep
        challenge={secondFactor.challenge}
        onDone={() => void operation.run(secondFactor.resume)}
        cancel={{ name: t('confirm.leave'), press: operation.clear }}
        level={4}
      />
    )
  }
  if (problem.needsRecentSignIn && reauthenticate) return reauthenticate(operation)
  if (problem.field && fields?.includes(problem.field)) {
    return (
      <p role="alert" className="sr-only">
        {words(problem.text)}
      </p>
    )
  }
  return (
    <Notice kind="bad" live="alert" title={words(problem.title)}>
      <p>{words(problem.text)}</p>
      {problem.needsVerifiedEmail && <MailVerification />}
      {(problem.isSessionEnded || problem.needsRecentSignIn) && (
        <div className="mt-4">
          <SignInAgain />
        </div>
      )}
    </Notice>
  )
}

type ConfirmedOperationProps = {
  title: string
  yes: string
  no: string
  action: Action
  onDone: (person: Person) => void
  onCancel: () => void
  children: string
}

/** Runs an operation after a second press. */
export function ConfirmedOperation({ action, onDone, children, ...question }: ConfirmedOperationProps) {
  const operation = useOperation(onDone)
  const { problem, busy } = operation
  return (
    <>
      {!problem?.needsRecentSignIn && !problem?.secondFactor && (
        <Confirm {...question} busy={busy} onConfirm={() => void operation.run(action)}>
          <p>{children}</p>
        </Confirm>
      )}
      <OperationProblem operation={operation} />
    </>
  )
}

export function MailVerification({ cancel }: { cancel?: { name: string; press: () => void } }) {
  const t = useTranslations('account')
  const words = useProblemWords()
  const [sent, setSent] = useState(false)
  const operation = useOperation(() => setSent(true))
  const { problem, busy } = operation
  return (
    <div className="grid gap-4">
      <div role="status">{sent && <p>{t('mail.sent')}</p>}</div>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button
          variant={sent ? 'alt' : 'primary'}
          busy={busy}
          onClick={() => void operation.run(sendVerificationEmail)}
        >
          {t(sent ? 'mail.again' : 'mail.send')}
        </Button>
        {cancel && (
          <Button variant="alt" onClick={cancel.press}>
            {cancel.name}
          </Button>
        )}
      </div>
      <div role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problem && t('mail.problem', { title: words(problem.title), text: words(problem.text) })}
      </div>
    </div>
  )
}

/** Signs out first, because the sign-in page shows its form only to visitors. */
export function SignInAgain({ part }: { part?: string }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  async function go() {
    setBusy(true)
    await signOut().catch(() => undefined)
    location.assign(localPath(signInAddress(locale, part), locale))
  }
  return (
    <Button variant="alt" busy={busy} onClick={() => void go()}>
      {t('signInAgain')}
    </Button>
  )
}
