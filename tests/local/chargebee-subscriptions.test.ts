import { describe, expect, test, vi } from 'vitest'
import { standIns, chargebee, refused, newCustomer, openPage, list, subscribe } from './chargebee-purchases'

describe('hosted pages', () => {
  test('go from created to requested and succeeded', async () => {
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
  })

  test('create one subscription if paid twice', async () => {
    const { customer, page } = await subscribe()
    expect((await standIns.press(page.url, 'pay')).status).toBe(303)
    expect(await list(customer)).toHaveLength(1)
    expect(await (await fetch(page.url)).text()).toContain('This is paid')
  })

  test('are cancelled by going back', async () => {
    const customer = await newCustomer()
    const page = await openPage(customer)
    const answer = await standIns.press(page.url, 'back')
    expect(answer.headers.get('location')).toBe('http://localhost:3000/pricing/start')
    expect((await chargebee.hostedPage.retrieve(page.id)).hosted_page.state).toBe('cancelled')
    await standIns.press(page.url, 'pay')
    expect(await list(customer)).toEqual([])
  })

  test('create a customer for an unknown id', async () => {
    const page = await openPage('a-stranger')
    await standIns.press(page.url, 'pay')
    const done = (await chargebee.hostedPage.retrieve(page.id)).hosted_page
    expect(done.content.customer.id).not.toBe('a-stranger')
  })

  test('start an active plan with an invoice without a trial', async () => {
    const { customer, subscription } = await subscribe(0)
    expect(subscription).toMatchObject({ status: 'active', current_term_end: expect.any(Number) })
    expect(subscription.trial_end).toBeUndefined()
    const invoices = await chargebee.invoice.list({ customer_id: { is: customer } })
    expect(invoices.list[0]?.invoice).toMatchObject({ total: 1900, status: 'paid', currency_code: 'USD' })
  })
})

describe('subscriptions', () => {
  test('end with the term, and can be resumed', async () => {
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

  test('stay in trial until its end when cancelled', async () => {
    const { subscription } = await subscribe()
    const ending = await chargebee.subscription.cancelForItems(subscription.id, { end_of_term: true })
    expect(ending.subscription).toMatchObject({
      status: 'in_trial',
      cancelled_at: subscription.trial_end,
      cancel_schedule_created_at: expect.any(Number),
    })
  })

  test('end at once', async () => {
    const { subscription } = await subscribe()
    const ended = await chargebee.subscription.cancelForItems(subscription.id, { end_of_term: false })
    expect(ended.subscription.status).toBe('cancelled')
  })

  test('show a failed payment as a due invoice', async () => {
    const { subscription } = await subscribe()
    await standIns.post('/chargebee/control/past-due', { subscription: subscription.id })
    const late = (await chargebee.subscription.retrieve(subscription.id)).subscription
    expect(late).toMatchObject({ status: 'active', due_invoices_count: 1 })
    await vi.waitFor(() => expect(standIns.site.types()).toContain('payment_failed'))
  })

  test('can be cancelled in the portal', async () => {
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

test('ignores old portal pages after the term', async () => {
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

test('allows only reading a deleted customer, and ends their plans', async () => {
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
