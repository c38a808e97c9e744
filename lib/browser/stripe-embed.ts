import 'client-only'
// The pure entry loads no script until it is called.
import { loadStripe } from '@stripe/stripe-js/pure'
import { withTimeout, vendorTimeoutMs } from './timeout'

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>

export type StripeForm = {
  show(box: HTMLElement): void
  hide(): void
  /** Stripe allows one form per page. */
  close(): void
}

const loaded = new Map<string, Promise<Stripe>>()

async function load(key: string): Promise<Stripe> {
  const stripe = await withTimeout(loadStripe(key), vendorTimeoutMs)
  if (!stripe) throw new Error('Stripe.js needs a browser.')
  return stripe
}

/** @throws after a timeout; the next call tries again */
export function loadStripeForm(key: string) {
  let stripe = loaded.get(key)
  if (!stripe) {
    stripe = load(key)
    loaded.set(key, stripe)
    stripe.catch(() => loaded.delete(key))
  }
  return stripe.then((found) => ({
    open: (clientSecret: string, paid: () => void) => open(found, clientSecret, paid),
  }))
}

async function open(stripe: Stripe, clientSecret: string, paid: () => void): Promise<StripeForm> {
  const making = stripe.createEmbeddedCheckoutPage({
    fetchClientSecret: async () => clientSecret,
    // For sessions without a return URL; otherwise Stripe navigates.
    onComplete: paid,
  })
  try {
    const page = await withTimeout(making, vendorTimeoutMs)
    let isOver = false
    return {
      show: (box) => page.mount(box),
      hide: () => {
        if (!isOver) page.unmount()
      },
      close: () => {
        if (!isOver) page.destroy()
        isOver = true
      },
    }
  } catch (cause) {
    // A late form would block the next one.
    making.then(
      (page) => page.destroy(),
      () => {},
    )
    throw cause
  }
}
