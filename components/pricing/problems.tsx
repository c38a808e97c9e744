'use client'
import { useEffect, useRef } from 'react'
import { Reload } from '@/components/session/notices'
import { landing } from '@/components/session/use-retry'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Failure } from '@/lib/browser/answer'
import type { ApiError } from '@/lib/contract/error'
import type { Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { aboutMinutes } from '@/lib/contract/sentences'
import { exact, paths } from '@/lib/site'

export type Problem = { title: string; text: string; link?: { href: string; label: string } }

const nothing = 'Nothing was charged.'

/** When to press again, as far as the server says it. */
function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a few minutes, then press again.'
  return `You can press again in ${aboutMinutes(seconds)}.`
}

/** The provider gave no page that can be opened here; `url` is its own page, where there is one. */
export function unopened(provider: Provider, url?: string): Problem {
  const title = 'The payment page could not be opened.'
  return url
    ? {
        title,
        text: `${nothing} Press again, or:`,
        link: { href: url, label: `Open ${providerName[provider]}’s own page` },
      }
    : { title, text: `${nothing} Press again.` }
}

/** The provider's form or window was open, and nobody can tell here what came of it. */
export const unclear: Problem = {
  title: 'Your payment may be complete.',
  text: 'We cannot tell from here. Please look before you pay again:',
  link: { href: exact.checkoutSuccess, label: 'See whether your plan has begun' },
}

/** What helps when a provider is silent: another way only where it does not wait for the same one. */
function silenceWords({ provider, everyWay }: ApiError['error'], pressed: Provider, otherWay: boolean): string {
  const again = 'Press again in a moment'
  if (provider && everyWay && (otherWay || provider !== pressed)) {
    const asked = `${providerName[provider]} is asked first whether you have a plan there`
    return `${asked}, so every way to pay waits for it. ${again}.`
  }
  return provider === pressed && otherWay && !everyWay ? `${again}, or you can try the other way.` : `${again}.`
}

/**
 * Why a checkout did not begin, and what to do. The button stays usable after each of these.
 * @param pressed the provider whose button was pressed
 * @param otherWay whether the page offers another way to pay for the same plan
 */
export function checkoutProblem(
  { status, data: { error }, retryAfter }: Failure,
  pressed: Provider,
  otherWay: boolean,
): Problem {
  if (error.code === 'terms-changed') {
    return {
      title: 'The terms have changed since this page was opened.',
      text: `${nothing} The price and the dates beside the button are the present ones now. If you agree to them, press again.`,
    }
  }
  if (error.code === 'unknown-price') {
    return { title: 'This plan is not on offer any more.', text: `${nothing} The page shows the present plans now.` }
  }
  if (error.code === 'not-configured') {
    const link = { href: paths.contact, label: 'Write to us' }
    return { title: 'This cannot be bought from here.', text: `${nothing} ${error.message}`, link }
  }
  if (error.code === 'provider-refused') {
    const other = otherWay ? 'Try the other way to pay, or write to us.' : 'Please write to us.'
    return {
      title: 'The payment provider does not open a payment page for this.',
      text: `${nothing} ${other}`,
      link: { href: paths.contact, label: 'Write to us' },
    }
  }
  if (status === 409) {
    return {
      title: 'You already have a plan.',
      // Of a page in another tab nobody knows here: it may be what was paid.
      text: 'You can see it, and change it, on your profile.',
      link: { href: paths.profile, label: 'Go to your profile' },
    }
  }
  if (status === 401 || status === 403) {
    return {
      title: 'Please sign in again.',
      text: `Your sign-in has ended. ${nothing}`,
      link: { href: paths.auth, label: 'Sign in' },
    }
  }
  if (status === 429) {
    return { title: 'That was many times in a row.', text: `${nothing} ${waitWords(retryAfter)}` }
  }
  if (error.code === 'provider-unavailable') {
    return {
      title: 'The payment provider is not answering right now.',
      text: `${nothing} ${silenceWords(error, pressed, otherWay)}`,
    }
  }
  if (status === 0 && error.code !== 'no-mode') {
    return { title: 'We could not reach the server.', text: `${nothing} Check your connection, then press again.` }
  }
  return { title: 'The payment page could not be opened.', text: `${nothing} ${error.message}` }
}

/** Comes into sight by itself: the button above it may stand at the window's edge. */
export function ProblemNotice({ problem }: { problem: Problem }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for what is to be run at the end.
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      <Notice kind="bad" live="alert" title={problem.title}>
        <p>{problem.text}</p>
        {problem.link && (
          <p>
            <a className="link" href={problem.link.href}>
              {problem.link.label}
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}

/** Nobody can tell who is signed in. */
export function Unreachable() {
  return (
    <Notice kind="warn" live="alert" title="The sign-in service does not answer right now.">
      <p>We cannot tell whether you are signed in, so paying waits. Nothing is lost.</p>
      <Reload />
    </Notice>
  )
}

type PlanUnreadProps = {
  /** Whether this tab was left to pay, and the providers have not said yet what came of it. */
  paid: boolean
  busy: boolean
  again: () => Promise<void>
}

/** Somebody is, and what they have could not be read. */
export function PlanUnread({ paid, busy, again }: PlanUnreadProps) {
  return (
    <div {...landing}>
      <Notice
        kind="warn"
        live="alert"
        title={paid ? 'Your payment may be complete. You do not need to pay again.' : 'We could not read your plan.'}
      >
        <p>
          {paid
            ? 'The payment provider could not be asked just now. Paying waits until we know.'
            : 'So that you never pay twice, paying waits until we can.'}
        </p>
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
          {paid ? 'Look again' : 'Try again'}
        </Button>
      </Notice>
    </div>
  )
}

type SilentProviderProps = {
  /** Whether our own server answered, so that the silence is the provider's. */
  reached: boolean
  busy: boolean
  again: () => Promise<void>
}

/** Without an answer there is no price to show, and none is guessed. */
export function SilentProvider({ reached, busy, again }: SilentProviderProps) {
  return (
    <section aria-labelledby="silent" className="grid gap-6 py-4">
      <h2 id="silent">Price shown at checkout</h2>
      <div {...landing}>
        <Notice
          kind="warn"
          live="status"
          title={reached ? 'The payment provider is not answering right now.' : 'We could not reach the server.'}
        >
          <p>
            The amount is missing until it answers. You will always see it before you pay.{' '}
            {reached ? 'Try again in a moment.' : 'Check your connection and try again.'}
          </p>
          <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
            Try again
          </Button>
        </Notice>
      </div>
    </section>
  )
}
