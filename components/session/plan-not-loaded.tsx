'use client'
import { useTranslations } from 'next-intl'
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
  const t = useTranslations('session.planNotLoaded')
  const mayBePaid = mayHavePaid(uid)
  return (
    <RetryNotice
      title={t(mayBePaid ? 'paidTitle' : 'title')}
      live="alert"
      label={t(mayBePaid ? 'checkAgain' : 'tryAgain')}
      {...retry}
    >
      <p>{mayBePaid ? paid : unpaid}</p>
    </RetryNotice>
  )
}
