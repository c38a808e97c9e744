'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { AccountFactors } from '@/lib/browser/account-factors'
import { MailVerification } from './mail-verification'

type ConfirmEmailProps = {
  /** Null: the account has none. */
  email: string | null
  /** Asks the identity service again. */
  look: () => Promise<AccountFactors | null>
  keep: () => void
}

/** A second step needs an address that is known to be the person's own. */
export function ConfirmEmail({ email, look, keep }: ConfirmEmailProps) {
  const box = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => box.current?.focus(), [])

  async function check() {
    setBusy(true)
    setSaid('')
    const now = await look()
    setBusy(false)
    if (!now) setSaid('A network error has occurred. Check your connection and try again.')
    else if (!now.emailVerified) setSaid("Your address isn't confirmed yet. Open the link in the email first.")
  }

  const back = { name: 'Not now', press: keep }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="Confirm your email address" className="grid max-w-184 gap-4">
      {email ? (
        <>
          <p>
            {`Please confirm first that ${email} is your address. It's how we can help you if you lose your second step.`}
          </p>
          <MailVerification keep={back} />
          <div>
            <Button variant="alt" busy={busy} onClick={() => void check()}>
              I&apos;ve confirmed it
            </Button>
          </div>
          <div role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {said}
          </div>
        </>
      ) : (
        <>
          <p>A second step needs an account with an email address. Add one under “E-mail address” first.</p>
          <div>
            <Button variant="alt" onClick={keep}>
              {back.name}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
