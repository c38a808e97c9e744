import { describe, expect, test, vi } from 'vitest'
import { standIns, chargebee, refused, subscribe } from './chargebee-purchases'

describe('paying an open invoice', () => {
  const post = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' })
  const shown = async (address: string) => (await fetch(address)).text()
  const seen = async (id: string) => (await chargebee.subscription.retrieve(id)).subscription
  const turn = (name: string, id: string) => standIns.post(`/chargebee/control/${name}`, { subscription: id })
  const newest = async (id: string) =>
    (await chargebee.invoice.list({ subscription_id: { is: id } })).list[0]?.invoice.id ?? ''
  const portalOf = async (id: string) => (await chargebee.portalSession.create({ customer: { id } })).portal_session

  test('works in the portal', async () => {
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

  test('works on the invoice’s own page', async () => {
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

  test('is refused while a payment is in progress', async () => {
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

  test('gives an invoice’s document a temporary address', async () => {
    const { customer } = await subscribe(0)
    const { list } = await chargebee.invoice.list({ customer_id: { is: customer } })
    const { download } = await chargebee.invoice.pdf(list[0]?.invoice.id ?? '')
    expect(download.valid_till * 1000).toBeGreaterThan(Date.now())
    expect(await (await fetch(download.download_url)).text()).toContain('$19.00')
  })
})
