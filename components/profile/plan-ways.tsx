'use client'
import { isSubscriber, type Standing } from '@/components/session/standing'
import { Notice } from '@/components/ui/notice'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { appStoreOf, storeName, type AppStore } from '@/lib/contract/plan-words'
import { storeCancelAddress } from '@/lib/site'
import { Cancel } from './cancel'
import type { Moved } from './moved'
import { cardComesFirst, portalWords } from './plan-line'
import { Portal } from './portal'
import { RenewalButton } from './renewal-button'
import { renewalDate } from './renewal-calendar'

type PlanWaysProps = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  standing: Standing
  cancelled: () => void
  moved: (what: Moved) => void
}

/** Whether it charges unless it is cancelled: also one without access, which may go on or begin one day. */
const mayCharge = ({ status }: Subscription, standing: Standing) =>
  isSubscriber(standing) || status === 'unpaid' || status === 'paused' || status === 'future'

/** What one can do with a plan: see what was paid, note its date, end it. A store's plan is the store's. */
export function PlanWays({ uid, plan, subscription, standing, cancelled, moved }: PlanWaysProps) {
  const date = renewalDate(plan, standing)
  const store = appStoreOf(subscription)
  return (
    <>
      {store && standing !== 'ended' && <InStore store={store} />}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 empty:hidden">
        {!store && !cardComesFirst(subscription, standing) && (
          <Portal uid={uid} subscription={subscription} moved={moved}>
            {portalWords(subscription).all}
          </Portal>
        )}
        {date && <RenewalButton key={date.kind} date={date} />}
        {!store && mayCharge(subscription, standing) && (
          // What is asked about one plan must not be answered of another.
          <Cancel key={subscription.id} uid={uid} subscription={subscription} cancelled={cancelled} moved={moved} />
        )}
      </div>
    </>
  )
}

function InStore({ store }: { store: AppStore }) {
  return (
    <Notice title={`You bought this in ${storeName[store]}.`}>
      <p>
        So it is changed and cancelled there:{' '}
        <a className="link" href={storeCancelAddress[store]}>
          open {storeName[store]}
        </a>
        .
      </p>
    </Notice>
  )
}
