import type { Failure } from '@/lib/browser/answer'
import type { Provider } from '@/lib/contract/plan'

export type Problem = { title: string; text: string; link?: { href: string; label: string } }

const nothing = 'Nothing was charged.'

/** When to press again, as far as the server says it. */
function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a few minutes, then press again.'
  const minutes = Math.ceil(seconds / 60)
  return `You can press again in about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

const vendor = { stripe: 'Stripe', chargebee: 'Chargebee' }

/** The provider gave no page that can be opened here; `url` is its own page, where there is one. */
export function unopened(provider: Provider, url?: string): Problem {
  const title = 'The payment page could not be opened.'
  return url
    ? { title, text: `${nothing} Press again, or:`, link: { href: url, label: `Open ${vendor[provider]}’s own page` } }
    : { title, text: `${nothing} Press again.` }
}

/** Why a checkout did not begin, and what to do. The button stays usable after each of these. */
export function checkoutProblem(
  { status, data: { error }, retryAfter }: Failure,
  links: { auth: string; profile: string },
): Problem {
  if (status === 409) {
    return {
      title: 'You already have a plan.',
      text: `${nothing} You can see it, and change it, on your profile.`,
      link: { href: links.profile, label: 'Go to your profile' },
    }
  }
  if (status === 401 || status === 403) {
    return {
      title: 'Please sign in again.',
      text: `Your sign-in has ended. ${nothing}`,
      link: { href: links.auth, label: 'Sign in' },
    }
  }
  if (status === 429) {
    return { title: 'That was many times in a row.', text: `${nothing} ${waitWords(retryAfter)}` }
  }
  if (status === 502 || status === 503) {
    return {
      title: 'The payment provider is not answering right now.',
      text: `${nothing} Press again in a moment, or choose the other way to pay.`,
    }
  }
  if (status === 0 && error.code !== 'no-mode') {
    return { title: 'We could not reach the server.', text: `${nothing} Check your connection, then press again.` }
  }
  return { title: 'The payment page could not be opened.', text: `${nothing} ${error.message}` }
}
