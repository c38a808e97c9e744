import 'client-only'
// The pure entry loads no script until it is called.
import { loadStripe } from '@stripe/stripe-js/pure'
import { providerLocale } from '@/lib/contract/plan-words'
import type { Locale } from '@/lib/locales'
import { loadOnce, withTimeout, vendorTimeoutMs } from './time'

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>

export type StripeForm = {
  show(container: HTMLElement): void
  hide(): void
  /** Stripe allows one form per page. */
  close(): void
}

const load = loadOnce(async (key: string, locale: Locale): Promise<Stripe> => {
  const stripe = await withTimeout(loadStripe(key, { locale: providerLocale(locale) }), vendorTimeoutMs)
  if (!stripe) throw new Error('Stripe.js needs a browser.')
  return stripe
})

/** @throws after a timeout */
export async function loadStripeForm(key: string, locale: Locale) {
  const stripe = await load(key, locale)
  return { open: (clientSecret: string, onPaid: () => void) => open(stripe, clientSecret, onPaid) }
}

async function open(stripe: Stripe, clientSecret: string, onPaid: () => void): Promise<StripeForm> {
  const pagePromise = stripe.createEmbeddedCheckoutPage({
    fetchClientSecret: async () => clientSecret,
    // For sessions without a return URL; otherwise Stripe navigates.
    onComplete: onPaid,
  })
  try {
    const page = await withTimeout(pagePromise, vendorTimeoutMs)
    let isClosed = false
    return {
      show: (container) => page.mount(container),
      hide: () => {
        if (!isClosed) page.unmount()
      },
      close: () => {
        if (!isClosed) page.destroy()
        isClosed = true
      },
    }
  } catch (cause) {
    // A late form would block the next one.
    pagePromise.then(
      (page) => page.destroy(),
      () => {},
    )
    throw cause
  }
}
