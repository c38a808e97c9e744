'use client'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import type { Account } from '@/lib/browser/account'
import { changeEmail } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { addressIn, emailProblem } from '@/lib/browser/account-rules'
import { OperationForm } from './operation-form'
import { Prove } from './prove'
import { useOperation } from './use-operation'

type ChangeEmailProps = { account: Account; sent: (said: string) => void; keep: () => void }

/** An address that is the account's own already would be called somebody else's, or get a link that changes nothing. */
const ownAddress = (typed: string, { email }: Account) =>
  email !== null && addressIn(typed).toLowerCase() === email.toLowerCase() ? 'This is your address already.' : null

/** A link goes to the new address; until it is opened nothing changes. The same is said of every address. */
export function ChangeEmail({ account, sent, keep }: ChangeEmailProps) {
  const [typed, setTyped] = useState('')
  const operation = useOperation(() =>
    sent(
      `If ${addressIn(typed)} can be used, a link is on its way there. Your address changes when you open it; then you ` +
        'sign in with the new one. Until then everything stays as it is.',
    ),
  )
  return (
    <OperationForm
      operation={operation}
      proof={<Prove account={account} operation={operation} />}
      fields={['email']}
      submit="Send the link"
      send={() =>
        void operation.run(
          () => changeEmail(typed),
          fieldProblem('email', emailProblem(typed) ?? ownAddress(typed, account)),
        )
      }
      keep={{ name: 'Keep my address', press: keep }}
    >
      <Field
        label="New e-mail address"
        hint="We send a link to it, which you open to make the change."
        type="email"
        autoComplete="email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={operation.errorOf('email')}
        className="max-w-112"
      />
    </OperationForm>
  )
}
