'use client'
import { useEffect, useRef } from 'react'
import { trialDaysLeft, type PlanState, planStateOf } from '@/components/session/plan-state'
import { focusTarget } from '@/components/ui/retry'
import { Button, linkTo } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { day } from '@/lib/browser/local-time'
import type { CurrentPlan } from '@/lib/contract/plan'
import { type AppStore, endingValues, lastCharges, planFacts, planTexts, appStoreOf } from '@/lib/contract/plan-words'
import { paths, storeCancelAddress } from '@/lib/site'
import { type PricingWords, usePricingWords } from './terms'

/** `replaced`: shown instead of the offers. */
type Arrival = 'refused' | 'replaced' | null

type ExistingPlanProps = {
  plan: CurrentPlan
  arrival: Arrival
  app: string
}

/** What is known of a plan, in sentences. */
function planSentences(current: CurrentPlan, planState: PlanState, { t, plan, locale }: PricingWords): string[] {
  const facts = planFacts(current)
  const { name, price } = planTexts(facts, plan, locale)
  const next = day(facts.charge.at, locale)
  const trialEnd = planState === 'trialing' ? day(facts.renewsAt, locale) : ''
  const lastDay = day(facts.lastDay, locale)
  const days = trialDaysLeft(current)
  const isInStore = appStoreOf(current.subscription) !== null
  return [
    ...(price ? [t('existing.planAndPrice', { plan: name, price, isList: facts.isListPrice ? 'yes' : 'no' })] : []),
    ...(trialEnd ? [t('existing.trialUntil', { date: trialEnd })] : []),
    ...(trialEnd && next === trialEnd ? [t('existing.trialEndIsCharge')] : []),
    ...(days > 0 ? [t('existing.trialDays', { days })] : []),
    ...(planState === 'active' && next ? [t('existing.renewsOn', { date: next })] : []),
    ...(lastDay ? [t('existing.renewsUntil', { date: lastDay })] : []),
    ...(planState === 'past-due' && facts.payment
      ? [plan(`payment.${facts.payment}`), t(isInStore ? 'existing.pastDueStore' : 'existing.pastDueProfile')]
      : []),
  ]
}

/** The subscriber's plan and the next steps. */
export function ExistingPlan({ plan, arrival, app }: ExistingPlanProps) {
  const words = usePricingWords()
  const { t } = words
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!arrival) return
    // The focus was lost with the removed buttons.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    void heading.current?.scrollIntoView({ block: 'center' })
  }, [arrival])
  const planState = planStateOf(plan)
  const store = appStoreOf(plan.subscription)
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan" ref={heading} {...focusTarget}>
        {t('existing.title')}
      </h2>
      {arrival === 'refused' && <Notice live="alert" title={t('existing.refusedTitle')} text={t('existing.refused')} />}
      <p className="text-lg">{planSentences(plan, planState, words).join(' ')}</p>
      {store && (
        <p>
          {t.rich('existing.inStore', {
            store,
            link: linkTo(storeCancelAddress[store]),
          })}
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        {planState !== 'past-due' && (
          <Button href={app} size="big">
            {words.plan('getApp')}
          </Button>
        )}
        <Button href={paths.profile} size="big" variant={planState === 'past-due' ? 'primary' : 'alt'}>
          {t('existing.toProfile')}
        </Button>
      </p>
      <p>
        {t.rich('existing.next', {
          calls: linkTo(paths.sessions),
          rehearse: linkTo(paths.toolCall),
        })}
      </p>
    </section>
  )
}

type EndingPlanProps = { plan: CurrentPlan; app: string }

/** A cancelled plan that still runs. It is resumed instead of bought again. */
export function EndingPlan({ plan, app }: EndingPlanProps) {
  const { t, plan: words, locale } = usePricingWords()
  const facts = planFacts(plan)
  const { payment, isSettled, hasOpenInvoice } = facts
  const sentences = [
    ...(payment ? [words(`earlyEnd.${payment}`)] : []),
    isSettled ? t('ending.willNotRenew') : words(`charges.${lastCharges(facts)}`),
    t('ending.resume', { openInvoice: hasOpenInvoice ? 'yes' : 'no' }),
  ]
  return (
    <section aria-labelledby="own-plan" className="grid grid-cols-1 justify-items-start gap-4 py-4">
      <h2 id="own-plan">{words('keepUntil', endingValues(facts, day(facts.periodEnd, locale)))}</h2>
      <p className="text-lg">{sentences.join(' ')}</p>
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        <Button href={`${paths.profile}#resume`} size="big">
          {t('ending.resumeButton')}
        </Button>
        <Button href={app} size="big" variant="alt">
          {t('ending.openApp')}
        </Button>
      </p>
    </section>
  )
}

/** An app store resumes its plan there, but a plan can be bought here too. */
export function EndingInStore({ plan, store }: { plan: CurrentPlan; store: AppStore }) {
  const { t, plan: words, locale } = usePricingWords()
  const facts = planFacts(plan)
  return (
    <Notice kind="warn" title={words('keepUntil', endingValues(facts, day(facts.periodEnd, locale)))}>
      <p>
        {t.rich('endingInStore', {
          store,
          link: linkTo(storeCancelAddress[store]),
        })}
      </p>
    </Notice>
  )
}

export function StoppedPlan({ plan }: { plan: CurrentPlan }) {
  const { t } = usePricingWords()
  const status = plan.subscription?.status
  const store = appStoreOf(plan.subscription)
  // An incomplete checkout is not mentioned.
  if (status !== 'unpaid' && status !== 'paused' && status !== 'future') return null
  return (
    <Notice kind="warn" title={t('stopped.title')}>
      <p>
        {t(`stopped.${status}`)}{' '}
        {t.rich('stopped.seeProfile', {
          link: linkTo(paths.profile),
        })}{' '}
        {store ? t('stopped.inStore', { store }) : t('stopped.replaces')}
      </p>
    </Notice>
  )
}
