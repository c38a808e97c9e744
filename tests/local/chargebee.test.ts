import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
const chargebee = standIns.chargebee
afterAll(() => standIns.close())
beforeEach(() => {
  standIns.site.answerWith(200)
  standIns.site.arrivals.length = 0
})

const refused = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown)

let people = 0
async function newCustomer() {
  const { customer } = await chargebee.customer.create({ id: `person-${++people}`, email: `p${people}@example.com` })
  return customer.id
}

async function openPage(customer: string, trialEnd?: number) {
  const { hosted_page: page } = await chargebee.hostedPage.checkoutNewForItems({
    subscription_items: [{ item_price_id: 'plan-monthly-USD', quantity: 1 }],
    customer: { id: customer },
    ...(trialEnd !== undefined && { subscription: { trial_end: trialEnd } }),
    redirect_url: 'http://localhost:3000/pricing/thankyou/',
    cancel_url: 'http://localhost:3000/pricing/start',
    pass_thru_content: 'abc',
  })
  return { id: page.id ?? '', url: page.url ?? '', state: page.state, type: page.type }
}

const list = async (customer: string) =>
  (await chargebee.subscription.list({ customer_id: { is: customer }, include_deleted: true })).list.map(
    ({ subscription }) => subscription,
  )

async function subscribe(trialEnd?: number) {
  const customer = await newCustomer()
  const page = await openPage(customer, trialEnd)
  await standIns.press(page.url, 'pay')
  const [subscription] = await list(customer)
  if (!subscription) throw new Error('no subscription')
  return { customer, page, subscription }
}

describe('catalogue', () => {
  test('item prices by list and by id', async () => {
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

describe('errors come as Chargebee gives them', () => {
  test.each([
    [
      'nothing there',
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
    ['customers', 'id[in]', 'oops'],
    ['subscriptions', 'status[not_in]', '"active"'],
    ['events', 'occurred_at[between]', 'oops'],
    ['events', 'occurred_at[between]', '[1]'],
  ])('%s where %s is %s', async (kind, name, value) => {
    const headers = { authorization: `Basic ${Buffer.from('test_local:').toString('base64')}` }
    const answer = await fetch(`${standIns.base}/api/v2/${kind}?${new URLSearchParams({ [name]: value })}`, { headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ api_error_code: 'param_wrong_value', type: 'invalid_request' })
  })

  test('a customer’s id is given once', async () => {
    const id = await newCustomer()
    expect(await refused(chargebee.customer.create({ id }))).toMatchObject({
      http_status_code: 400,
      api_error_code: 'duplicate_entry',
      param: 'id',
    })
  })
})

test('a key makes a call safe to repeat', async () => {
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

describe('hosted pages', () => {
  test('go from created over requested to succeeded and acknowledged', async () => {
    const customer = await newCustomer()
    const page = await openPage(customer)
    const state = async () => (await chargebee.hostedPage.retrieve(page.id)).hosted_page
    expect(page).toMatchObject({ state: 'created', type: 'checkout_new' })
    expect((await state()).content).toBeUndefined()
    const text = await (await fetch(page.url)).text()
    expect([...text.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Pay', 'Go back'])
    expect(text).toContain('stands in for Chargebee')
    expect((await state()).state).toBe('requested')
    const answer = await standIns.press(page.url, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/pricing/thankyou/?id=${page.id}&state=succeeded`)
    const done = await state()
    expect(done).toMatchObject({ state: 'succeeded', pass_thru_content: 'abc' })
    expect(done.content.subscription).toMatchObject({ customer_id: customer, status: 'in_trial' })
    expect((await chargebee.hostedPage.acknowledge(page.id)).hosted_page.state).toBe('acknowledged')
  })

  test('cannot be acknowledged before payment', async () => {
    const page = await openPage(await newCustomer())
    expect(await refused(chargebee.hostedPage.acknowledge(page.id))).toMatchObject({
      api_error_code: 'invalid_state_for_request',
    })
  })

  test('paying twice makes one subscription', async () => {
    const { customer, page } = await subscribe()
    expect((await standIns.press(page.url, 'pay')).status).toBe(303)
    expect(await list(customer)).toHaveLength(1)
    expect(await (await fetch(page.url)).text()).toContain('This is paid')
  })

  test('going back cancels the page', async () => {
    const customer = await newCustomer()
    const page = await openPage(customer)
    const answer = await standIns.press(page.url, 'back')
    expect(answer.headers.get('location')).toBe('http://localhost:3000/pricing/start')
    expect((await chargebee.hostedPage.retrieve(page.id)).hosted_page.state).toBe('cancelled')
    await standIns.press(page.url, 'pay')
    expect(await list(customer)).toEqual([])
  })

  test('creates a customer for an unknown id', async () => {
    const page = await openPage('a-stranger')
    await standIns.press(page.url, 'pay')
    const done = (await chargebee.hostedPage.retrieve(page.id)).hosted_page
    expect(done.content.customer.id).not.toBe('a-stranger')
  })

  test('without a trial, is active with an invoice', async () => {
    const { customer, subscription } = await subscribe(0)
    expect(subscription).toMatchObject({ status: 'active', current_term_end: expect.any(Number) })
    expect(subscription.trial_end).toBeUndefined()
    const invoices = await chargebee.invoice.list({ customer_id: { is: customer } })
    expect(invoices.list[0]?.invoice).toMatchObject({ total: 1900, status: 'paid', currency_code: 'USD' })
  })
})

describe('subscriptions', () => {
  test('ends with the term, and can be resumed', async () => {
    const { subscription } = await subscribe(0)
    const ending = await chargebee.subscription.cancelForItems(subscription.id, { cancel_option: 'end_of_term' })
    expect(ending.subscription).toMatchObject({ status: 'non_renewing', cancelled_at: subscription.current_term_end })
    expect(ending.subscription.resource_version).toBeGreaterThan(subscription.resource_version ?? 0)
    const kept = await chargebee.subscription.removeScheduledCancellation(subscription.id, {})
    expect(kept.subscription).toMatchObject({ status: 'active' })
    expect(kept.subscription.cancelled_at).toBeUndefined()
    expect(await refused(chargebee.subscription.removeScheduledCancellation(subscription.id, {}))).toMatchObject({
      api_error_code: 'invalid_state_for_request',
    })
  })

  test('in trial they stay in trial until its end', async () => {
    const { subscription } = await subscribe()
    const ending = await chargebee.subscription.cancelForItems(subscription.id, { end_of_term: true })
    expect(ending.subscription).toMatchObject({
      status: 'in_trial',
      cancelled_at: subscription.trial_end,
      cancel_schedule_created_at: expect.any(Number),
    })
  })

  test('end at once, and come back by reactivation', async () => {
    const { subscription } = await subscribe()
    const ended = await chargebee.subscription.cancelForItems(subscription.id, { end_of_term: false })
    expect(ended.subscription.status).toBe('cancelled')
    const back = await chargebee.subscription.reactivate(subscription.id)
    expect(back.subscription.status).toBe('active')
  })

  test('a failed payment shows as a due invoice', async () => {
    const { subscription } = await subscribe()
    await standIns.post('/chargebee/control/past-due', { subscription: subscription.id })
    const late = (await chargebee.subscription.retrieve(subscription.id)).subscription
    expect(late).toMatchObject({ status: 'active', due_invoices_count: 1 })
    await vi.waitFor(() => expect(standIns.site.types()).toContain('payment_failed'))
  })

  test('the portal lets a person cancel', async () => {
    const { subscription, customer } = await subscribe(0)
    const { portal_session: portal } = await chargebee.portalSession.create({
      customer: { id: customer },
      redirect_url: 'http://localhost:3000/profile',
    })
    expect(await (await fetch(portal.access_url)).text()).toContain('http://localhost:3000/profile')
    await fetch(`${portal.access_url}/${subscription.id}/cancel`, { method: 'POST', redirect: 'manual' })
    expect((await chargebee.subscription.retrieve(subscription.id)).subscription.status).toBe('non_renewing')
  })
})

test('old portal pages change nothing after the term', async () => {
  const { subscription, customer } = await subscribe(0)
  const { portal_session: portal } = await chargebee.portalSession.create({ customer: { id: customer } })
  const press = (change: string) =>
    fetch(`${portal.access_url}/${subscription.id}/${change}`, { method: 'POST', redirect: 'manual' })
  const seen = async () => (await chargebee.subscription.retrieve(subscription.id)).subscription
  await press('cancel')
  expect((await press('delete')).status).toBe(404)
  await standIns.post('/chargebee/control/end-period', { subscription: subscription.id })
  const ended = await seen()
  expect(ended.status).toBe('cancelled')
  for (const change of ['keep', 'cancel']) {
    const answer = await press(change)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(portal.access_url).pathname])
  }
  expect((await press('delete')).status).toBe(404)
  expect(await seen()).toEqual(ended)
})

describe('paying an open invoice', () => {
  const post = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' })
  const shown = async (address: string) => (await fetch(address)).text()
  const seen = async (id: string) => (await chargebee.subscription.retrieve(id)).subscription
  const turn = (name: string, id: string) => standIns.post(`/chargebee/control/${name}`, { subscription: id })
  const newest = async (id: string) =>
    (await chargebee.invoice.list({ subscription_id: { is: id } })).list[0]?.invoice.id ?? ''
  const portalOf = async (id: string) => (await chargebee.portalSession.create({ customer: { id } })).portal_session

  test('in the portal', async () => {
    const { customer, subscription } = await subscribe()
    await turn('past-due', subscription.id)
    const { access_url: url } = await portalOf(customer)
    const due = await shown(url)
    expect(due).toMatch(/Not paid<\/dt>\s*<dd>\$19\.00 since /)
    expect(due).not.toContain('Renews on')
    standIns.site.arrivals.length = 0
    const paid = await post(`${url}/${subscription.id}/pay`)
    expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(await seen(subscription.id)).toMatchObject({ status: 'active', due_invoices_count: 0 })
    const { invoice } = await chargebee.invoice.retrieve(await newest(subscription.id))
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 1900 })
    await vi.waitFor(() => expect(standIns.site.types()).toEqual(['payment_succeeded']))
    expect(standIns.context.state.inbox.messages[0]?.text).toContain('received $19.00')
    const settled = await shown(url)
    expect(settled).toContain('Renews on')
    expect(settled).not.toContain('Pay the open invoice')
  })

  test('on the invoice’s own page', async () => {
    const { subscription } = await subscribe()
    await turn('past-due', subscription.id)
    const address = `${standIns.base}/invoice/chargebee/${await newest(subscription.id)}`
    expect(await shown(address)).toContain('Pay the open invoice')
    expect((await post(`${address}/pay`)).status).toBe(303)
    expect(await seen(subscription.id)).toMatchObject({ due_invoices_count: 0 })
    const paid = await shown(address)
    expect(paid).toMatch(/<dd>Paid<\/dd>/)
    expect(paid).not.toContain('Pay the open invoice')
    expect((await post(`${standIns.base}/invoice/chargebee/nope/pay`)).status).toBe(404)
  })

  test('not while a payment is under way', async () => {
    const { customer, subscription } = await subscribe(0)
    await turn('pending-payment', subscription.id)
    const { access_url: url } = await portalOf(customer)
    expect(await shown(url)).toContain('payment in progress')
    await post(`${url}/${subscription.id}/pay`)
    const { invoice } = await chargebee.invoice.retrieve(await newest(subscription.id))
    expect(invoice.status).toBe('payment_due')
  })
})

test('refuses a pending payment without an invoice, with advice', async () => {
  const { subscription } = await subscribe()
  const response = await standIns.post('/chargebee/control/pending-payment', { subscription: subscription.id })
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ error: expect.stringContaining('end the trial by end-period') })
})

describe('refunding', () => {
  test('refunds a paid invoice once, with a credit note', async () => {
    const { customer } = await subscribe(0)
    const { list } = await chargebee.invoice.list({ customer_id: { is: customer } })
    const id = list[0]?.invoice.id ?? ''
    const headers = { 'chargebee-idempotency-key': `refund-${id}` }
    const first = await chargebee.invoice.refund(id, { refund_amount: 500 }, headers)
    expect(first.transaction).toMatchObject({ type: 'refund', amount: 500, status: 'success' })
    const again = await chargebee.invoice.refund(id, { refund_amount: 500 }, headers)
    expect([again.transaction.id, again.isIdempotencyReplayed]).toEqual([first.transaction.id, 'true'])
    const rest = await chargebee.invoice.refund(id)
    expect(rest.transaction.amount).toBe(1400)
    expect(rest.invoice.issued_credit_notes?.map(({ cn_total: total }) => total)).toEqual([500, 1400])
    expect((await chargebee.invoice.retrieve(id)).invoice).toMatchObject({ status: 'paid', amount_paid: 1900 })
    expect(await refused(chargebee.invoice.refund(id))).toMatchObject({ http_status_code: 400 })
    await vi.waitFor(() => expect(standIns.site.types()).toContain('payment_refunded'))
  })

  test('writes off a due invoice unless its payment is under way', async () => {
    const { subscription } = await subscribe(0)
    const invoices = async () => {
      const { list: found } = await chargebee.invoice.list({ subscription_id: { is: subscription.id } })
      return found.map(({ invoice }) => invoice)
    }
    const turn = (name: string) => standIns.post(`/chargebee/control/${name}`, { subscription: subscription.id })
    await turn('pending-payment')
    const [first] = await invoices()
    const id = first?.id ?? ''
    expect(first).toMatchObject({ status: 'payment_due', linked_payments: [{ txn_status: 'in_progress' }] })
    const wrong = { api_error_code: 'invalid_state_for_request' }
    expect(await refused(chargebee.invoice.writeOff(id))).toMatchObject(wrong)
    await turn('settle')
    expect(await refused(chargebee.invoice.writeOff(id))).toMatchObject(wrong)
    await turn('past-due')
    const due = (await invoices()).find(({ status }) => status === 'payment_due')?.id ?? ''
    const { invoice, credit_note: note } = await chargebee.invoice.writeOff(due)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 0, amount_due: 0, write_off_amount: 1900 })
    expect(note).toMatchObject({ type: 'adjustment', total: 1900 })
    expect(await refused(chargebee.invoice.refund(due))).toMatchObject({ http_status_code: 400 })
    expect(await (await fetch(`${standIns.base}/invoice/chargebee/${due}`)).text()).toContain('Not paid')
  })

  test('writes off due invoices at the end only on request', async () => {
    for (const [handling, left] of [
      ['no_action', 1900],
      ['write_off', 0],
    ] as const) {
      const { subscription } = await subscribe(0)
      await standIns.post('/chargebee/control/past-due', { subscription: subscription.id })
      await chargebee.subscription.cancelForItems(subscription.id, { account_receivables_handling: handling })
      const { list: found } = await chargebee.invoice.list({ subscription_id: { is: subscription.id } })
      expect(found.reduce((sum, { invoice }) => sum + (invoice.amount_due ?? 0), 0)).toBe(left)
    }
  })

  test('an invoice’s document has an address for a while', async () => {
    const { customer } = await subscribe(0)
    const { list } = await chargebee.invoice.list({ customer_id: { is: customer } })
    const { download } = await chargebee.invoice.pdf(list[0]?.invoice.id ?? '')
    expect(download.valid_till * 1000).toBeGreaterThan(Date.now())
    expect(await (await fetch(download.download_url)).text()).toContain('$19.00')
  })
})

test('a deleted customer can only be read, and their plans end', async () => {
  const { customer, subscription } = await subscribe()
  await standIns.post('/chargebee/control/delete-customer', { customer })
  expect((await chargebee.customer.retrieve(customer)).customer.deleted).toBe(true)
  expect(await list(customer)).toMatchObject([{ id: subscription.id, status: 'cancelled', deleted: true }])
  expect((await chargebee.subscription.list({ customer_id: { is: customer } })).list).toEqual([])
  expect(await refused(chargebee.customer.create({ id: customer }))).toMatchObject({
    api_error_code: 'duplicate_entry',
  })
  expect(await refused(chargebee.portalSession.create({ customer: { id: customer } }))).toMatchObject({
    api_error_code: 'resource_not_found',
  })
  const page = await openPage(customer)
  await standIns.press(page.url, 'pay')
  const { content } = (await chargebee.hostedPage.retrieve(page.id)).hosted_page
  expect(content.customer.id).not.toBe(customer)
  await vi.waitFor(() => expect(standIns.site.types()).toContain('customer_deleted'))
})

test('webhooks have credentials and data, and are listed as events', async () => {
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

test('events are found by time and by whether they arrived', async () => {
  const { list: all } = await chargebee.event.list({ limit: 100 })
  const [newest] = all.map(({ event }) => event.occurred_at)
  const times = async (occurredAt: object) =>
    (await chargebee.event.list({ limit: 100, occurred_at: occurredAt })).list.length
  expect(await times({ after: (newest ?? 0) + 1 })).toBe(0)
  expect(await times({ after: 0 })).toBe(all.length)
  expect(await times({ between: [0, (newest ?? 0) + 1] })).toBe(all.length)
  standIns.site.answerWith(500)
  const { subscription } = await subscribe()
  const waiting = await chargebee.event.list({ webhook_status: { is_not: 'succeeded' }, limit: 100 })
  expect(waiting.list.map(({ event }) => event.content.subscription.id)).toContain(subscription.id)
  const among = await chargebee.event.list({ webhook_status: { not_in: ['scheduled', 'succeeded'] } })
  expect(among.list).toEqual([])
})
