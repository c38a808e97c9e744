import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { standIns, stripe, back, newCustomer, openSession, subscribe } from './stripe-purchases'

describe('subscriptions', () => {
  test('keep access when cancelled, and can be resumed', async () => {
    const { subscription } = await subscribe()
    const end = subscription.items.data[0]?.current_period_end
    const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(cancelled).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: end })
    const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  })

  test('cannot be cancelled again after ending at once', async () => {
    const { subscription, customer } = await subscribe()
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404 })
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
    await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.subscription.deleted'))
  })

  test('get an end date in the portal, which the flag keeps', async () => {
    const { subscription, customer } = await subscribe()
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: back.cancel_url })
    expect(await (await fetch(portal.url)).text()).toContain('Cancel at the end of the period')
    await fetch(`${portal.url}/${subscription.id}/cancel`, { method: 'POST', redirect: 'manual' })
    const ending = await stripe.subscriptions.retrieve(subscription.id)
    expect(ending).toMatchObject({ cancel_at_period_end: false, cancel_at: expect.any(Number) })
    const still = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(still.cancel_at).toBe(ending.cancel_at)
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
    expect(kept.cancel_at).toBeNull()
  })

  test('ignore old portal pages after the end', async () => {
    const { subscription, customer } = await subscribe()
    const portal = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const press = (change: string) =>
      fetch(`${portal.url}/${subscription.id}/${change}`, { method: 'POST', redirect: 'manual' })
    const seen = async () => ({
      plan: await stripe.subscriptions.retrieve(subscription.id),
      told: (await stripe.events.list()).data.map(({ id }) => id),
    })
    const running = await seen()
    expect((await press('keep')).status).toBe(303)
    expect((await press('delete')).status).toBe(404)
    expect(await seen()).toEqual(running)
    await press('cancel')
    await standIns.post('/stripe/control/end-period', { subscription: subscription.id })
    const ended = await seen()
    expect(ended.plan).toMatchObject({ status: 'canceled', cancel_at: expect.any(Number) })
    for (const change of ['keep', 'cancel']) {
      const answer = await press(change)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(portal.url).pathname])
    }
    expect((await press('delete')).status).toBe(404)
    expect(await seen()).toEqual(ended)
  })

  test('get an ephemeral key for the call’s version', async () => {
    const customer = await newCustomer()
    const key = await stripe.ephemeralKeys.create({ customer: customer.id }, { apiVersion: '2020-08-27' })
    expect(key).toMatchObject({ object: 'ephemeral_key', associated_objects: [{ id: customer.id, type: 'customer' }] })
    expect(key.secret).toMatch(/^ek_test_/)
    const [call] = standIns.context.calls.list('stripe').slice(-1)
    expect(call?.headers['stripe-version']).toBe('2020-08-27')
  })

  test('are named by their invoices', async () => {
    const { customer, subscription } = await subscribe({ subscription_data: {} })
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      total: 1900,
      currency: 'usd',
      status: 'paid',
      billing_reason: 'subscription_create',
    })
    expect(data[0]?.parent?.subscription_details?.subscription).toBe(subscription.id)
    const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id })
    const intent = payments.data[0]?.payment.payment_intent as string
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1900, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
    const refunds = await stripe.refunds.list({ payment_intent: intent })
    expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([[1900, 'succeeded']])
    await vi.waitFor(() => expect(standIns.site.types()).toContain('charge.refunded'))
  })

  test('void an open invoice unless its payment is in progress', async () => {
    const { subscription } = await subscribe({ subscription_data: {} })
    await standIns.post('/stripe/control/pending-payment', { subscription: subscription.id })
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    const id = data[0]?.id ?? ''
    const payments = async () => {
      const expand = ['data.payment.payment_intent']
      const found = await stripe.invoicePayments.list({ invoice: id, expand })
      return found.data.map(({ status, payment }) => [status, (payment.payment_intent as Stripe.PaymentIntent).status])
    }
    expect(await payments()).toEqual([['open', 'processing']])
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 })
    await standIns.post('/stripe/control/settle', { subscription: subscription.id })
    expect(await payments()).toEqual([['paid', 'succeeded']])
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 })
    await standIns.post('/stripe/control/past-due', { subscription: subscription.id })
    const [due] = (await stripe.invoices.list({ subscription: subscription.id, status: 'open' })).data
    expect(await stripe.invoices.voidInvoice(due?.id ?? '')).toMatchObject({ status: 'void', amount_remaining: 0 })
    await expect(
      stripe.refunds.create({ payment_intent: (due?.id ?? '').replace(/^in_/, 'pi_') }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  test('are refunded in part, then at most the rest', async () => {
    const { customer } = await subscribe({ subscription_data: {} })
    const { data } = await stripe.invoices.list({ customer: customer.id })
    const payments = await stripe.invoicePayments.list({ invoice: data[0]?.id })
    const intent = payments.data[0]?.payment.payment_intent as string
    await stripe.refunds.create({ payment_intent: intent, amount: 900 })
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 1001 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1000 })
  })

  test('end with a deleted customer, who can do nothing', async () => {
    const { customer, subscription } = await subscribe()
    await standIns.post('/stripe/control/delete-customer', { customer: customer.id })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    const lost = { statusCode: 400, code: 'resource_missing', param: 'customer' }
    await expect(openSession(customer.id)).rejects.toMatchObject(lost)
    await expect(stripe.subscriptions.list({ customer: customer.id })).rejects.toMatchObject(lost)
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject(lost)
    await vi.waitFor(() => expect(standIns.site.types()).toContain('customer.deleted'))
    const unknown = await standIns.post('/stripe/control/delete-customer', { customer: 'cus_nope' })
    expect(unknown.status).toBe(404)
  })
})
