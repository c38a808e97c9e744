import { describe, expect, test } from 'vitest'
import { buy, control, failure, monthly, names, refused as refusedForGood, shape, standIns } from './shop'

describe.each(names)('the state of a subscription of %s', (name) => {
  test('is trialing until the trial’s end, then active', async () => {
    const { now, customerId, id } = await buy(name)
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
    await control(name, 'end-period', { subscription: id })
    expect(await now()).toMatchObject({ status: 'active', isUnSubscribed: false, access: true })
  })

  test('is past due with access until it is settled', async () => {
    const { provider, now, id } = await buy(name, 0)
    expect(await now()).toMatchObject({ status: 'active', trialEnd: null })
    await control(name, 'past-due', { subscription: id })
    expect(shape(await now())).toEqual({ status: 'past_due', isUnSubscribed: false, access: true })
    await control(name, 'settle', { subscription: id })
    expect(shape(await now())).toEqual({ status: 'active', isUnSubscribed: false, access: true })
    await control(name, 'past-due', { subscription: id })
    await provider.changePlan(id, 'cancel')
    expect(shape(await now())).toEqual({ status: 'past_due', isUnSubscribed: true, access: true })
  })

  test('says when an open payment is tried again, and which card expires', async () => {
    const { now, id } = await buy(name, 0)
    expect(await now()).toMatchObject({ retryAt: null, cardExpires: '2036-12' })
    await control(name, 'past-due', { subscription: id })
    await control(name, 'card-expires', { subscription: id })
    const { retryAt, cardExpires } = await now()
    expect((retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(2 * 86_400_000)
    expect(cardExpires).toBe(new Date().toISOString().slice(0, 7))
  })

  test.each([
    ['in the trial', 7, 'trialing'],
    ['in a paid period', 0, 'active'],
  ] as const)('keeps access if cancelled %s, and can be resumed', async (_, days, status) => {
    const { provider, now, id } = await buy(name, days)
    const { currentPeriodEnd } = await now()
    const cancelled = await provider.changePlan(id, 'cancel')
    expect(cancelled).toMatchObject({ status, isUnSubscribed: true, access: true, currentPeriodEnd })
    expect(await provider.changePlan(id, 'cancel')).toEqual(cancelled)
    expect(await now()).toEqual(cancelled)
    const resumed = { status, isUnSubscribed: false, access: true, currentPeriodEnd }
    for (const _ of [1, 2]) expect(await provider.changePlan(id, 'resume')).toMatchObject(resumed)
  })

  test('ends when the cancelled period has passed', async () => {
    const { provider, now, id } = await buy(name, 0)
    await provider.changePlan(id, 'cancel')
    await control(name, 'end-period', { subscription: id })
    const ended = await now()
    expect(shape(ended)).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
    expect(ended.currentPeriodEnd?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('ends at once, repeatedly, and if it is unknown', async () => {
    const { provider, now, id } = await buy(name)
    for (const ended of [id, id, 'sub_nobody']) expect(await provider.changePlan(ended, 'end')).toBeNull()
    expect(shape(await now())).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
    expect(await failure(provider.changePlan(id, 'resume'))).toEqual(refusedForGood)
  })
})

test.each([
  ['stripe', 'pause', 0, 'paused', 1900],
  ['stripe', 'unpaid', 0, 'unpaid', 1900],
  ['stripe', 'incomplete', 0, 'incomplete', null],
  ['chargebee', 'pause', 0, 'paused', 1900],
  ['chargebee', 'future', 7, 'future', null],
] as const)('at %s, a subscription after %s has no access, and ends with a refund', async (...row) => {
  const [name, turn, days, status, paid] = row
  const held = { status, isUnSubscribed: true, access: false }
  const { provider, now, id } = await buy(name, days)
  await control(name, turn, { subscription: id })
  expect(shape(await now())).toEqual(held)
  // Stripe refuses changes of incomplete subscriptions.
  const answer = await failure(provider.changePlan(id, 'cancel'))
  expect(answer).toEqual(status === 'incomplete' ? refusedForGood : 'no failure')
  expect(shape(await now())).toEqual(held)
  await provider.changePlan(id, 'end')
  expect(shape(await now())).toEqual({ status: 'canceled', isUnSubscribed: true, access: false })
  const all = paid && { amount: paid, currency: 'USD' }
  expect(await provider.settle(id, `held-${id}`)).toEqual(all)
  await control(name, 'settle', { subscription: id })
  expect(await provider.settle(id, `held-${id}`)).toEqual(all)
})

test('throws when Chargebee refuses a cancellation', async () => {
  const { provider, now, id } = await buy('chargebee', 0)
  const refused = { message: 'no', api_error_code: 'invalid_state_for_request', http_status_code: 409 }
  standIns.answerInstead(/cancel_for_items$/, 409, refused)
  expect(await failure(provider.changePlan(id, 'end'))).toEqual(refusedForGood)
  expect(await now()).toMatchObject({ access: true })
  await provider.changePlan(id, 'end')
  expect(await now()).toMatchObject({ access: false })
})
