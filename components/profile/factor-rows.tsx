'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Account } from '@/lib/browser/account'
import { type AccountFactors, addPhoneFactor, removeFactor, sendFactorCode } from '@/lib/browser/account-factors'
import { type Factor, factorName } from '@/lib/browser/second-factor'
import { dayAndHour } from '@/lib/browser/local-time'
import { AddApp } from './add-app'
import { ConfirmedOperation, MailVerification } from './operation'
import { PhoneCode } from './phone-code'
import type { Row, RowAction } from './setting-row'

type FactorEvents = {
  reload: () => Promise<AccountFactors | null>
  onRemoved: (message: string) => void
  onSignedOut: () => void
}

export function factorRows(account: Account, factors: AccountFactors | null, events: FactorEvents): Row[] {
  if (!factors) return []
  const { enrolled, offered } = factors
  return [
    ...enrolled.map((factor) => enrolledRow(factor, enrolled, events)),
    ...(offered.length > 0 ? [addRow(account, factors, events)] : []),
  ]
}

const titles = { phone: 'Two-step verification: text codes', totp: 'Two-step verification: authenticator app' }

function enrolledRow(factor: Factor, enrolled: readonly Factor[], events: FactorEvents): Row {
  const others = enrolled.filter(({ id }) => id !== factor.id)
  const remove: RowAction = {
    name: factor.kind === 'phone' ? 'Remove text codes' : 'Remove app',
    open: (close) => (
      <ConfirmedOperation
        title={`Remove this second step: ${factorName(factor)}?`}
        yes="Yes, remove it"
        no="Keep it"
        action={() => removeFactor(factor.id, events.onSignedOut)}
        onDone={() => {
          close(null)
          events.onRemoved(`${factorName(factor)} is no longer a second step of your account.`)
          void events.reload()
        }}
        onCancel={() => close()}
      >
        {others.length > 0
          ? `You’ll still have: ${others.map(factorName).join(', ')}.`
          : 'Signing in then takes one step again. You can add a second step later.'}
      </ConfirmedOperation>
    ),
  }
  const added = dayAndHour(factor.addedAt)
  return {
    id: factor.id,
    title: titles[factor.kind],
    value: `${factorName(factor)}${added && `, added on ${added}`}`,
    actions: [remove],
  }
}

function addRow(account: Account, { enrolled, offered, emailVerified }: AccountFactors, events: FactorEvents): Row {
  const hasOther = account.methods.some(({ id }) => id !== 'phone')
  const value =
    enrolled.length > 0
      ? 'You can add another one, in case you lose the first.'
      : 'Off. With it, someone who knows your password still can’t sign in as you.'
  const title = enrolled.length > 0 ? 'Another second step' : 'Two-step verification'
  // The identity service allows no second factor after a phone sign-in.
  if (!hasOther)
    return {
      id: 'add',
      title,
      value: 'Add another way to sign in first. A second step doesn’t work with a phone alone.',
      actions: [],
    }
  const whenConfirmed = (close: () => void, form: ReactNode) =>
    emailVerified ? form : <ConfirmEmail email={account.email} reload={events.reload} onCancel={close} />
  const addActions: Record<(typeof offered)[number], RowAction> = {
    phone: {
      name: 'Add text codes',
      open: (close) =>
        whenConfirmed(
          () => close(),
          <PhoneCode
            sendTo={sendFactorCode}
            confirm={addPhoneFactor}
            onDone={() => {
              void events.reload()
              close('From now on, signing in also asks for a code that we text you.')
            }}
            cancel={{ name: 'Don’t add text codes', press: () => close() }}
          />,
        ),
    },
    totp: {
      name: 'Add authenticator app',
      open: (close) =>
        whenConfirmed(
          () => close(),
          <AddApp
            onAdded={() => {
              void events.reload()
              close('From now on, signing in also asks for a code from your authenticator app.')
            }}
            onCancel={() => close()}
          />,
        ),
    },
  }
  return { id: 'add', title, value, actions: offered.map((kind) => addActions[kind]) }
}

type ConfirmEmailProps = {
  email: string | null
  reload: () => Promise<AccountFactors | null>
  onCancel: () => void
}

function ConfirmEmail({ email, reload, onCancel }: ConfirmEmailProps) {
  const box = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  useEffect(() => box.current?.focus(), [])

  async function check() {
    setBusy(true)
    setMessage('')
    const now = await reload()
    setBusy(false)
    if (!now) setMessage('A network error has occurred. Check your connection and try again.')
    else if (!now.emailVerified) setMessage('Your email address isn’t confirmed yet. Open the link in the email first.')
  }

  const back = { name: 'Not now', press: onCancel }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="Confirm your email address" className="grid max-w-184 gap-4">
      {email ? (
        <>
          <p>
            {`Please confirm first that ${email} is your address. We need it to help you if you lose your second step.`}
          </p>
          <MailVerification cancel={back} />
          <div>
            <Button variant="alt" busy={busy} onClick={() => void check()}>
              I’ve confirmed it
            </Button>
          </div>
          <div role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {message}
          </div>
        </>
      ) : (
        <>
          <p>Two-step verification needs an account with an email address. Add one under “Email address” first.</p>
          <div>
            <Button variant="alt" onClick={onCancel}>
              {back.name}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
