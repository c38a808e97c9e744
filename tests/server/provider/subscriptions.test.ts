import { describe, expect, test } from 'vitest'
import { buy, control, failure, monthly, names, refused as refusedForGood, shape, standIns } from './shop'

describe.each(names)('the state of a subscription of %s', (name) => {
  test('is trialing until the trial’s end', async () => {
    const { now, customerId } = await buy(name)
    const subscription = await now()
    expect(subscription).toMatchObject({
      customerId,
      status: 'trialing',
      isUnSubscribed: false,
      access: true,
      price: { id: monthly[name], amount: 1900, currency: 'USD', interval: 'month' },
    })
    expect(subscription.trialEnd?.getTime()).toBeGreaterThan(Date.now())
    expect(subscription.currentPeriodEnd).toEqual(subscription.trialEnd)
    expect(Math.abs(subscription.startedAt.getTime() - Date.now())).toBeLessThan(60_000)
  })

  test('is active without a trial, and after a trial', async () => {
    const { now } = await buy(name, 0)
    expect(await now()).toMatchObject({ status: 'active', isUnSubscribed: false, access: true, trialEnd: null })
    const tried = await buy(name)
    await control(name, 'end-period', { subscription: tried.id })
    expect(await tried.now()).toMatchObject({ status: 'active', isUnSubscribed: false, access: true })
  })

  test('is past due with access until it is settled', async () => {
    const { provider, now, id } = await buy(name, 0)
    await control(name, 'past-due', { subscription: id })
    expect(shape(await now())).toEqual({ status: 'past_due', isUnSubscribed: false, access: true })
    await control(name, 'settle', { subscription: id })
    expect(shape(await now())).toEqual({ status: 'active', isUnSubscribed: false, access: true })
    await control(name, 'past-due', { subscription: id })
    await provider.cancelAtPeriodEnd(id)
    expect(shape(await now())).toEqual({ status: 'past_due', isUnSubscribed: true, access: true })
  })

  test.each([
    ['in the trial', 7, 'trialing'],
    ['in a paid period', 0, 'active'],
  ] as const)('keeps access if cancelled %s, and can be resumed', async (_, days, status) => {
    const { provider, now, id } = await buy(name, days)
    const { currentPeriodEnd } = await now()
    const cancelled = await provider.cancelAtPeriodEnd(id)
    expect(cancelled).toMatchObject({ status, isUnSubscribed: true, access: true, currentPeriodEnd })
    expect(await provider.cancelAtPeriodEnd(id)).toEqual(cancelled)
    expect(await now()).toEqual(cancelled)
    expect(await provider.resume(id)).toMatchObject({ status, isUnSubscribed: false, access: true, currentPeriodEnd })
    expect(await provider.resume(id)).toMatchObject({ isUnSubscribed: false })
  })

  test('ends when the cancelled period has passed', async () => {
    const { provider, now, id } = await buy(name, 0)
    await provider.cancelAtPeriodEnd(id)
    await control(name, 'end-period', { subscription: id })
    const ended = await now()
    expect(shape(ended)).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
    expect(ended.currentPeriodEnd?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('ends at once, repeatedly, and if it is unknown', async () => {
    const { provider, now, id } = await buy(name)
    await provider.cancelNow(id)
    await provider.cancelNow(id)
    await provider.cancelNow('sub_nobody')
    expect(shape(await now())).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
    expect(await failure(provider.resume(id))).toEqual(refusedForGood)
  })
})

describe.each([
  ['stripe', 'pause', 0, 'paused', 1900],
  ['stripe', 'unpaid', 0, 'unpaid', 1900],
  ['stripe', 'incomplete', 0, 'incomplete', null],
  ['chargebee', 'pause', 0, 'paused', 1900],
  ['chargebee', 'future', 7, 'future', null],
] as const)('at %s, a subscription after %s', (name, turn, days, status, paid) => {
  async function turned() {
    const bought = await buy(name, days)
    await control(name, turn, { subscription: bought.id })
    return bought
  }
  const held = { status, isUnSubscribed: true, access: false }

  test(`is ${status} without access until it is settled`, async () => {
    const { now, id } = await turned()
    expect(shape(await now())).toEqual(held)
    await control(name, 'end-period', { subscription: id })
    expect(shape(await now())).toEqual(held)
    await control(name, 'settle', { subscription: id })
    expect(shape(await now())).toEqual({ status: 'active', isUnSubscribed: false, access: true })
  })

  test('keeps its state when cancelled to the period’s end', async () => {
    const { provider, now, id } = await turned()
    const answer = await failure(provider.cancelAtPeriodEnd(id))
    // Stripe refuses changes of incomplete subscriptions.
    expect(answer).toEqual(status === 'incomplete' ? refusedForGood : 'no failure')
    expect(shape(await now())).toEqual(held)
  })

  test('ends at once with a refund', async () => {
    const { provider, now, id } = await turned()
    await provider.cancelNow(id)
    expect(shape(await now())).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
    const all = paid && { amount: paid, currency: 'USD' }
    expect(await provider.refundAll(id, `held-${id}`)).toEqual(all)
    await control(name, 'settle', { subscription: id })
    expect(await provider.refundAll(id, `held-${id}`)).toEqual(all)
  })
})

test('reports a refused end as an error at Chargebee', async () => {
  const { provider, now, id } = await buy('chargebee', 0)
  const refused = { message: 'no', api_error_code: 'invalid_state_for_request', http_status_code: 409 }
  standIns.answerInstead(/cancel_for_items$/, 409, refused)
  expect(await failure(provider.cancelNow(id))).toEqual(refusedForGood)
  expect(await now()).toMatchObject({ access: true })
  await provider.cancelNow(id)
  expect(await now()).toMatchObject({ access: false })
})
