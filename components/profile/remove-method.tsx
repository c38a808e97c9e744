'use client'
import type { Account, LinkedMethod } from '@/lib/browser/account'
import { removeMethod } from '@/lib/browser/account-change'
import { canAdd } from '@/lib/browser/account-methods'
import type { Person } from '@/lib/browser/identity'
import { Confirm } from './confirm'
import { OperationProblem } from './operation-problem'
import { Prove } from './prove'
import { useOperation } from './use-operation'

type RemoveMethodProps = {
  account: Account
  method: LinkedMethod
  removed: (person: Person) => void
  keep: () => void
}

/** The second of two clicks that take a way to sign in off the account. */
export function RemoveMethod({ account, method, removed, keep }: RemoveMethodProps) {
  const operation = useOperation(removed)
  const { methods, offered } = account
  const isOpen = (id: string) => offered.some((one) => one.id === id)
  const others = methods.filter(({ id }) => id !== method.id && isOpen(id)).map(({ name }) => name)
  return (
    <>
      {!operation.problem?.recent && !operation.problem?.second && (
        <Confirm
          title={`Remove ${method.name} from your account?`}
          yes={`Yes, remove ${method.name}`}
          no={`Keep ${method.name}`}
          busy={operation.busy}
          confirm={() => void operation.run(() => removeMethod(method.id))}
          keep={keep}
        >
          <p>
            {[
              'You can no longer sign in with it then.',
              others.length > 0 ? `What stays: ${others.join(', ')}.` : '',
              canAdd(account, method.id) ? 'You can add it again later.' : '',
            ].join(' ')}
          </p>
        </Confirm>
      )}
      <OperationProblem operation={operation} proof={<Prove account={account} operation={operation} />} />
    </>
  )
}
