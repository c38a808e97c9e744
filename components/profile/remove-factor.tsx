'use client'
import type { Account } from '@/lib/browser/account'
import { removeFactor } from '@/lib/browser/account-factors'
import { factorName, type Factor } from '@/lib/browser/second-factor'
import { Confirm } from './confirm'
import { OperationProblem } from './operation-problem'
import { Prove } from './prove'
import { useOperation } from './use-operation'

type RemoveFactorProps = {
  account: Account
  factor: Factor
  others: readonly Factor[]
  removed: () => void
  signedOut: () => void
  keep: () => void
}

/** The second of two clicks that take a second step off the account. */
export function RemoveFactor({ account, factor, others, removed, signedOut, keep }: RemoveFactorProps) {
  const operation = useOperation(removed)
  const { problem } = operation
  return (
    <>
      {!problem?.recent && !problem?.second && (
        <Confirm
          title={`Remove this second step: ${factorName(factor)}?`}
          yes="Yes, remove it"
          no="Keep it"
          busy={operation.busy}
          confirm={() => void operation.run(() => removeFactor(factor.id, signedOut))}
          keep={keep}
        >
          <p>
            {others.length > 0
              ? `What stays: ${others.map(factorName).join(', ')}.`
              : 'Signing in then takes one step again. You can add a second step later.'}
          </p>
        </Confirm>
      )}
      <OperationProblem operation={operation} proof={<Prove account={account} operation={operation} />} />
    </>
  )
}
