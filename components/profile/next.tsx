'use client'
import { ConfirmAddress } from '@/components/session/confirm-address'
import { isSubscriber, planStateOf, trialDaysLeft } from '@/components/session/plan-state'
import { Button, Link } from '@/components/ui/button'
import { weekdayAndHour } from '@/lib/browser/local-time'
import { currentTime } from '@/lib/browser/time'
import type { CurrentPlan } from '@/lib/contract/plan'
import { languageAttributes } from '@/lib/contract/format'
import { nextStart, type WeeklyCall } from '@/lib/contract/timetable'
import { paths } from '@/lib/site'
import { useProfileWords } from './words'

type NextProps = {
  uid: string
  plan: CurrentPlan
  /** Undefined while it loads. */
  email: string | null | undefined
  app: string
  /** The owner's timetable; empty without one. */
  calls: readonly WeeklyCall[]
}

const hasAccess = (plan: CurrentPlan) => {
  const planState = planStateOf(plan)
  return isSubscriber(planState) || planState === 'cancelling'
}

/** Whether there is anything to do next. */
export const hasNext = (plan: CurrentPlan): boolean => hasAccess(plan) || plan.emailUnconfirmed === true

/** The subscriber's next steps: confirm the address, join the next call, open the app. */
export function Next({ uid, plan, email, app, calls }: NextProps) {
  const { t, plan: planT } = useProfileWords()
  const days = trialDaysLeft(plan)
  // A confirmation or a payment comes first.
  const comesSecond = plan.emailUnconfirmed || planStateOf(plan) === 'past-due'
  return (
    <div className="grid gap-6">
      {plan.emailUnconfirmed && <ConfirmAddress uid={uid} email={email} />}
      {hasAccess(plan) && (
        <>
          {days > 0 && <p className="text-2xl tracking-tight">{planT('trialDays', { days })}</p>}
          <NextCall calls={calls} />
          <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button href={app} variant={comesSecond ? 'alt' : 'primary'}>
              {t('next.openApp')}
            </Button>
            <Link className="link tap font-semibold" href={paths.sessions}>
              {t('next.calls')}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

function NextCall({ calls }: Pick<NextProps, 'calls'>) {
  const { t, locale } = useProfileWords()
  const now = currentTime()
  const [next] = calls
    .map((call) => ({ call, start: nextStart(call, now) }))
    .sort((one, other) => one.start.getTime() - other.start.getTime())
  if (!next) return null
  return (
    <dl className="text-md">
      <dt className="text-muted">{t('next.nextCall')}</dt>
      <dd>
        <time dateTime={next.start.toISOString()}>{weekdayAndHour(next.start, locale)}</time>
        <span className="block" {...languageAttributes(next.call.lang)}>
          {next.call.title}
        </span>
      </dd>
    </dl>
  )
}
