import type Chargebee from 'chargebee'
import { describe, expect, test } from 'vitest'
import { ApiFailure } from '@/lib/server/http/errors'
import { invoiceMethods } from '@/lib/server/billing/providers/chargebee/invoices'
import { buy, control, failure, names, purchase, standIns, urlOf } from './shop'

describe.each(names)('refunds by %s', (name) => {
  /** The vendor's refunds, one amount each. */
  const storeRefund = (customer: string) => {
    const isOfCustomer = (one: { customer: string }) => one.customer === customer
    return Object.values(standIns.context.state[name].invoices)
      .filter(isOfCustomer)
      .flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
  }

  async function byHand(customer: string, amount?: number) {
    switch (name) {
      case 'chargebee': {
        const { list } = await standIns.chargebee.invoice.list({ customer_id: { is: customer } })
        return standIns.chargebee.invoice.refund(list[0]?.invoice.id ?? '', { refund_amount: amount })
      }
      case 'stripe': {
        const { data } = await standIns.stripe.invoices.list({ customer })
        const payments = await standIns.stripe.invoicePayments.list({ invoice: data[0]?.id })
        const intent = payments.data[0]?.payment.payment_intent as string
        return standIns.stripe.refunds.create({ payment_intent: intent, amount })
      }
    }
  }

  test('refunds everything once, under any key', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    const all = { amount: 1900, currency: 'USD' }
    await provider.changePlan(id, 'end')
    expect(await provider.settle(id, `duplicate-${id}`)).toEqual(all)
    expect(await provider.settle(id, `duplicate-${id}`)).toEqual(all)
    expect(await provider.settle(id, `other-${id}`)).toEqual(all)
    expect(storeRefund(customerId)).toEqual([1900])
  })

  test('refunds once when two calls run at once', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    const both = await Promise.all([1, 2].map(() => provider.settle(id, `at-once-${id}`)))
    expect(both).toEqual([1, 2].map(() => ({ amount: 1900, currency: 'USD' })))
    expect(storeRefund(customerId)).toEqual([1900])
  })

  test('does not repeat a refund by hand', async () => {
    const whole = await buy(name, 0)
    await byHand(whole.customerId)
    expect(await whole.provider.settle(whole.id, `hand-${whole.id}`)).toEqual({ amount: 1900, currency: 'USD' })
    expect(storeRefund(whole.customerId)).toEqual([1900])
    const part = await buy(name, 0)
    await byHand(part.customerId, 500)
    expect(await part.provider.settle(part.id, `hand-${part.id}`)).toEqual({ amount: 1900, currency: 'USD' })
    expect(storeRefund(part.customerId)).toEqual([500, 1400])
  })

  test('does not refund twice after a lost answer', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    const refundPath = { stripe: /refunds$/, chargebee: /refund$/ }[name]
    standIns.loseAnswer(refundPath)
    // Stripe's client retries under the same key; Chargebee's does not.
    const first = await failure(provider.settle(id, `lost-${id}`))
    expect([{ code: 'provider-unavailable' }, 'no failure']).toContainEqual(
      first instanceof ApiFailure ? { code: first.code } : first,
    )
    expect(await provider.settle(id, `lost-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
    expect(storeRefund(customerId)).toEqual([1900])
  })

  test('refunds every payment of a longer plan', async () => {
    const { provider, id } = await buy(name, 0)
    await control(name, 'end-period', { subscription: id })
    expect(await provider.settle(id, `long-${id}`)).toEqual({ amount: 3800, currency: 'USD' })
  })

  /** A customer's collectable amount, in minor units. */
  async function collectable(customer: string): Promise<number> {
    switch (name) {
      case 'chargebee': {
        const { list } = await standIns.chargebee.invoice.list({ customer_id: { is: customer } })
        return list.reduce((sum, { invoice }) => sum + (invoice.amount_due ?? 0), 0)
      }
      case 'stripe': {
        const { data } = await standIns.stripe.invoices.list({ customer })
        return data.reduce((sum, { status, amount_remaining: left }) => sum + (status === 'void' ? 0 : left), 0)
      }
    }
  }

  test('retries a payment under way, and refunds it when it has come', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    await control(name, 'pending-payment', { subscription: id })
    await provider.changePlan(id, 'end')
    const cause = expect.objectContaining({ message: expect.stringMatching(/is being paid$/) })
    for (const key of ['pending', 'pending', 'other']) {
      expect(await failure(provider.settle(id, `${key}-${id}`))).toMatchObject({
        code: 'provider-unavailable',
        extra: { cause },
      })
    }
    expect(storeRefund(customerId)).toEqual([])
    await control(name, 'settle', { subscription: id })
    expect(await provider.settle(id, `pending-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
    expect(storeRefund(customerId)).toEqual([1900])
  })

  test('closes open invoices of an ended plan, and refunds the paid ones', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    await control(name, 'past-due', { subscription: id })
    expect(await collectable(customerId)).toBe(1900)
    await provider.changePlan(id, 'end')
    const all = { amount: 1900, currency: 'USD' }
    const both = [1, 2].map(() => provider.settle(id, `due-${id}`))
    expect(await Promise.all(both)).toEqual([all, all])
    expect(await collectable(customerId)).toBe(0)
    expect(storeRefund(customerId)).toEqual([1900])
  })

  test('closes open invoices of one plan only', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    const page = await provider.openCheckout(purchase(name, customerId, { trialDays: 0 }))
    await standIns.press(urlOf(page), 'pay')
    const other = (await provider.subscriptions(customerId, null)).own.find((one) => one.id !== id)?.id ?? ''
    for (const subscription of [id, other]) await control(name, 'past-due', { subscription })
    expect(await collectable(customerId)).toBe(3800)
    for (const _ of [1, 2]) await provider.settle(id, null)
    expect(await collectable(customerId)).toBe(1900)
    await provider.settle(other, null)
    expect(await collectable(customerId)).toBe(0)
    expect(storeRefund(customerId)).toEqual([])
  })

  test('leaves a payment under way when closing the others', async () => {
    const { provider, id } = await buy(name, 0)
    await control(name, 'pending-payment', { subscription: id })
    expect(await provider.settle(id, null)).toBeNull()
    await control(name, 'settle', { subscription: id })
    expect(await provider.settle(id, `come-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
  })

  test('shows refunds on their own receipt only', async () => {
    const { provider, id, customerId, invoices } = await buy(name, 0)
    await control(name, 'end-period', { subscription: id })
    const refunded = async () => (await invoices()).map((one) => [one.status, one.refunded])
    expect(await refunded()).toEqual([1, 2].map(() => ['paid', undefined]))
    await byHand(customerId, 500)
    expect(await refunded()).toEqual([
      ['paid', 500],
      ['paid', undefined],
    ])
    await provider.settle(id, `told-${id}`)
    expect(await refunded()).toEqual([1, 2].map(() => ['paid', 1900]))
  })

  test('has paid invoices after a paid period, not after a trial', async () => {
    const { provider, id, customerId } = await buy(name)
    const paid = async () => (await provider.invoices(customerId, [id])).some((one) => one.paid)
    expect(await paid()).toBe(false)
    await control(name, 'end-period', { subscription: id })
    expect(await paid()).toBe(true)
    await provider.settle(id, `back-${id}`)
    expect(await paid()).toBe(true)
  })

  test('refunds an invoice that was paid just before closing', async () => {
    const { provider, id, customerId } = await buy(name, 0)
    await control(name, 'past-due', { subscription: id })
    standIns.happensBefore(/^POST .*\/(void|write_off)$/, () => control(name, 'settle', { subscription: id }))
    expect(await provider.settle(id, `paid-${id}`)).toEqual({ amount: 3800, currency: 'USD' })
    expect(storeRefund(customerId)).toEqual([1900, 1900])
  })
})

describe('Stripe only', () => {
  test('finalizes a draft without collecting, and voids it', async () => {
    const { provider, id } = await buy('stripe', 0)
    await control('stripe', 'draft', { subscription: id })
    expect(await provider.settle(id, `draft-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
    const { data } = await standIns.stripe.invoices.list({ subscription: id })
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
    const final = standIns.context.calls.list('stripe').findLast(({ path }) => path.endsWith('/finalize'))
    expect(final?.body).toEqual({ auto_advance: 'false' })
  })

  test('uses another key after a failure that Stripe repeats', async () => {
    const { provider, id, customerId } = await buy('stripe', 0)
    const fails = () => standIns.post('/faults', { vendor: 'stripe', status: 500, times: 1, replayed: true })
    standIns.happensBefore(/^POST .*\/refunds$/, fails)
    expect(await provider.settle(id, `kept-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
    expect(await provider.settle(id, `kept-${id}`)).toEqual({ amount: 1900, currency: 'USD' })
    const mine = Object.values(standIns.context.state.stripe.invoices).filter((one) => one.customer === customerId)
    expect(mine.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))).toEqual([1900])
  })
})

test('converts Chargebee refunds in currencies with thousandths', async () => {
  const invoice = {
    id: 'i',
    currency_code: 'KWD',
    status: 'paid',
    amount_paid: 599,
    issued_credit_notes: [{ cn_id: 'n', cn_status: 'refunded', cn_total: 599 }],
  }
  const chargebee = { invoice: { list: async () => ({ list: [{ invoice }] }) } } as unknown as Chargebee
  expect(await invoiceMethods(chargebee).settle('sub', 'key')).toEqual({ amount: 5990, currency: 'KWD' })
})
