/** Customers, hosted pages and subscriptions at the stand-in for Chargebee. */
import { afterAll, beforeEach } from 'vitest'
import { startStandIns } from './stand-ins'

export const standIns = await startStandIns()
export const chargebee = standIns.chargebee
afterAll(() => standIns.close())
beforeEach(() => {
  standIns.site.answerWith(200)
  standIns.site.arrivals.length = 0
})

export const refused = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown)

let people = 0
export async function newCustomer() {
  const { customer } = await chargebee.customer.create({ id: `person-${++people}`, email: `p${people}@example.com` })
  return customer.id
}

export async function openPage(customer: string, trialEnd?: number) {
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

export const list = async (customer: string) =>
  (await chargebee.subscription.list({ customer_id: { is: customer }, include_deleted: true })).list.map(
    ({ subscription }) => subscription,
  )

export async function subscribe(trialEnd?: number) {
  const customer = await newCustomer()
  const page = await openPage(customer, trialEnd)
  await standIns.press(page.url, 'pay')
  const [subscription] = await list(customer)
  if (!subscription) throw new Error('no subscription')
  return { customer, page, subscription }
}
