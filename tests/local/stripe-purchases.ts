/** Customers, checkout sessions and subscriptions at the stand-in for Stripe. */
import Stripe from 'stripe'
import { afterAll, beforeEach } from 'vitest'
import { startStandIns } from './stand-ins'

export const standIns = await startStandIns()
export const stripe = standIns.stripe
afterAll(() => standIns.close())
beforeEach(() => {
  standIns.site.answerWith(200)
  standIns.site.arrivals.length = 0
})

export const back = {
  success_url: 'http://localhost:3000/pricing/thankyou/?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/pricing/start',
}

export const newCustomer = () => stripe.customers.create({ email: 'ada@example.com', metadata: { uid: 'ada' } })

export async function openSession(customer: string, extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: 'ada',
    line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
    subscription_data: { trial_period_days: 7, metadata: { uid: 'ada' } },
    ...back,
    ...extra,
  })
  return { ...session, url: session.url ?? '' }
}

export async function subscribe(extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await newCustomer()
  const session = await openSession(customer.id, extra)
  await standIns.press(session.url, 'pay')
  const { data } = await stripe.subscriptions.list({ customer: customer.id })
  const [subscription] = data
  if (!subscription) throw new Error('no subscription')
  return { customer, session, subscription }
}
