'use client'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { changeName } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { nameProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { limits } from '@/lib/site'
import { OperationForm } from './operation-form'
import { useOperation } from './use-operation'

type ChangeNameProps = { name: string | null; changed: (person: Person) => void; keep: () => void }

export function ChangeName({ name, changed, keep }: ChangeNameProps) {
  const [typed, setTyped] = useState(name ?? '')
  const operation = useOperation(changed)
  return (
    <OperationForm
      operation={operation}
      fields={['name']}
      submit="Save name"
      send={() => void operation.run(() => changeName(typed), fieldProblem('name', nameProblem(typed)))}
      keep={{ name: 'Keep my name', press: keep }}
    >
      <Field
        label="Name"
        autoComplete="name"
        maxLength={limits.nameLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={operation.errorOf('name')}
        className="max-w-88"
      />
    </OperationForm>
  )
}
