/** Does the steps of a history: as the person in two tabs, at the vendors' pages, and as the vendors' own staff. */
import { offers } from '@/local/vendors/catalogue'
import { standIn } from '@/local/vendors/settings'
import { consentWording } from '@/lib/contract/consent'
import { consentHeader, exact } from '@/lib/site'
import { otherProducts } from '@/tests/setup/other-products'
import { basic } from './basic'
import type { Step, Wish } from './history'
import { trialsOf } from './oracle'
import type { Held, Person } from './person'
import type { Random } from '@/tests/setup/random'
import type { Vendor, World } from './world'

/** What a history has done so far that its end is judged by. */
export type Course = {
  /** Plans that were ended at once at the provider, or went with their customer there. */
  endedOutside: Set<string>
  /** The step before which a plan or a page was first seen. */
  firstSeen: Map<string, number>
  /** Pages whose address the person was told: nobody can pay on another. */
  given: Set<string>
  /** How often a plan was really cancelled, resumed, or came to be past due, by `<id> <kind>`. */
  turns: Map<string, number>
  /** Plans that were all in trial while the site was asked to look, and answered that it had. */
  trialsTogether: string[][]
  /** What was not as it should be, in words. */
  problems: string[]
}

/** Nothing done yet; what is found wrong is added to `problems`. */
export const newCourse = (problems: string[] = []): Course => ({
  endedOutside: new Set(),
  firstSeen: new Map(),
  given: new Set(),
  turns: new Map(),
  trialsTogether: [],
  problems,
})

const hour = 3_600_000

const isRunning = (one: Held) => one.subscription.term.endedAt === null
const isLeaving = (one: Held) => one.subscription.term.cancelAt !== null
const at = <T>(list: T[], share: number): T | undefined => list[Math.floor(share * list.length)]

export function createSteps(world: World, person: Person, random: Random, course: Course) {
  const post = (path: string, body?: object) =>
    fetch(world.base + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
  const say = (problem: string) => course.problems.push(problem)

  function begin({ vendor, plan }: Wish) {
    const offer = offers[plan]
    const priceId = (vendor === 'stripe' ? offer?.stripePriceId : offer?.itemPriceId) ?? ''
    const body = {
      priceId,
      successUrl: `${world.siteOrigin}${exact.checkoutSuccess}`,
      cancelUrl: `${world.siteOrigin}${exact.checkoutCancel}`,
    }
    return person.call(`/${vendor}/checkout-session?uid=${person.uid}`, body, { [consentHeader]: consentWording })
  }

  /** Many presses at once lead to one page, or nowhere. */
  async function open(wish: Wish, clicks: number): Promise<void> {
    await world.forgetLimits()
    const answers = await Promise.all(Array.from({ length: clicks }, () => begin(wish)))
    const pages = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id as string))
    for (const page of pages) course.given.add(page)
    if (pages.size > 1) say(`${clicks} presses at once led to ${pages.size} pages`)
    for (const { status, body } of answers) {
      if (![200, 409, 429].includes(status)) say(`a checkout was answered ${status} ${JSON.stringify(body)}`)
    }
  }

  async function pay(pages: 'one' | 'all'): Promise<void> {
    const { stripe, chargebee } = person.pages()
    const lost = person.lost()
    const mayPay = (id: string, customer: string | null | undefined) =>
      course.given.has(id) && !lost.has(customer ?? '')
    const isOpen = (expiresAt: number) => expiresAt * 1000 > world.now()
    const open = [
      ...stripe
        .filter((one) => one.status === 'open' && mayPay(one.id, one.customer))
        .map(({ id }) => `/checkout/stripe/${id}/pay`),
      ...chargebee
        .filter(
          (one) => /^(created|requested)$/.test(one.state) && isOpen(one.expiresAt) && mayPay(one.id, one.customer.id),
        )
        .map(({ id }) => `/pages/v4/${id}/checkout/pay`),
    ]
    const chosen = pages === 'all' || open.length === 0 ? open : [random.pick(open)]
    await Promise.all(chosen.map((path) => post(path)))
  }

  /** Changes a plan by the site, pressed so many times at once. */
  async function change(call: 'cancel-plan' | 'resume-plan', held: Held, clicks: number): Promise<void> {
    await world.forgetLimits()
    const body = { uid: person.uid, subscriptionId: held.subscription.id, store: held.vendor }
    const headers = { [consentHeader]: consentWording }
    const press = () => person.call(`/users/${call}?uid=${person.uid}`, body, headers)
    const answers = await Promise.all(Array.from({ length: clicks }, press))
    for (const { status, body: told } of answers) {
      // The message about a plan may still be on its way, and a plan may have ended meanwhile.
      if (![200, 404, 409].includes(status)) say(`${call} was answered ${status} ${JSON.stringify(told)}`)
      const wanted = call === 'cancel-plan'
      if (status === 200 && isRunning(held) && isLeaving(held) !== wanted) {
        say(`${call} was answered 200, and the provider has it otherwise`)
      }
    }
  }

  async function portal(held: Held, press: 'cancel' | 'keep'): Promise<void> {
    await world.forgetLimits()
    // The site leads to the portal of the present plan; another plan's is opened at the provider.
    const asked = await person.call(`/billing/portal?uid=${person.uid}`, { returnUrl: world.siteOrigin })
    if (![200, 404].includes(asked.status)) say(`the portal was answered ${asked.status} ${JSON.stringify(asked.body)}`)
    const { customer, id } = held.subscription
    const portals = Object.values(world.desk.state[held.vendor].portals)
    const own = portals.findLast((one) => one.customer === customer)
    const key = own && ('token' in own ? own.token : own.id)
    if (key) await post(`/portal/${held.vendor}/${key}/${id}/${press}`)
  }

  const api = (vendor: Vendor, method: string, path: string, form = '') =>
    fetch(`${world.base}${vendor === 'stripe' ? '/v1' : '/api/v2'}${path}`, {
      method,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization:
          vendor === 'stripe'
            ? `Bearer ${standIn.stripe.secretKey}`
            : basic({ webhookUser: standIn.chargebee.apiKey, webhookPassword: '' }),
      },
      ...(form && { body: form }),
    })

  async function endNow({ vendor, subscription: { id } }: Held): Promise<void> {
    course.endedOutside.add(id)
    if (vendor === 'stripe') await api(vendor, 'DELETE', `/subscriptions/${id}`)
    else await api(vendor, 'POST', `/subscriptions/${id}/cancel_for_items`, 'end_of_term=false')
  }

  async function loseCustomer(vendor: Vendor): Promise<void> {
    const customer = person.customers()[vendor].findLast((one) => !('deleted' in one && one.deleted))
    if (!customer) return
    for (const one of person.held()) {
      if (isRunning(one) && one.subscription.customer === customer.id) course.endedOutside.add(one.subscription.id)
    }
    const path = `/customers/${customer.id}`
    if (vendor === 'stripe') await api(vendor, 'DELETE', path)
    else await api(vendor, 'POST', `${path}/delete`)
  }

  /** Somebody subscribes to another product as the same customer. */
  async function buyElsewhere({ vendor, how }: Extract<Step, { does: 'other product' }>): Promise<void> {
    const customer = person.customers()[vendor].findLast((one) => !('deleted' in one && one.deleted))
    if (!customer) return
    const { subscribe } = otherProducts(world.base, world.now)
    await subscribe(vendor, customer.id, { isUnpaid: how === 'unpaid', trialDays: how === 'trial' ? 14 : 0 })
  }

  const control = ({ vendor, subscription: { id } }: Held, name: string) =>
    post(`/${vendor}/control/${name}`, { subscription: id })

  return async function run(step: Step): Promise<void> {
    const running = person.held().filter(isRunning)
    const staying = running.filter((one) => !isLeaving(one))
    const leaving = running.filter(isLeaving)
    switch (step.does) {
      case 'open':
        return open(step.wish, step.clicks)
      case 'open both':
        await Promise.all(step.wishes.map((wish) => open(wish, 1)))
        return
      case 'pay':
        return pay(step.pages)
      case 'wait':
        return world.setAhead(world.ahead() + step.hours * hour)
      case 'ring': {
        const before = trialsOf(person, world.now())
        const { status } = await person.call(`/billing/sync?uid=${person.uid}`, {})
        const after = trialsOf(person, world.now())
        if (status === 200) course.trialsTogether.push(before.filter((id) => after.includes(id)))
        return
      }
      case 'lose customer':
        return loseCustomer(step.vendor)
      case 'other product':
        return buyElsewhere(step)
      default: {
        const needs = /resume|keep/.test(step.does) ? leaving : /end/.test(step.does) ? running : staying
        const held = at(needs, step.which)
        if (!held) return
        if (step.does === 'cancel') return change('cancel-plan', held, step.clicks)
        if (step.does === 'resume') return change('resume-plan', held, step.clicks)
        if (step.does === 'cancel in portal') return portal(held, 'cancel')
        if (step.does === 'keep in portal') return portal(held, 'keep')
        if (step.does === 'end now') return endNow(held)
        await control(
          held,
          { 'fail payment': 'past-due', 'settle payment': 'settle', 'end period': 'end-period' }[step.does],
        )
      }
    }
  }
}
