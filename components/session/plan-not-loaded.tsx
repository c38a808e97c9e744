'use client'
import type { ReactNode } from 'react'
import { RetryNotice, type useRetry } from '@/components/ui/retry'
import { mayHavePaid } from './store'

type PlanNotLoadedProps = ReturnType<typeof useRetry> & {
  uid: string
  /** After a payment with unknown outcome. */
  paid: ReactNode
  unpaid: ReactNode
}

/** Offers no purchase. */
export function PlanNotLoaded({ uid, paid, unpaid, ...retry }: PlanNotLoadedProps) {
  const mayBePaid = mayHavePaid(uid)
  return (
    <RetryNotice
      title={mayBePaid ? 'Your payment may be complete. You do not need to pay again.' : 'We couldn’t load your plan.'}
      live="alert"
      label={mayBePaid ? 'Check again' : 'Try again'}
      {...retry}
    >
      <p>{mayBePaid ? paid : unpaid}</p>
    </RetryNotice>
  )
}
