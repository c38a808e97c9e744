'use client'
import { useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { laterEnd } from '@/components/session/standing'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { endingWords, storeName } from '@/lib/contract/plan-words'
import { ChangeNotice } from './change-notice'
import type { Moved } from './moved'
import { resumeConsent, type Tax } from './renewal-consent'
import { useChange } from './use-change'

type ResumeProps = {
  uid: string
  plan: CurrentPlan
  subscription: Subscription
  resumed: () => void
  moved: (what: Moved) => void
}

/**
 * Takes a cancelled plan up again while it still runs, or takes an end off that is set for later. Nothing is charged before its next date; the press is
 * consent to the renewal, so that its terms stand beside it.
 */
export function Resume({ uid, plan, subscription, resumed, moved }: ResumeProps) {
  const { change, look, busy, problem } = useChange(uid, subscription, 'resume', { done: resumed, moved })
  const tax = useTax(subscription.price?.id ?? null)
  const terms = useId()
  const takesOff = laterEnd(plan) === null ? '' : 'This takes the end date off. '
  const amount = subscription.adjusted ? ` ${storeName[subscription.store]} shows the amount.` : ''
  const words = (known: Tax) =>
    `${takesOff}${resumeConsent(plan, known)}${amount} Nothing is charged at once${endingWords(subscription, '').save}.`
  return (
    <div data-resume className="grid max-w-184 justify-items-start gap-4 print:hidden">
      {!problem?.unknown && (
        <>
          <Button busy={busy} aria-describedby={terms} onClick={() => void change()}>
            Resume plan
          </Button>
          {/* Under it, unseen, the longest of its wordings: it is as high as that one from the first. */}
          <p className="grid text-md text-muted *:col-start-1 *:row-start-1">
            <span aria-hidden className="invisible select-none">
              {words('unknown')}
            </span>
            <span id={terms}>{words(tax)}</span>
          </p>
        </>
      )}
      {problem && (
        <ChangeNotice uid={uid} subscription={subscription} problem={problem} busy={busy} look={() => void look()} />
      )}
    </div>
  )
}

/** Whether tax comes on top of a price, which the catalogue knows as long as the price is sold. */
function useTax(priceId: string | null): Tax {
  const [tax, setTax] = useState<Tax>('unknown')
  useEffect(() => {
    let gone = false
    void ask((api) => api.plans()).then((answer) => {
      const offer = isOk(answer) ? answer.data.plans.find((each) => each.priceId === priceId) : undefined
      if (!gone) setTax(offer?.taxBehavior ?? 'unknown')
    })
    return () => {
      gone = true
    }
  }, [priceId])
  return tax
}
