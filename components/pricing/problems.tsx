'use client'
import { useEffect, useRef } from 'react'
import { RetryNotice, type useRetry } from '@/components/ui/retry'
import { Notice } from '@/components/ui/notice'
import type { Failure } from '@/lib/browser/answer'
import type { ApiError } from '@/lib/contract/error'
import type { Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { aboutMinutes } from '@/lib/contract/format'
import { registeredPaths, paths } from '@/lib/site'

export type Problem = { title: string; text: string; link?: { href: string; label: string } }

const nothingCharged = 'Nothing was charged.'

function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a few minutes, then try again.'
  return `You can try again in ${aboutMinutes(seconds)}.`
}

export function notOpenedProblem(provider: Provider, url?: string): Problem {
  const title = 'We couldn’t open the payment page.'
  return url
    ? {
        title,
        text: `${nothingCharged} Try again, or:`,
        link: { href: url, label: `Open ${providerName[provider]}’s own page` },
      }
    : { title, text: `${nothingCharged} Try again.` }
}

export const confirmEmailFirst = {
  title: 'Please confirm your email address before you start a free trial.',
  text: 'On your profile, choose “Confirm email” and open the link in the email. Then come back here.',
  link: { href: paths.profile, label: 'Go to your profile' },
} satisfies Problem

export const unknownOutcomeProblem: Problem = {
  title: 'Your payment may be complete.',
  text: 'We can’t tell from here. Please check before you pay again:',
  link: { href: registeredPaths.checkoutSuccess, label: 'Check whether your plan has started' },
}

/** Suggests the other provider if it works independently. */
function unavailableAdvice(
  { provider, allProvidersBlocked }: ApiError['error'],
  chosenProvider: Provider,
  hasOther: boolean,
): string {
  const again = 'Try again in a moment'
  if (provider && allProvidersBlocked && (hasOther || provider !== chosenProvider)) {
    return `We’re waiting for ${providerName[provider]} to tell us whether you have a plan there. Until then, you cannot pay. ${again}.`
  }
  return provider === chosenProvider && hasOther && !allProvidersBlocked
    ? `${again}, or you can try the other way.`
    : `${again}.`
}

export function checkoutProblem(
  { status, data: { error }, retryAfter }: Failure,
  chosenProvider: Provider,
  hasOther: boolean,
): Problem {
  if (error.code === 'terms-changed') {
    return {
      title: 'The terms have changed since you opened this page.',
      text: `${nothingCharged} The price and dates beside the button are up to date now. If you agree to them, press again.`,
    }
  }
  if (error.code === 'unknown-price') {
    return {
      title: 'We don’t offer this plan any more.',
      text: `${nothingCharged} This page now shows the plans we offer.`,
    }
  }
  if (error.code === 'not-configured') {
    const link = { href: paths.contact, label: 'Write to us' }
    return { title: 'This plan isn’t available right now.', text: `${nothingCharged} ${error.message}`, link }
  }
  if (error.code === 'provider-refused') {
    const other = hasOther ? 'Try the other way to pay, or write to us.' : 'Please write to us.'
    return {
      title: 'The payment provider refused to open a payment page for this plan.',
      text: `${nothingCharged} ${other}`,
      link: { href: paths.contact, label: 'Write to us' },
    }
  }
  if (status === 409) {
    return {
      title: 'You already have a plan.',
      // A payment in another tab may have succeeded.
      text: 'You can see and change it on your profile.',
      link: { href: paths.profile, label: 'Go to your profile' },
    }
  }
  if (error.code === 'email-not-confirmed')
    return { ...confirmEmailFirst, text: `${nothingCharged} ${confirmEmailFirst.text}` }
  if (status === 401 || status === 403) {
    return {
      title: 'Please sign in again.',
      text: `Your sign-in has ended. ${nothingCharged}`,
      link: { href: paths.auth, label: 'Sign in' },
    }
  }
  if (status === 429) {
    return { title: 'You’ve tried many times in a row.', text: `${nothingCharged} ${waitWords(retryAfter)}` }
  }
  if (error.code === 'provider-unavailable') {
    return {
      title: 'The payment provider isn’t answering right now.',
      text: `${nothingCharged} ${unavailableAdvice(error, chosenProvider, hasOther)}`,
    }
  }
  if (status === 0 && error.code !== 'no-mode') {
    return {
      title: 'We couldn’t reach the server.',
      text: `${nothingCharged} Check your connection, then press again.`,
    }
  }
  return { title: 'We couldn’t open the payment page.', text: `${nothingCharged} ${error.message}` }
}

export function ProblemNotice({ problem }: { problem: Problem }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which React would treat as a cleanup function.
    void container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={container}>
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
          <a className="link" href={link.href}>
            {link.label}
          </a>
        </p>
      )}
    </>
  )
}

export const planNotLoadedTexts = {
  paid: 'We couldn’t reach the payment provider just now. Please wait while we try again.',
  unpaid: 'Please wait while we check whether you already have a plan.',
}

export function PricesUnavailable({
  isServerReached,
  ...retry
}: ReturnType<typeof useRetry> & { isServerReached: boolean }) {
  return (
    <section aria-labelledby="no-prices" className="grid gap-6 py-4">
      <h2 id="no-prices">Price shown at checkout</h2>
      <RetryNotice
        title={isServerReached ? 'The payment provider isn’t answering right now.' : 'We couldn’t reach the server.'}
        live="status"
        {...retry}
      >
        <p>
          We can’t show the amount until it answers. You’ll always see it before you pay.{' '}
          {isServerReached ? 'Try again in a moment.' : 'Check your connection and try again.'}
        </p>
      </RetryNotice>
    </section>
  )
}
