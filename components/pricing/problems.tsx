'use client'
import type { Messages } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Link } from '@/components/ui/button'
import { RetryNotice, type useRetry } from '@/components/ui/retry'
import { Notice } from '@/components/ui/notice'
import { type Failure, problemWords } from '@/lib/browser/answer'
import type { ApiError } from '@/lib/contract/error'
import type { Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { wholeMinutes } from '@/lib/contract/format'
import { isolate } from '@/lib/locales'
import { registeredPaths, paths } from '@/lib/site'
import { type PricingWords, usePricingWords } from './terms'

export type Problem = {
  title: string
  text: string
  link?: { href: string; label: string }
  isEmailUnconfirmed?: true
}

type ProblemTitle = Extract<keyof Messages['pricing']['problem'], `${string}Title`>

const nameOf = (provider: Provider, { locale }: PricingWords) => isolate(providerName[provider], locale)

export function notOpenedProblem(words: PricingWords, provider: Provider, url?: string): Problem {
  const { t } = words
  const title = t('problem.notOpenedTitle')
  const nothing = t('problem.nothingCharged')
  if (!url) return { title, text: `${nothing} ${t('problem.tryAgain')}` }
  const label = t('problem.openProvider', { provider: nameOf(provider, words) })
  return { title, text: `${nothing} ${t('problem.tryAgainOr')}`, link: { href: url, label } }
}

export const confirmEmailFirst = ({ t }: PricingWords): Problem => ({
  title: t('problem.confirmEmailTitle'),
  text: t('problem.confirmEmail'),
  link: { href: paths.profile, label: t('problem.toProfile') },
  isEmailUnconfirmed: true,
})

export const unknownOutcomeProblem = ({ t }: PricingWords): Problem => ({
  title: t('problem.unknownOutcomeTitle'),
  text: t('problem.unknownOutcome'),
  link: { href: registeredPaths.checkoutSuccess, label: t('problem.checkPlan') },
})

/** Suggests the other provider if it works independently. */
function unavailableAdvice(
  words: PricingWords,
  { provider, allProvidersBlocked }: ApiError['error'],
  chosenProvider: Provider,
  hasOther: boolean,
): string {
  const { t } = words
  if (provider && allProvidersBlocked && (hasOther || provider !== chosenProvider)) {
    return t('problem.waitingForProvider', { provider: nameOf(provider, words) })
  }
  const isOtherFree = provider === chosenProvider && hasOther && !allProvidersBlocked
  return t(isOtherFree ? 'problem.tryOtherWay' : 'problem.tryAgainSoon')
}

export function checkoutProblem(
  words: PricingWords,
  failure: Failure,
  chosenProvider: Provider,
  hasOther: boolean,
): Problem {
  const { t, requests } = words
  const { status, retryAfter } = failure
  const { error } = failure.data
  const { code } = error
  const uncharged = (title: ProblemTitle, text: string, link?: Problem['link']): Problem => ({
    title: t(`problem.${title}`),
    text: `${t('problem.nothingCharged')} ${text}`,
    ...(link && { link }),
  })
  const reason = problemWords(requests, failure)
  const writeToUs = { href: paths.contact, label: t('problem.writeToUs') }
  if (code === 'terms-changed') return uncharged('termsChangedTitle', t('problem.termsChanged'))
  if (code === 'unknown-price') return uncharged('unknownPriceTitle', t('problem.unknownPrice'))
  if (code === 'not-configured') return uncharged('notAvailableTitle', reason, writeToUs)
  if (code === 'provider-refused')
    return uncharged('refusedTitle', t(hasOther ? 'problem.refusedOther' : 'problem.refused'), writeToUs)
  if (status === 409) {
    // A payment in another tab may have succeeded.
    const link = { href: paths.profile, label: t('problem.toProfile') }
    return { title: t('problem.havePlanTitle'), text: t('problem.havePlan'), link }
  }
  if (code === 'email-not-confirmed') {
    const problem = confirmEmailFirst(words)
    return { ...problem, text: `${t('problem.nothingCharged')} ${problem.text}` }
  }
  if (status === 401 || status === 403) {
    const text = `${t('problem.signInEnded')} ${t('problem.nothingCharged')}`
    return { title: t('problem.signInTitle'), text, link: { href: paths.auth, label: t('problem.signIn') } }
  }
  if (status === 429) {
    const isKnown = retryAfter !== undefined
    const wait = isKnown ? t('problem.wait', { minutes: wholeMinutes(retryAfter) }) : t('problem.waitUnknown')
    return uncharged('tooManyTitle', wait)
  }
  if (code === 'provider-unavailable')
    return uncharged('providerTitle', unavailableAdvice(words, error, chosenProvider, hasOther))
  if (status === 0 && code !== 'no-mode') return uncharged('serverTitle', t('problem.checkConnection'))
  return uncharged('notOpenedTitle', reason)
}

export function ProblemNotice({ problem }: { problem: Problem }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which React would treat as a cleanup function.
    void container.current?.scrollIntoView({ block: 'nearest' })
    // The pressed button may be gone.
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={container} tabIndex={-1}>
      <Notice kind="bad" live="alert" title={problem.title}>
        <ProblemText problem={problem} />
      </Notice>
    </div>
  )
}

export function ProblemText({ problem: { text, link } }: { problem: Problem }) {
  return (
    <>
      <p>{text}</p>
      {link && (
        <p>
          <Link className="link" href={link.href}>
            {link.label}
          </Link>
        </p>
      )}
    </>
  )
}

export function PricesUnavailable({
  isServerReached,
  ...retry
}: ReturnType<typeof useRetry> & { isServerReached: boolean }) {
  const { t } = usePricingWords()
  return (
    <section aria-labelledby="no-prices" className="grid gap-6 py-4">
      <h2 id="no-prices">{t('noPrices.title')}</h2>
      <RetryNotice
        title={t(isServerReached ? 'problem.providerTitle' : 'problem.serverTitle')}
        live="status"
        {...retry}
      >
        <p>{t('noPrices.text', { reached: isServerReached ? 'yes' : 'no' })}</p>
      </RetryNotice>
    </section>
  )
}
