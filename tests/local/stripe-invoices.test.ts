import { describe, expect, test, vi } from 'vitest'
import { standIns, stripe, subscribe } from './stripe-purchases'

describe('paying an open invoice', () => {
  const post = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' })
  const shown = async (address: string) => (await fetch(address)).text()
  const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status
  const invoicesOf = async (id: string) => (await stripe.invoices.list({ subscription: id })).data
  const turn = (name: string, id: string) => standIns.post(`/stripe/control/${name}`, { subscription: id })

  test.each([['past-due'], ['unpaid']])('works in the portal for a plan that is %s', async (state) => {
    const { customer, subscription } = await subscribe()
    await turn(state, subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const due = await shown(url)
    expect(due).toMatch(/Not paid<\/dt>\s*<dd>\$19\.00 since /)
    expect(due).not.toContain('Renews on')
    standIns.site.arrivals.length = 0
    const paid = await post(`${url}/${subscription.id}/pay`)
    expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(await statusOf(subscription.id)).toBe('active')
    expect((await invoicesOf(subscription.id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const eventTypes = ['invoice.paid', 'customer.subscription.updated']
    await vi.waitFor(() => expect(standIns.site.types().toSorted()).toEqual(eventTypes.toSorted()))
    expect(standIns.context.state.inbox.messages[0]?.text).toContain('received $19.00')
    const settled = await shown(url)
    expect(settled).toContain('Renews on')
    expect(settled).not.toContain('Pay the open invoice')
    const before = await stripe.events.list()
    await post(`${url}/${subscription.id}/pay`)
    expect((await stripe.events.list()).data).toHaveLength(before.data.length)
  })

  test('works on the invoice’s own page', async () => {
    const { subscription } = await subscribe()
    await turn('past-due', subscription.id)
    const [invoice] = await invoicesOf(subscription.id)
    const address = invoice?.hosted_invoice_url ?? ''
    expect(await shown(address)).toContain('Pay the open invoice')
    expect((await post(`${address}/pay`)).status).toBe(303)
    expect(await statusOf(subscription.id)).toBe('active')
    const paid = await shown(address)
    expect(paid).toMatch(/<dd>Paid<\/dd>/)
    expect(paid).not.toContain('Pay the open invoice')
    expect((await post(`${standIns.base}/invoice/stripe/in_nope/pay`)).status).toBe(404)
  })

  test('is refused during a payment, and revives no ended plan', async () => {
    const { customer, subscription } = await subscribe({ subscription_data: {} })
    await turn('pending-payment', subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const page = await shown(url)
    expect(page).toContain('payment in progress')
    expect(page).not.toContain('Pay the open invoice')
    await post(`${url}/${subscription.id}/pay`)
    expect((await invoicesOf(subscription.id))[0]?.status).toBe('open')
    await turn('settle', subscription.id)
    await turn('past-due', subscription.id)
    await stripe.subscriptions.cancel(subscription.id)
    const [open] = await invoicesOf(subscription.id)
    await post(`${open?.hosted_invoice_url}/pay`)
    expect((await invoicesOf(subscription.id))[0]?.status).toBe('paid')
    expect(await statusOf(subscription.id)).toBe('canceled')
  })

  test('does not resume a paused plan', async () => {
    const { customer, subscription } = await subscribe()
    await turn('past-due', subscription.id)
    await turn('pause', subscription.id)
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
    await post(`${url}/${subscription.id}/pay`)
    expect(await statusOf(subscription.id)).toBe('paused')
  })
})
