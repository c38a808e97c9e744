'use client'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Account } from '@/lib/browser/account'
import type { AccountResult } from '@/lib/browser/account-change'
import type { Person } from '@/lib/browser/identity'
import { type Operation, OperationProblem, ReauthenticateContext, useOperation } from './operation'
import { Reauthenticate } from './reauthenticate'

type AccountRows = {
  account: Account
  /** Reads the account again. Null if that fails. */
  reload: () => Promise<Account | null>
  /** Shows a message above the rows, because the row of the change may go. */
  announce: (message: string) => void
  /** Called after a way to sign in was added or removed. */
  onMethodsChanged: (person: Person, message: string) => void
}

export const AccountRowsContext = createContext<AccountRows | null>(null)

export function useAccountRows(): AccountRows {
  const rows = useContext(AccountRowsContext)
  if (!rows) throw new Error('a row needs an account')
  return rows
}

/** Closes the form with a message in the row, with null if it shows elsewhere, or focuses the button. */
export type Close = (message?: string | null) => void

/** Opens a form, or acts at once; a row has one such action at most. */
export type RowAction = { id: string; name: string } & (
  { open: (close: Close) => ReactNode } | { press: () => Promise<AccountResult>; done: (person: Person) => void }
)

type SettingRowProps = { title: string; value: ReactNode; actions: RowAction[] }

export function SettingRow({ title, value, actions }: SettingRowProps) {
  const { account } = useAccountRows()
  const [opened, setOpened] = useState<string | null>(null)
  const [back, setBack] = useState<{ to: string } | null>(null)
  const [message, setMessage] = useState<{ text: string } | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const pressAction = actions.find((each) => 'press' in each)
  const operation = useOperation((person) => pressAction?.done(person))
  useEffect(() => {
    if (back) box.current?.querySelector<HTMLElement>(`[data-action="${back.to}"]`)?.focus()
  }, [back])

  const action = actions.find(({ id }) => id === opened)
  const close: Close = (text) => {
    if (typeof text === 'string') setMessage({ text })
    else if (text === undefined && opened) setBack({ to: opened })
    setOpened(null)
  }
  function press(next: RowAction) {
    setMessage(null)
    if ('open' in next) setOpened(next.id)
    else void operation.run(next.press)
  }
  const reauthenticate = (waiting: Operation) => (
    <ReauthenticateContext value={null}>
      <Reauthenticate account={account} operation={waiting} />
    </ReauthenticateContext>
  )
  return (
    <div ref={box} className="grid gap-4 border-t border-hair py-5 first:border-0 first:pt-0">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0 wrap-anywhere">
          <h3 className="text-md">{title}</h3>
          <div className="text-muted">{value}</div>
        </div>
        {!action && actions.length > 0 && (
          <div className="flex flex-wrap gap-x-4 gap-y-3 sm:max-w-104 sm:justify-end">
            {actions.map((each) => (
              <Button
                key={each.id}
                data-action={each.id}
                variant="alt"
                busy={'press' in each && operation.busy}
                onClick={() => press(each)}
              >
                {each.name}
              </Button>
            ))}
          </div>
        )}
      </div>
      <ReauthenticateContext value={reauthenticate}>
        {action && 'open' in action && action.open(close)}
        <OperationProblem operation={operation} />
      </ReauthenticateContext>
      {message && <SuccessMessage message={message} />}
    </div>
  )
}

/** Takes the focus from the removed button. */
export function SuccessMessage({ message }: { message: { text: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A new object each time, because the text may repeat.
    if (message) notice.current?.focus()
  }, [message])
  return (
    <div ref={notice} tabIndex={-1} className="max-w-184">
      <Notice kind="ok" live="status" text={message.text} />
    </div>
  )
}
