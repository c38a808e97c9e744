'use client'
import { useRef, useState } from 'react'
import type { Outcome } from '@/lib/browser/account-change'
import type { AccountField, AccountProblem } from '@/lib/browser/account-problem'
import type { Person } from '@/lib/browser/identity'

type Run = () => Promise<Outcome>

export type Operation = {
  busy: boolean
  problem: AccountProblem | null
  /** Does it, once however often it is pressed; a refusal known beforehand is shown, and nothing is sent. */
  run: (action: Run, refusal?: AccountProblem | null) => Promise<void>
  /** Does the last one again, with all that was typed for it. */
  again: () => Promise<void>
  clear: () => void
  /** What is wrong with a field, for the field itself. */
  errorOf: (field: AccountField) => string | undefined
}

/** One change of the account at a time, and what came of it. */
export function useOperation(done: (person: Person) => void): Operation {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AccountProblem | null>(null)
  const underWay = useRef(false)
  const last = useRef<Run | null>(null)

  async function run(action: Run, refusal: AccountProblem | null = null) {
    if (underWay.current) return
    if (refusal) return setProblem({ ...refusal })
    underWay.current = true
    last.current = action
    setBusy(true)
    setProblem(null)
    const outcome = await action()
    underWay.current = false
    setBusy(false)
    if ('done' in outcome) done(outcome.done)
    else setProblem(outcome.problem)
  }

  return {
    busy,
    problem,
    run,
    again: async () => {
      if (last.current) await run(last.current)
    },
    clear: () => setProblem(null),
    errorOf: (field) => (problem?.field === field ? problem.text : undefined),
  }
}
