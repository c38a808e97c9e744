'use client'
import { useEffect, useRef, type ReactNode } from 'react'
import { Busy } from '@/components/session/busy'
import { Button } from '@/components/ui/button'
import type { AccountField } from '@/lib/browser/account-problem'
import { OperationProblem } from './operation-problem'
import type { Operation } from './use-operation'

type OperationFormProps = {
  operation: Operation
  /** Fields that say themselves what is wrong with them. */
  fields: readonly AccountField[]
  submit: string
  send: () => void
  /** The button that closes the form again; Escape does the same. */
  keep?: { name: string; press: () => void }
  /** Beside the buttons. */
  also?: ReactNode
  /** Takes the form's place while the provider wants a fresh sign-in; what was typed stays in the form. */
  proof?: ReactNode
  /** The form does not take the focus when it appears. */
  quiet?: boolean
  children?: ReactNode
}

const firstField = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('input:not([hidden])')

/** A form that changes the account: what was typed wrong takes the focus, and a fresh sign-in is asked for in place. */
export function OperationForm(props: OperationFormProps) {
  const { operation, fields, submit, send, keep, also, proof, quiet, children } = props
  const form = useRef<HTMLFormElement>(null)
  const { problem, busy } = operation
  const proving = problem?.second !== undefined || (problem?.recent === true && proof !== undefined)
  useEffect(() => {
    // Whoever opened the form goes on in it; so does whoever leaves the proof as it is.
    if (!quiet && !proving) firstField(form.current)?.focus()
  }, [quiet, proving])
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])
  useEffect(() => {
    const element = form.current
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && !busy && keep?.press()
    element?.addEventListener('keydown', leave)
    return () => element?.removeEventListener('keydown', leave)
  }, [busy, keep])
  return (
    <>
      <form
        ref={form}
        noValidate
        hidden={proving}
        className={proving ? undefined : 'grid max-w-184 gap-4'}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) send()
        }}
      >
        {children}
        <div className="flex flex-wrap gap-x-6 gap-y-4">
          <Button type="submit" busy={busy}>
            {submit}
          </Button>
          {keep && (
            <Button variant="alt" aria-disabled={busy || undefined} onClick={() => busy || keep.press()}>
              {keep.name}
            </Button>
          )}
          {also}
        </div>
        {busy && <Busy>One moment.</Busy>}
      </form>
      <OperationProblem operation={operation} fields={fields} proof={proof} />
    </>
  )
}
