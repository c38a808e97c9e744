import 'client-only'
// The pure entry puts no script into the page until it is called.
import { loadStripe } from '@stripe/stripe-js/pure'
import { inTime, patienceMs } from './in-time'

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>

/** Stripe's payment form, which has been made and not been shown yet. Each of the three may be called repeatedly. */
export type StripeForm = {
  show(box: HTMLElement): void
  hide(): void
  /** Ends it; Stripe allows one form a page. */
  close(): void
}

const loaded = new Map<string, Promise<Stripe>>()

async function load(key: string): Promise<Stripe> {
  const stripe = await inTime(loadStripe(key), patienceMs)
  if (!stripe) throw new Error('Stripe.js needs a browser.')
  return stripe
}

/**
 * Loads Stripe's script from its own address, once a page.
 * @throws when it does not come in time, or is no such script; the next call tries again
 */
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
    // Stripe leads on to the return address by itself; this is for a session that was made without one.
    onComplete: paid,
  })
  try {
    const page = await inTime(making, patienceMs)
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
    // One that comes late would stand in the way of the next.
    making.then(
      (page) => page.destroy(),
      () => {},
    )
    throw cause
  }
}
