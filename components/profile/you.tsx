'use client'
import { useEffect, useRef, useState } from 'react'
import type { SignedIn } from '@/components/session/store'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { changeName } from '@/lib/browser/account-change'
import { fieldProblem } from '@/lib/browser/account-problem'
import { nameProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import { limits } from '@/lib/site'
import { addressLags, announce } from './announce'
import { usePanel } from './confirm'
import { useMessage } from './message'
import { OperationForm, useOperation } from './operation'
import { Picture } from './picture'

const unrecorded =
  'You’ve changed your name, but we couldn’t update our record just now. Please save it again in a moment.'

export function You({ session }: { session: SignedIn }) {
  const { uid, user, person } = session
  const name = person?.name ?? user?.name ?? null
  const address = person?.email ?? user?.email ?? person?.phone ?? user?.phone
  const { isOpen, open, close, button } = usePanel()
  const [message, setMessage] = useMessage<string>()
  // Stays until the user acts.
  const [behind, setBehind] = useState(false)
  useFollow(session)

  return (
    <div className="grid gap-5">
      <Picture
        uid={uid}
        name={name ?? address}
        also={
          !isOpen && (
            <Button
              ref={button}
              variant="alt"
              onClick={() => {
                setMessage(null)
                setBehind(false)
                open()
              }}
            >
              Change name
            </Button>
          )
        }
      >
        <p>
          {name && <b className="block">{name}</b>}
          {address && <span className="text-muted">{address}</span>}
        </p>
      </Picture>
      {isOpen && (
        <ChangeName
          name={name}
          keep={close}
          changed={(next) => {
            close()
            setMessage('You’ve changed your name.')
            void announce(next).then((recorded) => setBehind(!recorded))
          }}
        />
      )}
      {(behind || message) && (
        <Notice kind={behind ? 'warn' : 'ok'} live="status">
          <p>{behind ? unrecorded : message}</p>
        </Notice>
      )}
    </div>
  )
}

/** Updates a stored address that was changed by an emailed link. */
function useFollow({ person, user }: SignedIn) {
  const followed = useRef(false)
  useEffect(() => {
    if (!person || !user || followed.current) return
    if (!addressLags(user, person)) return
    followed.current = true
    void announce(person)
  }, [person, user])
}

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
