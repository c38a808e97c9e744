'use client'
import { useEffect, useState } from 'react'
import { publicConfig } from '@/lib/browser/config'

/**
 * After a cancellation: where the receipt goes, also where it was sent before, since the plan had been cancelled
 * elsewhere and this page had not heard of it. Without an address, or where this site sends no mail, the
 * page itself is the confirmation, and it says so; also when nobody could tell.
 */
export function CancelReceipt({ email }: { email: string | null }) {
  const [mails, setMails] = useState<boolean | null>(null)
  useEffect(() => {
    publicConfig().then(
      ({ mail }) => setMails(mail),
      () => setMails(false),
    )
  }, [])
  if (mails === null) return null
  return (
    <p className="mt-2 wrap-anywhere">
      {mails && email
        ? `We write to ${email} when a plan is cancelled. If you have not confirmed that address yet, this page is your confirmation.`
        : 'This page is your confirmation: you can print it or keep a picture of it.'}
    </p>
  )
}
