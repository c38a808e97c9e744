import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addInterval, advance, startTerm } from '@/local/vendors/term'
import { startStandIns, type StandIns } from './stand-ins'

const seconds = (text: string) => Date.parse(text) / 1000

describe('terms', () => {
  test.each([
    ['2026-01-31T10:00:00Z', 'month', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 'month', 2, '2026-03-31T10:00:00Z'],
    ['2028-02-29T00:00:00Z', 'year', 1, '2029-02-28T00:00:00Z'],
    ['2026-12-15T00:00:00Z', 'month', 1, '2027-01-15T00:00:00Z'],
  ] as const)('%s and %s × %i', (from, interval, count, to) => {
    expect(addInterval(seconds(from), interval, count)).toBe(seconds(to))
  })

  test('follows a trial with paid months, counted from its end', () => {
    const term = startTerm(seconds('2026-01-24T00:00:00Z'), 'month', seconds('2026-01-31T00:00:00Z'))
    const steps = [...advance(term, seconds('2026-04-01T00:00:00Z'))]
    expect(steps.map(({ kind }) => kind)).toEqual(['activated', 'renewed', 'renewed'])
    expect(term.periodEnd).toBe(seconds('2026-04-30T00:00:00Z'))
  })

  test('ends at a scheduled end', () => {
    const term = startTerm(0, 'month', 7)
    term.cancelAt = 7
    expect([...advance(term, 6)]).toEqual([])
    expect([...advance(term, 700)]).toEqual([{ kind: 'ended', at: 7 }])
    expect([...advance(term, 7e8)]).toEqual([])
  })
})

describe('subscriptions advance with time', () => {
  let standIns: StandIns
  beforeAll(async () => {
    standIns = await startStandIns()
  })
  afterAll(() => standIns.close())

  test('Stripe: trial, payment, renewal, end', async () => {
    const { stripe, site } = standIns
    const customer = await stripe.customers.create({ email: 'ada@example.com' })
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_monthly_eur', quantity: 1 }],
      subscription_data: { trial_period_days: 7 },
      success_url: 'http://localhost:3000/pricing/thankyou/',
    })
    await standIns.press(session.url ?? '', 'pay')
    const only = async () => (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data[0]
    expect((await only())?.status).toBe('trialing')
    standIns.pass(8)
    expect((await only())?.status).toBe('active')
    standIns.pass(31)
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data.map(({ total, billing_reason: reason }) => [total, reason])).toEqual([
      [1900, 'subscription_cycle'],
      [1900, 'subscription_cycle'],
      [0, 'subscription_create'],
    ])
    await stripe.subscriptions.update((await only())?.id ?? '', { cancel_at_period_end: true })
    standIns.pass(40)
    expect(await only()).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
    await vi.waitFor(() => expect(site.types()).toContain('customer.subscription.deleted'))
  })

  test('Chargebee: trial, payment, end of term', async () => {
    const { chargebee, site } = standIns
    await chargebee.customer.create({ id: 'ada', email: 'ada@example.com' })
    const { hosted_page: page } = await chargebee.hostedPage.checkoutNewForItems({
      subscription_items: [{ item_price_id: 'plan-yearly-GBP', quantity: 1 }],
      customer: { id: 'ada' },
      redirect_url: 'http://localhost:3000/pricing/thankyou/',
    })
    await standIns.press(page.url ?? '', 'pay')
    const only = async () => (await chargebee.subscription.list({ customer_id: { is: 'ada' } })).list[0]?.subscription
    expect(await only()).toMatchObject({ status: 'in_trial' })
    standIns.pass(8)
    expect(await only()).toMatchObject({ status: 'active' })
    await chargebee.subscription.cancelForItems((await only())?.id ?? '', { end_of_term: true })
    expect(await only()).toMatchObject({ status: 'non_renewing' })
    standIns.pass(370)
    expect(await only()).toMatchObject({ status: 'cancelled' })
    await vi.waitFor(() => expect(site.types()).toContain('subscription_cancelled'))
  })
})
