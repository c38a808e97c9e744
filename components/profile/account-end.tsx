import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import type { Plan } from '@/components/session/store'
import { linkTo } from '@/components/ui/button'
import type { CurrentPlan } from '@/lib/contract/plan'
import { type AppStore, appStoreOf, planFacts, planTexts } from '@/lib/contract/plan-words'
import type { Leftover } from '@/lib/contract/user'
import { limits, paths, storeCancelAddress } from '@/lib/site'
import { useProfileWords } from './words'

/** The app store that still charges after deletion. */
export function chargingStore(plan: Plan): AppStore | null {
  if (typeof plan !== 'object' || !plan.subscription) return null
  const planState = planStateOf(plan)
  const mayCharge = isSubscriber(planState) || (planState === 'stopped' && plan.subscription.status !== 'incomplete')
  return mayCharge ? appStoreOf(plan.subscription) : null
}

const contact = linkTo(paths.contact)
const policy = linkTo(`${paths.privacy}#how-long`)
const bold = (words: ReactNode) => <b>{words}</b>

export function StoreChargeWarning({ store }: { store: AppStore }) {
  const t = useTranslations('account.end')
  return <p>{t.rich('storeCharge', { store, b: bold, link: linkTo(storeCancelAddress[store]) })}</p>
}

export function UndeletedParts({ leftovers }: { leftovers: Leftover[] }) {
  const t = useTranslations('account.end')
  const [first = 'identity', second] = leftovers
  return (
    <p>
      {t('undeleted', { parts: second ? 'both' : first })} {t.rich('undeletedAsk', { link: contact })}
    </p>
  )
}

/** Names the plan of this site that the deletion ends; null without one. */
function useEndingPlan(plan: Plan): string | null {
  const t = useTranslations('account.end')
  const words = useProfileWords()
  if (typeof plan !== 'object') return t('planMayEnd')
  if (!isEndedHere(plan)) return null
  const { name, price } = planTexts(planFacts(plan), words.plan, words.locale)
  return price ? t('planEndsNamed', { plan: name, price }) : t('planEnds')
}

function isEndedHere(plan: CurrentPlan): boolean {
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return false
  const planState = planStateOf(plan)
  return planState !== 'none' && planState !== 'ended' && subscription.status !== 'incomplete'
}

export function AccountEnd({ plan }: { plan: Plan }) {
  const t = useTranslations('account.end')
  const store = chargingStore(plan)
  const planEnds = useEndingPlan(plan)
  return (
    <>
      <p>{t('intro')}</p>
      {planEnds !== null && <p className="mt-2">{t.rich('cancelFirst', { planEnds, b: bold })}</p>}
      {store && <StoreChargeWarning store={store} />}
      <details className="mt-4">
        <summary className="tap cursor-pointer">
          <span className="link font-semibold">{t('staysTitle')}</span>
        </summary>
        <p className="mt-2">{t('staysIntro')}</p>
        <ul className="mt-1 mb-4 list-disc ps-6">
          <li>{t('staysConsent', { years: limits.consentYears })}</li>
          <li>{t('staysInvoices')}</li>
        </ul>
        <p className="mb-4">{t.rich('staysCustomer', { link: contact })}</p>
        <p>
          {t.rich('staysIds', {
            deletedMonths: String(limits.deletedMonths),
            trialMonths: String(limits.trialMonths),
            link: policy,
          })}
        </p>
      </details>
    </>
  )
}

/** What became of the plan; null if there was none. */
function endedPlan(plan: Plan): 'doneUnknownPlan' | 'doneOpen' | 'done' | null {
  if (typeof plan !== 'object') return 'doneUnknownPlan'
  if (!isEndedHere(plan)) return null
  const { status } = plan.subscription ?? {}
  return status === 'past_due' || status === 'unpaid' ? 'doneOpen' : 'done'
}

export function DeletionSummary({ plan }: { plan: Plan }) {
  const t = useTranslations('account.end')
  const ended = endedPlan(plan)
  return (
    <>
      <p>{t('deleted')}</p>
      {ended && <p>{t(ended)}</p>}
      <p>{t.rich('policy', { link: policy })}</p>
    </>
  )
}
