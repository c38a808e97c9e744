'use client'
import type { ReactNode } from 'react'
import { SecondStep } from '@/components/session/second-step'
import { Notice } from '@/components/ui/notice'
import type { AccountField } from '@/lib/browser/account-problem'
import { MailVerification } from './mail-verification'
import { SignInAgain } from './sign-in-again'
import type { Operation } from './use-operation'

type OperationProblemProps = {
  operation: Operation
  /** Fields that say their own part; here it is only spoken. */
  fields?: readonly AccountField[]
  /** Asks for a fresh sign-in where that can be done in place. */
  proof?: ReactNode
}

const none: readonly AccountField[] = []

/** What came of a change that was not made, and the way on where there is one. */
export function OperationProblem({ operation, fields = none, proof }: OperationProblemProps) {
  const { problem } = operation
  if (!problem) return null
  const { second } = problem
  if (second) {
    return (
      <SecondStep
        challenge={second.challenge}
        done={() => void operation.run(second.go)}
        cancel={{ name: 'Leave it as it is', press: operation.clear }}
        level={4}
      />
    )
  }
  if (problem.recent && proof) return proof
  if (problem.field && fields.includes(problem.field)) {
    return (
      <p role="alert" className="sr-only">
        {problem.text}
      </p>
    )
  }
  return (
    <Notice kind="bad" live="alert" title={problem.title}>
      <p>{problem.text}</p>
      {problem.unverified && <MailVerification />}
      {(problem.ended || problem.recent) && (
        <div className="mt-4">
          <SignInAgain />
        </div>
      )}
    </Notice>
  )
}
