/** The pages that the payment vendors host. */
import { afterAll, describe, expect, test } from 'vitest'
import { providers } from '@/lib/contract/plan'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
afterAll(() => standIns.close())

const press = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' })
const textOf = async (address: string) => (await fetch(address)).text()

describe.each(providers.options)('%s', (name) => {
  const { stripe, chargebee, base } = standIns

  /** A new customer's page of the monthly plan, and their portal once it is paid. */
  async function customer() {
    const returns = { success: 'http://localhost:3000/done', cancel: 'http://localhost:3000/back' }
    if (name === 'stripe') {
      const { id } = await stripe.customers.create({})
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: id,
        line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
        success_url: returns.success,
        cancel_url: returns.cancel,
      })
      const portal = async () => (await stripe.billingPortal.sessions.create({ customer: id })).url
      return { page: session.url ?? '', portal }
    }
    const { id } = (await chargebee.customer.create({})).customer
    const opened = await chargebee.hostedPage.checkoutNewForItems({
      subscription_items: [{ item_price_id: 'plan-monthly-USD', quantity: 1 }],
      customer: { id },
      redirect_url: returns.success,
      cancel_url: returns.cancel,
    })
    const portal = async () => (await chargebee.portalSession.create({ customer: { id } })).portal_session.access_url
    return { page: opened.hosted_page.url ?? '', portal }
  }

  test('have the buttons Pay and Go back, and lead to the site', async () => {
    const { page } = await customer()
    expect([...(await textOf(page)).matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label)).toEqual([
      'Pay',
      'Go back',
    ])
    expect((await press(`${page}/back`)).headers.get('location')).toBe('http://localhost:3000/back')
    const other = await customer()
    expect((await press(`${other.page}/pay`)).headers.get('location')).toMatch(/^http:\/\/localhost:3000\/done/)
    expect(await textOf(other.page)).toContain('This is paid')
    expect((await fetch(`${base}/invoice/${name}/nothing`)).status).toBe(404)
  })

  test('cancel and keep a plan, and pay its open invoice', async () => {
    const { page, portal } = await customer()
    await press(`${page}/pay`)
    const address = await portal()
    const actionOf = async (button: string) => {
      const form = [
        ...(await textOf(address)).matchAll(/<form method="post" action="([^"]+)">\s*<button[^>]*>([^<]+)/g),
      ]
      return `${base}${form.find(([, , label]) => label === button)?.[1]}`
    }
    await press(await actionOf('Cancel at the end of the period'))
    expect(await textOf(address)).toContain('Ends on')
    await press(await actionOf('Keep the plan'))
    expect(await textOf(address)).toContain('Renews on')
    const [id = ''] = Object.values(standIns.context.state[name].subscriptions)
      .map((one) => one.id)
      .slice(-1)
    await standIns.post(`/${name}/control/past-due`, { subscription: id })
    await press(await actionOf('Pay the open invoice'))
    expect(await textOf(address)).not.toContain('Not paid')
    const { term } = standIns.context.state[name].subscriptions[id] ?? {}
    expect(term?.pastDue).toBe(false)
  })
})
