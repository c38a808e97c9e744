'use client'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { setPassword } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { emailProblem, newPasswordProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { NewPassword } from './new-password'
import { OperationForm } from './operation-form'
import { Prove } from './prove'
import { useOperation } from './use-operation'

type SetPasswordProps = { account: Account; added: (person: Person) => void; keep: () => void }

/** A password for an account that has none. It needs an address, which is asked for where there is none. */
export function SetPassword({ account, added, keep }: SetPasswordProps) {
  const [email, setEmail] = useState(account.email ?? '')
  const [next, setNext] = useState('')
  const operation = useOperation(added)
  const asksEmail = account.email === null
  return (
    <OperationForm
      operation={operation}
      proof={<Prove account={account} operation={operation} />}
      fields={asksEmail ? ['email', 'next'] : ['next']}
      submit="Save password"
      send={() =>
        void operation.run(
          () => setPassword(email, next),
          fieldProblem('email', emailProblem(email)) ?? fieldProblem('next', newPasswordProblem(next)),
        )
      }
      keep={{ name: 'Do not set a password', press: keep }}
    >
      {asksEmail ? (
        <Field
          label="E-mail address"
          hint="You sign in with it, and we can send you a new password."
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={operation.errorOf('email')}
          className="max-w-112"
        />
      ) : (
        <input type="text" autoComplete="username" value={email} readOnly hidden />
      )}
      <NewPassword value={next} change={setNext} error={operation.errorOf('next')} />
    </OperationForm>
  )
}
