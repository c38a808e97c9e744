'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { syncPerson } from '@/components/session/session'
import { getSnapshot, type SignedIn } from '@/components/session/store'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { changeName } from '@/lib/browser/account-change'
import { nameProblem } from '@/lib/browser/account-rules'
import type { Person } from '@/lib/browser/identity'
import type { User } from '@/lib/contract/user'
import { limits } from '@/lib/site'
import { usePanel } from './confirm'
import { OperationForm, useOperation } from './operation'
import { Picture } from './picture'

export function NameAndPicture({ session }: { session: SignedIn }) {
  const t = useTranslations('account')
  const { uid, user, person } = session
  const name = person?.name ?? user?.name ?? null
  const address = person?.email ?? user?.email ?? person?.phone ?? user?.phone
  const { isOpen, open, close, button } = usePanel()
  const [message, setMessage] = useState<'changed' | 'outdated' | null>(null)
  useAddressUpdate(session)

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
                open()
              }}
            >
              {t('name.change')}
            </Button>
          )
        }
      >
        <p>
          {name && (
            <b className="block">
              <bdi>{name}</bdi>
            </b>
          )}
          {address && <bdi className="text-muted">{address}</bdi>}
        </p>
      </Picture>
      {isOpen && (
        <ChangeName
          name={name}
          onCancel={close}
          onChanged={(next) => {
            close()
            setMessage('changed')
            void syncRecordFromIdentity(next).then((recorded) => recorded || setMessage('outdated'))
          }}
        />
      )}
      {message && <Notice kind={message === 'outdated' ? 'warn' : 'ok'} live="status" text={t(`name.${message}`)} />}
    </div>
  )
}

/** Updates a stored address that was changed by an emailed link. */
function useAddressUpdate({ person, user }: SignedIn) {
  const isUpdated = useRef(false)
  useEffect(() => {
    if (!person || !user || isUpdated.current) return
    if (!isAddressOutdated(user, person)) return
    isUpdated.current = true
    void syncRecordFromIdentity(person)
  }, [person, user])
}

type ChangeNameProps = { name: string | null; onChanged: (person: Person) => void; onCancel: () => void }

function ChangeName({ name, onChanged, onCancel }: ChangeNameProps) {
  const t = useTranslations('account')
  const operation = useOperation(onChanged)
  return (
    <OperationForm
      operation={operation}
      fields={{ name: nameProblem }}
      submit={t('name.save')}
      action={(values) => changeName(values.name)}
      cancel={{ name: t('name.keep'), press: onCancel }}
    >
      <Field
        label={t('name.label')}
        autoComplete="name"
        maxLength={limits.nameLength}
        defaultValue={name ?? ''}
        {...operation.inputOf('name')}
        className="max-w-88"
      />
    </OperationForm>
  )
}

type PersonFields = Pick<User, 'name' | 'email' | 'phone'>

const isOutdated = (stored: string | null, now: string | null) => Boolean(now) && now !== stored

/** Whether the stored email or phone is older than the provider's. Names do not show which is newer. */
function isAddressOutdated(user: Omit<PersonFields, 'name'>, person: Pick<Person, 'email' | 'phone'>): boolean {
  // The provider stores addresses in lower case.
  return (
    isOutdated(user.email?.toLowerCase() ?? null, person.email?.toLowerCase() ?? null) ||
    isOutdated(user.phone, person.phone)
  )
}

export function isRecordOutdated(user: PersonFields, person: Pick<Person, keyof PersonFields>): boolean {
  // The server trims names.
  return isOutdated(user.name, person.name?.trim() ?? null) || isAddressOutdated(user, person)
}

/**
 * Saves a change that the provider does not announce.
 * @returns whether the stored record matches
 */
export async function syncRecordFromIdentity(person: Person): Promise<boolean> {
  if (!sessionOf(person)) return false
  await syncPerson(person, true)
  const now = sessionOf(person)
  return now !== null && now.user !== null && !isRecordOutdated(now.user, person)
}

function sessionOf({ uid }: Person): SignedIn | null {
  const now = getSnapshot()
  return now.state === 'in' && now.uid === uid ? now : null
}
