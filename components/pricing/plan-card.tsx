'use client'
import { useEffect, useId, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { focusTarget } from '@/components/ui/retry'
import { Button } from '@/components/ui/button'
import { day } from '@/lib/browser/local-time'
import { money } from '@/lib/contract/format'
import type { ListedOffer, PlanOffer, Provider } from '@/lib/contract/plan'
import { providerLocale } from '@/lib/contract/plan-words'
import { Milestones } from './milestones'
import type { PlanChoice } from './offers'
import { ProblemNotice } from './problems'
import {
  consentLine,
  differenceOf,
  firstChargeAfterTrial,
  milestonesOf,
  type PricingWords,
  termsSummary,
  usePricingWords,
} from './terms'
import type { Paying, PayProblem, CheckoutStep } from './use-checkout'

export type CardAction =
  PayAction | { kind: 'sign-in'; onChoose: (offer: PlanOffer) => void; href: string } | { kind: 'waiting' | 'none' }

/** What every plan includes. */
export type Included = { title: string; rows: readonly { name: string; text: string }[] }

type PlanCardProps = {
  choice: PlanChoice
  trial: boolean | null
  /** One of the plans costs less than the others by the year. */
  hasSaving: boolean
  action: CardAction
  included: Included
  /** The visitor chose this plan before; set if there are others. */
  onChange: (() => void) | null
}

export const cardId = (interval: string) => `plan-${interval}`

export function PlanCard({ choice, trial, hasSaving, action, included, onChange }: PlanCardProps) {
  const words = usePricingWords()
  const { t, plan } = words
  const offer = choice.shown
  const now = useToday()
  const id = cardId(choice.interval)
  const isPreferred = offer.display.saving !== undefined
  return (
    <section
      aria-labelledby={id}
      className={`ground-surface rounded-lg px-5 py-6 md:grid md:px-8 ${
        isPreferred ? 'border-2 border-primary' : 'border border-hair'
      } ${onChange ? 'md:col-span-full md:grid-cols-2 md:gap-x-16' : 'md:row-span-3 md:grid-rows-subgrid md:gap-y-0'}`}
    >
      <div className={onChange ? '' : 'contents'}>
        <div>
          <div className="flex items-baseline justify-between gap-4">
            <h2 id={id} {...focusTarget} className="text-xl">
              {plan('name', { interval: choice.interval })}
            </h2>
            {onChange && (
              <button type="button" className="link tap cursor-pointer" onClick={onChange}>
                {t('card.change')}
              </button>
            )}
          </div>
          <Price offer={offer} />
        </div>
        {/* Reserves the height of the buttons. */}
        <div className={`grid content-start gap-2 pt-4 pb-9 ${action.kind === 'waiting' ? 'min-h-76' : ''}`}>
          {action.kind === 'pay' && <PayButtons choice={choice} trial={trial ?? false} action={action} />}
          {action.kind === 'sign-in' && (
            <>
              <Button
                size="big"
                variant={hasSaving && !isPreferred ? 'alt' : 'primary'}
                wide
                href={action.href}
                aria-label={t('signIn.label', { interval: offer.interval })}
                onClick={() => action.onChoose(offer)}
              >
                {t('signIn.button')}
              </Button>
              <p className="text-md">{termsSummary(offer, trial, now, words)}</p>
            </>
          )}
        </div>
      </div>
      <div className="grid content-start gap-6">
        <ul aria-label={included.title} className="grid gap-2 text-md">
          {included.rows.map(({ name, text }) => (
            <li key={name} className="tick">
              <b className="font-semibold">{t('card.included', { name })}</b> <span className="text-muted">{text}</span>
            </li>
          ))}
        </ul>
        <Milestones list={milestonesOf(offer, trial, now, words)} />
        {offer.promotionCodes && <p className="text-md text-muted">{t('card.promotion')}</p>}
      </div>
    </section>
  )
}

function Price({ offer }: { offer: ListedOffer }) {
  const { t, locale } = usePricingWords()
  const { amount, currency, interval, taxBehavior: tax, product, display } = offer
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-4xl tracking-tight tabular-nums md:text-5xl">
        {money(amount, currency, locale)}{' '}
        <small className="text-base tracking-normal text-muted">{t('card.interval', { interval, tax })}</small>
      </p>
      {display.saving && (
        <p className="mt-1 font-semibold text-success">
          {t('card.saving', {
            // Rounded to the minor unit.
            monthly: money(Math.round(amount / 12), currency, locale),
            exact: amount % 12 === 0 ? 'yes' : 'no',
            saving: display.saving,
          })}
        </p>
      )}
      {product.name.includes('Sample') && <p className="mt-1 text-sm text-muted">{t('card.sample')}</p>}
    </>
  )
}

type PayAction = {
  kind: 'pay'
  paying: Paying | null
  problem: PayProblem | null
  onPay: (offer: PlanOffer) => void
}

const payLabels = { stripe: 'pay.byCard', chargebee: 'pay.other' } as const satisfies Record<Provider, string>
/** Whether “from 2 December” may follow the button’s words. */
const takesDate: Record<Provider, boolean> = { stripe: true, chargebee: false }

function progressMessage(step: CheckoutStep, provider: Provider, { t }: PricingWords): string {
  if (step === 'window') return ''
  return t(step === 'fallback' ? `pay.${provider}Fallback` : 'pay.opening')
}

const payButtonId = (priceId: string) => `pay-${priceId}`

type PayButtonProps = {
  offer: PlanOffer
  /** The others name their differences from it. */
  first: PlanOffer
  trial: boolean
  now: Date
  action: PayAction
  /** Missing if the offers ask for different consents, which stand above each button. */
  sharedConsentId: string | undefined
  messageId: string
}

function PayButton({ offer, first, trial, now, action, sharedConsentId, messageId }: PayButtonProps) {
  const id = useId()
  const words = usePricingWords()
  const { t } = words
  const { priceId, provider, interval } = offer
  const difference = offer === first ? '' : differenceOf(first, offer, trial, now, words)
  const date = takesDate[provider] && firstChargeAfterTrial(offer, trial, now, words)
  const label = date ? t('pay.byCardFrom', { date }) : t(payLabels[provider])
  const described = [
    ...(action.problem?.priceId === priceId ? [messageId] : []),
    ...(difference ? [`${id}-terms`] : []),
    sharedConsentId ?? `${id}-consent`,
  ]
  return (
    <>
      {difference && (
        <p id={`${id}-terms`} className="pt-2 text-sm text-muted">
          {t('pay.difference', { method: t(payLabels[provider]), terms: difference })}
        </p>
      )}
      {!sharedConsentId && (
        <p id={`${id}-consent`} className="text-sm text-muted">
          {consentLine(offer, trial, now, words)}
        </p>
      )}
      <Button
        id={payButtonId(priceId)}
        variant={offer === first ? 'primary' : 'alt'}
        size="big"
        wide
        aria-label={t('pay.label', { button: label, interval })}
        aria-describedby={described.join(' ')}
        aria-disabled={action.paying !== null || undefined}
        busy={action.paying?.priceId === priceId}
        onClick={() => action.onPay(offer)}
      >
        {label}
      </Button>
      {!sharedConsentId && <p className="text-md">{termsSummary(offer, trial, now, words)}</p>}
    </>
  )
}

function PayButtons({ choice, trial, action }: { choice: PlanChoice; trial: boolean; action: PayAction }) {
  const id = useId()
  const words = usePricingWords()
  const now = useToday()
  const { offers, shown: first } = choice
  const consents = new Set(offers.map((offer) => consentLine(offer, trial, now, words)))
  const sharedConsentId = consents.size === 1 ? id : undefined
  const offerOf = (about: { priceId: string } | null) => offers.find(({ priceId }) => priceId === about?.priceId)
  const payingOffer = offerOf(action.paying)
  const problem = offerOf(action.problem) ? action.problem : null
  const messageId = `${id}-message`
  return (
    <>
      {providerLocale(words.locale) !== words.locale && <p className="text-md">{words.t('providerLanguage')}</p>}
      {offers.map((offer) => (
        <PayButton key={offer.priceId} {...{ offer, first, trial, now, action, sharedConsentId, messageId }} />
      ))}
      {sharedConsentId && (
        <>
          <p className="text-md">{termsSummary(first, trial, now, words)}</p>
          <p id={id} className="text-sm text-muted">
            {consentLine(first, trial, now, words)}
          </p>
        </>
      )}
      {/* Fills the padding below the buttons, so that none moves. */}
      <div id={messageId} className={problem ? '' : '-mb-9 min-h-7'}>
        {payingOffer && action.paying && (
          <Busy>{progressMessage(action.paying.step, payingOffer.provider, words)}</Busy>
        )}
        {problem && <ProblemNotice problem={problem} />}
      </div>
    </>
  )
}

export function useFocusAfterReturn(returnedTo: { priceId: string } | null): void {
  useEffect(() => {
    if (returnedTo) document.getElementById(payButtonId(returnedTo.priceId))?.focus()
  }, [returnedTo])
}

/** The date; updates when the visitor's day changes, within a minute even after sleep. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => day(new Date()) !== day(now) && setNow(new Date()), 20_000)
    return () => clearInterval(timer)
  }, [now])
  return now
}
