import type { ReactNode } from 'react'
import { ContactLink } from '@/components/session/notices'
import { isSubscriber, planStateOf } from '@/components/session/plan-state'
import type { Plan } from '@/components/session/store'
import { type AppStore, appStoreOf, storeName } from '@/lib/contract/plan-words'
import type { Left } from '@/lib/contract/user'
import { limits, paths, storeCancelAddress } from '@/lib/site'

/** The app store that keeps charging for a plan after the account is deleted. */
export function chargingStore(plan: Plan): AppStore | null {
  if (typeof plan !== 'object' || !plan.subscription) return null
  const planState = planStateOf(plan)
  const mayCharge = isSubscriber(planState) || (planState === 'stopped' && plan.subscription.status !== 'incomplete')
  return mayCharge ? appStoreOf(plan.subscription) : null
}

export function StoreGoesOn({ store }: { store: AppStore }) {
  return (
    <p>
      <b>Your plan was bought in {storeName[store]}, which can charge for it until you cancel it there:</b>{' '}
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

export function Remains({ remains }: { remains: Left[] }) {
  const what = remains.toSorted().map((each) => (each === 'picture' ? 'your picture' : 'an empty sign-in'))
  return (
    <p>
      What is left, because it could not be removed from here: {what.join(' and ')}.{' '}
      <ContactLink>Write to us</ContactLink>, and we remove it.
    </p>
  )
}

export function AccountEnd({ plan }: { plan: Plan }) {
  const store = chargingStore(plan)
  return (
    <>
      <p>This cannot be taken back. What goes, at once:</p>
      <Points>
        <li>your record, your picture, your sign-in, and the letters about your plan;</li>
        <li>
          a plan that was bought here: it is cancelled first, and your access ends with it. The rest of a time that you
          have paid for is not paid back by itself;
        </li>
        <li>what you sent with the contact form from your confirmed e-mail address.</li>
      </Points>
      {store ? <StoreGoesOn store={store} /> : <p>A plan from an app store has to be cancelled in that store.</p>}
      <p className="mt-4">What stays, because the law of some places asks us to keep it:</p>
      <Points>
        <li>
          if a plan of yours began here, what you agreed to and how it changed: without your name and your account, by
          the payment provider’s customer number alone, for {limits.consentYears} years, or longer until a year after
          the last change of any plan that you had there;
        </li>
        <li>the payment provider’s own invoices, with the provider.</li>
      </Points>
      <p className="mb-4">
        If you ever opened a payment page here, your customer number, your e-mail address and your account’s identifier
        stay with the payment provider. They do not go by themselves: <ContactLink />, and we ask the provider to erase
        what it need not keep.
      </p>
      <p>
        For {limits.deletedMonths} months we keep the account’s identifier and the customer number, too, so that old
        sign-ins stay closed and a late payment is ended. If you had a free trial, we keep a code computed from your
        email address for {limits.trialMonths} months, because everyone gets one trial. The{' '}
        <a className="link" href={`${paths.privacy}#how-long`}>
          privacy policy
        </a>{' '}
        has it all.
      </p>
    </>
  )
}

function planWords(plan: Plan): string {
  if (typeof plan !== 'object') return 'A plan that was bought here has ended with it, and nothing more is charged.'
  const { subscription } = plan
  if (!subscription || appStoreOf(subscription)) return ''
  const planState = planStateOf(plan)
  if (planState === 'none' || planState === 'ended' || subscription.status === 'incomplete') return ''
  const isOpen = subscription.status === 'past_due' || subscription.status === 'unpaid'
  return isOpen
    ? 'Your plan has ended, and its open invoice is closed. A payment that is already under way may still go through.'
    : 'Your plan has ended, and nothing more is charged.'
}

export function WentWithIt({ plan }: { plan: Plan }) {
  const words = planWords(plan)
  return (
    <>
      <p>Your record, and what was stored with it, are gone from this site.</p>
      {words && <p>{words}</p>}
      <p>
        What stays for a time, without your name, stands in the{' '}
        <a className="link" href={`${paths.privacy}#how-long`}>
          privacy policy
        </a>
        .
      </p>
    </>
  )
}
