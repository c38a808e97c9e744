import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { standIns, stripe, back, newCustomer, openSession, subscribe } from './stripe-purchases'

describe('checkout', () => {
  test('shows the purchase and exactly two buttons', async () => {
    const session = await openSession((await newCustomer()).id)
    const text = await (await fetch(session.url)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Pay', 'Go back'])
    expect(text).toMatch(/Monthly \(Sample price\)/)
    expect(text).toMatch(/\$19\.00 on \d+ \w+ \d{4}/)
    expect(text).toMatch(/no money moves/)
  })

  test('starts a trial on payment, and returns with the session id', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', ui_mode: 'hosted_page' })
    const answer = await standIns.press(session.url, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?session=${session.id}`)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null })
    const subscription = done.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { uid: 'ada' }, cancel_at_period_end: false })
    expect(subscription.items.data[0]?.current_period_end).toBe(subscription.trial_end)
    expect(subscription).not.toHaveProperty('current_period_end')
  })

  test('starts an active, paid plan without a trial', async () => {
    const { subscription, session } = await subscribe({ subscription_data: {} })
    expect(subscription).toMatchObject({ status: 'active', trial_end: null })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
      amount_total: 1900,
    })
  })

  test('creates one subscription if paid twice, at once or later', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    await Promise.all([standIns.press(session.url, 'pay'), standIns.press(session.url, 'pay')])
    const again = await standIns.press(session.url, 'pay')
    expect(again.status).toBe(303)
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
    expect(data).toHaveLength(1)
    const page = await (await fetch(session.url)).text()
    expect(page).toContain('This is paid')
    expect(page).not.toContain('<button')
  })

  test('leaves the session open on going back', async () => {
    const session = await openSession((await newCustomer()).id)
    const answer = await standIns.press(session.url, 'back')
    expect(answer.headers.get('location')).toBe(back.cancel_url)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('refuses to pay or expire an expired session', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
    expect(await (await standIns.press(session.url, 'pay')).text()).toContain('This page has expired')
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
    await vi.waitFor(() => expect(standIns.site.types()).toContain('checkout.session.expired'))
  })

  test('refuses to pay for a deleted customer', async () => {
    const customer = await newCustomer()
    const session = await openSession(customer.id)
    await stripe.customers.del(customer.id)
    expect(await (await fetch(session.url)).text()).toContain('This page has expired')
    expect(await (await standIns.press(session.url, 'pay')).text()).toContain('This page has expired')
    expect((await stripe.checkout.sessions.retrieve(session.id)).subscription).toBeNull()
    const made = Object.values(standIns.context.state.stripe.subscriptions).filter(
      (one) => one.customer === customer.id,
    )
    expect(made).toEqual([])
  })

  test('gives an embedded session a secret and a framed page', async () => {
    const customer = await newCustomer()
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      customer: customer.id,
      line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
      return_url: back.success_url,
    })
    expect(session).toMatchObject({ url: null, client_secret: expect.stringContaining(session.id) })
    expect((await stripe.checkout.sessions.retrieve(session.id)).client_secret).toBe(session.client_secret)
    const page = `${standIns.base}/checkout/stripe/embedded/${session.client_secret}`
    // Paying also leaves the surrounding page; going back stays in the frame.
    const text = await (await fetch(page)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Pay', 'Go back'])
    expect([...text.matchAll(/target="(\w+)"/g)].map(([, target]) => target)).toEqual(['_top'])
    expect(await (await standIns.press(page, 'back')).text()).toContain('Nothing was paid')
    const answer = await standIns.press(page, 'pay')
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?session=${session.id}`)
    expect(await (await fetch(page)).text()).toContain('This is paid')
    const hosted = await openSession(customer.id)
    expect((await fetch(`${standIns.base}/checkout/stripe/embedded/${hosted.id}`)).status).toBe(404)
  })

  test('sends a receipt to the inbox', async () => {
    await subscribe({ subscription_data: {} })
    const [mail] = standIns.context.state.inbox.messages
    expect(mail).toMatchObject({ to: 'ada@example.com', kind: 'email', subject: 'Your receipt from Unhurried' })
    expect(mail?.links[0]).toMatch(/\/invoice\/stripe\/in_/)
    expect(await (await fetch(mail?.links[0] ?? '')).text()).toContain('Paid')
  })
})
