'use client'
import { useState } from 'react'
import { signOut } from '@/components/session/session'
import { Button } from '@/components/ui/button'
import { signInAddress } from '@/lib/browser/account'

/**
 * Leaves for the sign-in page, which shows its form only to somebody who is signed out, and leads back here.
 * @param part anchor of the part of the profile to come back to
 */
export function SignInAgain({ part }: { part?: string }) {
  const [busy, setBusy] = useState(false)
  async function go() {
    setBusy(true)
    await signOut().catch(() => undefined)
    location.assign(signInAddress(part))
  }
  return (
    <Button variant="alt" busy={busy} onClick={() => void go()}>
      Leave and sign in again
    </Button>
  )
}
