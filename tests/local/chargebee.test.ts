import { describe, expect, test, vi } from 'vitest'
import { standIns, chargebee, refused, newCustomer, subscribe } from './chargebee-purchases'

describe('catalogue', () => {
  test('has item prices by list and by id', async () => {
    const all = await chargebee.itemPrice.list({ item_type: { is: 'plan' }, limit: 100 })
    expect(all.list.map(({ item_price: price }) => [price.id, price.price])).toEqual([
      ['plan-monthly-USD', 1900],
      ['plan-monthly-EUR', 1900],
      ['plan-monthly-GBP', 1900],
      ['plan-yearly-USD', 18000],
      ['plan-yearly-EUR', 18000],
      ['plan-yearly-GBP', 18000],
    ])
    const one = await chargebee.itemPrice.retrieve('plan-yearly-EUR')
    expect(one.item_price).toMatchObject({
      item_id: 'plan-yearly',
      external_name: 'Yearly (Sample price)',
      trial_period: 7,
      trial_period_unit: 'day',
      currency_code: 'EUR',
    })
  })

  test('filters and pages', async () => {
    const some = await chargebee.itemPrice.list({ id: { in: ['plan-monthly-USD', 'plan-yearly-USD'] } })
    expect(some.list).toHaveLength(2)
    const first = await chargebee.itemPrice.list({ limit: 4 })
    const second = await chargebee.itemPrice.list({ limit: 4, offset: first.next_offset })
    expect([first.list.length, second.list.length, second.next_offset]).toEqual([4, 2, undefined])
  })
})

describe('errors in Chargebee’s format', () => {
  test.each([
    [
      'a missing resource',
      () => chargebee.itemPrice.retrieve('nope'),
      { http_status_code: 404, api_error_code: 'resource_not_found' },
    ],
    [
      'a wrong key',
      () => standIns.chargebeeWith('wrong').itemPrice.list(),
      { http_status_code: 401, api_error_code: 'api_authentication_failed' },
    ],
    [
      'an unknown plan',
      () => chargebee.hostedPage.checkoutNewForItems({ subscription_items: [{ item_price_id: 'plan-nope' }] }),
      { http_status_code: 404, param: 'subscription_items[item_price_id][0]' },
    ],
    [
      'a wrong value',
      () => chargebee.subscription.list({ limit: 5000 }),
      { http_status_code: 400, api_error_code: 'param_wrong_value', param: 'limit', type: 'invalid_request' },
    ],
  ])('%s', async (_, run, shape) => {
    expect(await refused(run())).toMatchObject(shape)
  })

  test.each([
    ['item_prices', 'id[in]', 'oops'],
    ['subscriptions', 'status[in]', '"active"'],
    ['events', 'occurred_at[after]', 'oops'],
  ])('rejects %s where %s is %s', async (kind, name, value) => {
    const headers = { authorization: `Basic ${Buffer.from('test_local:').toString('base64')}` }
    const answer = await fetch(`${standIns.base}/api/v2/${kind}?${new URLSearchParams({ [name]: value })}`, { headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ api_error_code: 'param_wrong_value', type: 'invalid_request' })
  })

  test('rejects a duplicate customer id', async () => {
    const id = await newCustomer()
    expect(await refused(chargebee.customer.create({ id }))).toMatchObject({
      http_status_code: 400,
      api_error_code: 'duplicate_entry',
      param: 'id',
    })
  })
})

test('replays an answer by its idempotency key', async () => {
  const customer = await newCustomer()
  const input = { subscription_items: [{ item_price_id: 'plan-monthly-USD' }], customer: { id: customer } }
  const headers = { 'chargebee-idempotency-key': 'once' }
  const first = await chargebee.hostedPage.checkoutNewForItems(input, headers)
  const second = await chargebee.hostedPage.checkoutNewForItems(input, headers)
  expect(second.hosted_page.id).toBe(first.hosted_page.id)
  expect(second.isIdempotencyReplayed).toBe('true')
  const other = { ...input, customer: { id: await newCustomer() } }
  expect(await refused(chargebee.hostedPage.checkoutNewForItems(other, headers))).toMatchObject({
    http_status_code: 400,
  })
})

test('sends webhooks with credentials, and lists them as events', async () => {
  const { subscription } = await subscribe(0)
  await vi.waitFor(() => expect(standIns.site.types()).toContain('payment_succeeded'))
  const arrival = standIns.site.arrivals.find(
    ({ raw }) => raw.includes(subscription.id) && raw.includes('subscription_created'),
  )
  expect(arrival?.path).toBe('/api/chargebee/webhook')
  const expected = Buffer.from('chargebee:local-webhook').toString('base64')
  expect(arrival?.headers.authorization).toBe(`Basic ${expected}`)
  expect(JSON.parse(arrival?.raw ?? '')).toMatchObject({
    event_type: 'subscription_created',
    content: { subscription: { id: subscription.id } },
  })
  const events = await chargebee.event.list({ event_type: { is: 'payment_succeeded' } })
  expect(events.list.length).toBeGreaterThan(0)
})

test('filters events by time and delivery', async () => {
  const { list: all } = await chargebee.event.list({ limit: 100 })
  const [newest] = all.map(({ event }) => event.occurred_at)
  const times = async (occurredAt: object) =>
    (await chargebee.event.list({ limit: 100, occurred_at: occurredAt })).list.length
  expect(await times({ after: (newest ?? 0) + 1 })).toBe(0)
  expect(await times({ after: 0 })).toBe(all.length)
  standIns.site.answerWith(500)
  const { subscription } = await subscribe()
  const waiting = await chargebee.event.list({ webhook_status: { is_not: 'succeeded' }, limit: 100 })
  expect(waiting.list.map(({ event }) => event.content.subscription.id)).toContain(subscription.id)
})
