/** Performs the steps of a history as the person on the site, on the vendors' pages, and as the vendors' staff. */
import { consentWording } from '@/lib/contract/plan-words'
import { consentHeader } from '@/lib/site'
import { otherProducts } from '@/tests/setup/other-products'
import type { Random } from '@/tests/setup/random'
import { post } from '@/tests/faults/support/client'
import type { Person, VendorPlan } from '@/tests/faults/support/person'
import { vendors, type Vendor, type World } from '@/tests/faults/support/world'
import type { Purchase, Step } from './draw-history'
import { trialsOf } from './expected-plans'

/** The history's events that the final checks need. */
export type HistoryRecord = {
  /** Plans that were ended at the vendor, or whose customer was deleted there. */
  endedAtVendor: Set<string>
  /** The step in which a plan or a page was first seen. */
  firstSeen: Map<string, number>
  /** Pages that the user received: only these can be paid. */
  shownPages: Set<string>
  /** How often a plan was cancelled, resumed or past due, by `<id> <kind>`. */
  changes: Map<string, number>
  /** Plans that were in trial at the same time, both before and after a successful sync. */
  concurrentTrials: string[][]
  problems: string[]
}

export const newRecord = (): HistoryRecord => ({
  endedAtVendor: new Set(),
  firstSeen: new Map(),
  shownPages: new Set(),
  changes: new Map(),
  concurrentTrials: [],
  problems: [],
})

const hourMs = 3_600_000

const isRunning = (one: VendorPlan) => one.subscription.term.endedAt === null
const isCancelled = (one: VendorPlan) => one.subscription.term.cancelAt !== null

export function createSteps(world: World, person: Person, random: Random, record: HistoryRecord) {
  const consent = { [consentHeader]: consentWording }
  const press = (path: string, body: object = {}) => fetch(world.base + path, { redirect: 'manual', ...post(body) })
  const report = (problem: string) => record.problems.push(problem)
  const customerAt = (vendor: Vendor) => person.customersAt(vendor).findLast((one) => !one.deleted)
  const clickTogether = (clicks: number, path: string, body: object) =>
    Promise.all(Array.from({ length: clicks }, () => person.call(`${path}?uid=${person.uid}`, body, consent)))

  /** Several clicks at once must lead to one page, or to none. */
  async function open({ vendor, plan }: Purchase, clicks: number): Promise<void> {
    await world.clearLimits()
    const answers = await clickTogether(clicks, `/${vendor}/checkout-session`, world.checkoutBody(vendor, plan))
    const pages = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id as string))
    for (const page of pages) record.shownPages.add(page)
    if (pages.size > 1) report(`${clicks} clicks at once led to ${pages.size} pages`)
    for (const { status, body } of answers) {
      if (![200, 409, 429].includes(status)) report(`checkout: ${status} ${JSON.stringify(body)}`)
    }
  }

  async function pay(pages: 'one' | 'all'): Promise<void> {
    const deleted = person.deletedCustomers()
    const open = vendors.flatMap((vendor) =>
      person
        .pagesAt(vendor)
        .filter(({ status, expiresAt }) => status === 'open' && expiresAt * 1000 > world.now())
        .filter(({ id, customer }) => record.shownPages.has(id) && !deleted.has(customer ?? ''))
        .map(({ id }) => ({ vendor, id })),
    )
    const chosen = pages === 'all' || open.length === 0 ? open : [random.pick(open)]
    await Promise.all(chosen.map(({ vendor, id }) => world.pay(vendor, id)))
  }

  /** Cancels or resumes a plan on the site, with several clicks at once. */
  async function change(call: 'cancel-plan' | 'resume-plan', plan: VendorPlan, clicks: number): Promise<void> {
    await world.clearLimits()
    const body = { uid: person.uid, subscriptionId: plan.subscription.id, store: plan.vendor }
    for (const answer of await clickTogether(clicks, `/users/${call}`, body)) {
      // The plan's webhook may not have arrived yet, and the plan may have ended meanwhile.
      if (![200, 404, 409].includes(answer.status)) report(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status === 200 && isRunning(plan) && isCancelled(plan) !== (call === 'cancel-plan'))
        report(`${call} got 200, but the vendor has another state`)
    }
  }

  async function useVendorPortal({ vendor, subscription }: VendorPlan, button: 'cancel' | 'keep'): Promise<void> {
    await world.clearLimits()
    // The site opens the portal of the current plan; another plan's portal is opened at the vendor.
    const opened = await person.call(`/billing/portal?uid=${person.uid}`, { returnUrl: world.siteOrigin })
    if (![200, 404].includes(opened.status)) report(`portal: ${opened.status} ${JSON.stringify(opened.body)}`)
    const portals = Object.values(world.vendorContext.state[vendor].portals)
    const own = portals.findLast((one) => one.customer === subscription.customer)
    if (own) await press(`/portal/${vendor}/${own.id}/${subscription.id}/${button}`)
  }

  async function endNow({ vendor, subscription: { id } }: VendorPlan): Promise<void> {
    record.endedAtVendor.add(id)
    const path = `/subscriptions/${id}`
    if (vendor === 'stripe') await world.vendorApi(vendor, 'DELETE', path)
    else await world.vendorApi(vendor, 'POST', `${path}/cancel_for_items`, 'end_of_term=false')
  }

  async function deleteCustomer(): Promise<void> {
    const customer = customerAt('stripe')
    if (!customer) return
    for (const one of person.plans()) {
      if (isRunning(one) && one.subscription.customer === customer.id) record.endedAtVendor.add(one.subscription.id)
    }
    await world.vendorApi('stripe', 'DELETE', `/customers/${customer.id}`)
  }

  /** Subscribes the same customer to another product. */
  async function buyOtherProduct({ vendor, how }: Extract<Step, { does: 'other product' }>): Promise<void> {
    const customer = customerAt(vendor)
    const { subscribe } = otherProducts(world.base, world.now)
    const options = { isUnpaid: how === 'unpaid', trialDays: how === 'trial' ? 14 : 0 }
    if (customer) await subscribe(vendor, customer.id, options)
  }

  async function sync(): Promise<void> {
    const before = trialsOf(person, world.now())
    const { status } = await person.call(`/billing/sync?uid=${person.uid}`, {})
    const after = trialsOf(person, world.now())
    if (status === 200) record.concurrentTrials.push(before.filter((id) => after.includes(id)))
  }

  async function changePlan(step: Extract<Step, { which: number }>): Promise<void> {
    const running = person.plans().filter(isRunning)
    const candidates = /resume|keep/.test(step.does)
      ? running.filter(isCancelled)
      : /end/.test(step.does)
        ? running
        : running.filter((one) => !isCancelled(one))
    const plan = candidates[Math.floor(step.which * candidates.length)]
    if (!plan) return
    const control = (name: string) => press(`/${plan.vendor}/control/${name}`, { subscription: plan.subscription.id })
    const perform: Record<typeof step.does, () => Promise<unknown>> = {
      cancel: () => change('cancel-plan', plan, step.clicks),
      resume: () => change('resume-plan', plan, step.clicks),
      'cancel in portal': () => useVendorPortal(plan, 'cancel'),
      'keep in portal': () => useVendorPortal(plan, 'keep'),
      'end now': () => endNow(plan),
      'fail payment': () => control('past-due'),
      'settle payment': () => control('settle'),
      'end period': () => control('end-period'),
    }
    await perform[step.does]()
  }

  return async function run(step: Step): Promise<void> {
    switch (step.does) {
      case 'open':
        return open(step.purchase, step.clicks)
      case 'open both':
        return void (await Promise.all(step.purchases.map((purchase) => open(purchase, 1))))
      case 'pay':
        return pay(step.pages)
      case 'wait':
        return world.setAhead(world.ahead() + step.hours * hourMs)
      case 'sync':
        return sync()
      case 'delete customer':
        return deleteCustomer()
      case 'other product':
        return buyOtherProduct(step)
      default:
        return changePlan(step)
    }
  }
}
