import type { ReactNode } from 'react'
import { ContactLink } from '@/components/session/notices'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import type { Plan } from '@/components/session/store'
import type { CurrentPlan } from '@/lib/contract/plan'
import { type AppStore, appStoreOf, planFacts, storeName } from '@/lib/contract/plan-words'
import type { Leftover } from '@/lib/contract/user'
import { limits, paths, storeCancelAddress } from '@/lib/site'

/** The app store that still charges after deletion. */
export function chargingStore(plan: Plan): AppStore | null {
  if (typeof plan !== 'object' || !plan.subscription) return null
  const planState = planStateOf(plan)
  const mayCharge = isSubscriber(planState) || (planState === 'stopped' && plan.subscription.status !== 'incomplete')
  return mayCharge ? appStoreOf(plan.subscription) : null
}

export function StoreChargeWarning({ store }: { store: AppStore }) {
  return (
    <p>
      <b>You bought your plan in {storeName[store]}, which can charge you until you cancel it there:</b>{' '}
      <a className="link" href={storeCancelAddress[store]}>
        open {storeName[store]}
      </a>
      .
    </p>
  )
}

function Points({ children }: { children: ReactNode }) {
  return <ul className="mt-1 mb-4 list-disc ps-6">{children}</ul>
}

export function UndeletedParts({ leftovers }: { leftovers: Leftover[] }) {
  const what = [...leftovers]
    .sort()
    .reverse()
    .map((each) => (each === 'picture' ? 'your picture' : 'your login, which is empty now'))
  return (
    <p>
      We could not delete this from here: {new Intl.ListFormat('en-GB').format(what)}.{' '}
      <ContactLink>Write to us</ContactLink>, and we’ll delete it.
    </p>
  )
}

/** Names the plan of this site that the deletion ends; null without one. */
function endingPlan(plan: Plan): string | null {
  if (typeof plan !== 'object') return 'If you have a plan that you bought here, it ends too.'
  if (!isEndedHere(plan)) return null
  const { name, price } = planFacts(plan)
  return price ? `Your plan ends too: ${name}, ${price}.` : 'Your plan ends too.'
}

function isEndedHere(plan: CurrentPlan): boolean {
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return false
  const planState = planStateOf(plan)
  return planState !== 'none' && planState !== 'ended' && subscription.status !== 'incomplete'
}

export function AccountEnd({ plan }: { plan: Plan }) {
  const store = chargingStore(plan)
  return (
    <>
      <p>
        You cannot undo this. We’ll delete straight away: your account details, your picture, your login, our emails to
        you, and messages that you sent from your confirmed email address.
      </p>
      {endingPlan(plan) !== null && (
        <p className="mt-2">
          <b>{endingPlan(plan)}</b> We cancel it first, and your access ends with it. We do not refund unused time
          automatically.
        </p>
      )}
      {store && <StoreChargeWarning store={store} />}
      <details className="mt-4">
        <summary className="tap cursor-pointer">
          <span className="link font-semibold">What stays, and for how long</span>
        </summary>
        <p className="mt-2">Some things stay, because the law in some places requires us to keep them:</p>
        <Points>
          <li>
            if you started a plan here, what you agreed to and how the plan changed. We keep it without your name and
            your account, under the payment provider’s customer number alone, for {limits.consentYears} years, or
            longer: until a year after the last change of any plan that you had there
          </li>
          <li>the payment provider’s own invoices, which the provider keeps</li>
        </Points>
        <p className="mb-4">
          If you ever opened a payment page here, the payment provider still has your customer number, your email
          address and your account’s identifier. They are not deleted automatically: <ContactLink />, and we’ll ask the
          provider to erase what it does not have to keep.
        </p>
        <p>
          For {limits.deletedMonths} months we also keep the account’s identifier and the customer number, so that old
          sign-ins stop working and a plan from a late payment is ended. If you had a free trial, we keep a code
          computed from your email address for {limits.trialMonths} months, because everyone gets one trial. The{' '}
          <a className="link" href={`${paths.privacy}#how-long`}>
            privacy policy
          </a>{' '}
          has all the details.
        </p>
      </details>
    </>
  )
}

function planWords(plan: Plan): string {
  if (typeof plan !== 'object') return 'If you bought a plan here, it has ended too, and nothing more will be charged.'
  if (!isEndedHere(plan)) return ''
  const { status } = plan.subscription ?? {}
  const isOpen = status === 'past_due' || status === 'unpaid'
  return isOpen
    ? 'Your plan has ended, and its open invoice is closed. A payment that’s already under way may still go through.'
    : 'Your plan has ended, and nothing more will be charged.'
}

export function DeletionSummary({ plan }: { plan: Plan }) {
  const words = planWords(plan)
  return (
    <>
      <p>We’ve deleted your account details and everything stored with them on this site.</p>
      {words && <p>{words}</p>}
      <p>
        The{' '}
        <a className="link" href={`${paths.privacy}#how-long`}>
          privacy policy
        </a>{' '}
        says what stays for a time, without your name.
      </p>
    </>
  )
}
