'use client'
import type { Account } from '@/lib/browser/account'
import { addPhoneFactor, sendFactorCode, type AccountFactors } from '@/lib/browser/account-factors'
import { factorName, type Factor } from '@/lib/browser/second-factor'
import { AddApp } from './add-app'
import { ConfirmEmail } from './confirm-email'
import { moment } from './moment'
import { PhoneCode } from './phone-code'
import { Prove } from './prove'
import { RemoveFactor } from './remove-factor'
import type { Row, Way } from './setting-row'

type FactorsTold = {
  /** Asks the identity service for the factors again. */
  look: () => Promise<AccountFactors | null>
  /** Called with the message to show after a change that removes its own row. */
  gone: (said: string) => void
  signedOut: () => void
}

/** A row for each second factor, then one for adding another; none where the site has no second factors. */
export function factorRows(account: Account, factors: AccountFactors | null, told: FactorsTold): Row[] {
  if (!factors) return []
  const { enrolled, offered } = factors
  return [
    ...enrolled.map((factor) => enrolledRow(account, factor, enrolled, told)),
    ...(offered.length > 0 ? [addRow(account, factors, told)] : []),
  ]
}

const titles = { phone: 'Second step: text codes', totp: 'Second step: authenticator app', other: 'Second step' }

function enrolledRow(account: Account, factor: Factor, enrolled: readonly Factor[], told: FactorsTold): Row {
  const remove: Way = {
    name: factor.kind === 'phone' ? 'Remove text codes' : factor.kind === 'totp' ? 'Remove app' : 'Remove second step',
    open: (close) => (
      <RemoveFactor
        account={account}
        factor={factor}
        others={enrolled.filter(({ id }) => id !== factor.id)}
        removed={() => {
          close(null)
          told.gone(`${factorName(factor)}: this is no longer a second step of your account.`)
          void told.look()
        }}
        signedOut={told.signedOut}
        keep={() => close()}
      />
    ),
  }
  const added = moment(factor.addedAt)
  return {
    id: factor.id,
    title: titles[factor.kind],
    value: `${factorName(factor)}${added && `, added on ${added}`}`,
    ways: [remove],
  }
}

function addRow(account: Account, { enrolled, offered, emailVerified }: AccountFactors, told: FactorsTold): Row {
  const hasOther = account.methods.some(({ id }) => id !== 'phone')
  const value =
    enrolled.length > 0
      ? 'You can add another one, in case you lose the first.'
      : "Off. With a second step, someone who knows your password still can't sign in as you."
  const title = enrolled.length > 0 ? 'Another second step' : 'Second step'
  // The identity service takes no second step after a text message.
  if (!hasOther)
    return {
      id: 'add',
      title,
      value: "Add another way to sign in first. A second step doesn't work with a phone alone.",
      ways: [],
    }
  const first = (close: () => void) => <ConfirmEmail email={account.email} look={told.look} keep={close} />
  const ways: Record<(typeof offered)[number], Way> = {
    phone: {
      name: 'Add text codes',
      open: (close) =>
        emailVerified ? (
          <PhoneCode
            proof={(operation) => <Prove account={account} operation={operation} />}
            sendTo={sendFactorCode}
            confirm={addPhoneFactor}
            done={() => {
              void told.look()
              close('From now on, signing in also asks for a code that we text you.')
            }}
            keep={{ name: "Don't add text codes", press: () => close() }}
          />
        ) : (
          first(() => close())
        ),
    },
    totp: {
      name: 'Add authenticator app',
      open: (close) =>
        emailVerified ? (
          <AddApp
            account={account}
            added={() => {
              void told.look()
              close('From now on, signing in also asks for a code from your authenticator app.')
            }}
            keep={() => close()}
          />
        ) : (
          first(() => close())
        ),
    },
  }
  return { id: 'add', title, value, ways: offered.map((kind) => ways[kind]) }
}
