/** A person of the tests: their calls to the two sites, and what the vendor stand-ins hold about them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subscription } from '@/local/vendors/records'
import { offers, type Offer } from '@/local/vendors/catalogue'
import { tokenHeader } from '@/lib/site'
import { describe, post, request, type Answer } from './client'
import { vendors, type Vendor, type World } from './world'

/** A plan as its vendor has it. */
export type VendorPlan = { vendor: Vendor; subscription: Subscription }

/** The offer of a plan's price, or undefined for another product: the site sells the prices of the catalogue. */
export const offerOf = ({ vendor, subscription }: VendorPlan): Offer | undefined =>
  offers.find(({ priceIds }) => priceIds[vendor] === subscription.price)

export type Person = Awaited<ReturnType<typeof createPerson>>

const patienceMs = 90_000

/** Creates an account at the identity service and stores the user record. */
export async function createPerson(world: World, name: string) {
  const uid = `${name}-${randomUUID().slice(0, 8)}`
  const email = `${uid}@people.example`
  world.identity.accounts.set(uid, {})
  let turn = 0

  async function once(site: number, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...(init.headers as object), [tokenHeader]: await world.token(uid) }
    return request(`${world.sites[site]?.url}/api${path}`, { ...init, headers })
  }

  /** At each site in turn. Retries at the other one when a site is down or answers with a server error. */
  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = body && post(body)
    const init = { ...sent, headers: { ...sent?.headers, ...headers } }
    const until = Date.now() + patienceMs
    for (;;) {
      const answer = await once(turn++ % 2, path, init)
      if (answer.status > 0 && answer.status < 500) return answer
      if (Date.now() > until) throw new Error(`${path} was never answered: ${describe(answer)}`)
      await sleep(100)
    }
  }

  const customersAt = (vendor: Vendor) =>
    Object.values(world.vendorContext.state[vendor].customers).filter((one) => one.email === email)
  const ownedAt = <One extends { customer: string | null }>(vendor: Vendor, all: Record<string, One>) => {
    const ids = new Set(customersAt(vendor).map(({ id }) => id))
    return Object.values(all).filter((one) => one.customer !== null && ids.has(one.customer))
  }
  const allPlans = (): VendorPlan[] =>
    vendors.flatMap((vendor) =>
      ownedAt(vendor, world.vendorContext.state[vendor].subscriptions).map((subscription) => ({
        vendor,
        subscription,
      })),
    )

  const person = {
    uid,
    email,
    once,
    call,
    /** The body that stores a name. */
    record: (userName: string | null) => ({
      uid,
      name: userName,
      username: userName,
      email,
      providerId: 'password',
      phone: null,
    }),
    checkout: (site: number, vendor: Vendor) =>
      once(site, `/${vendor}/checkout-session?uid=${uid}`, post(world.checkoutBody(vendor))),
    currentPlan: (site: number) => once(site, `/users/current-plan?uid=${uid}`),
    sync: (site: number) => once(site, `/billing/sync?uid=${uid}`, post({})),
    customersAt,
    deletedCustomers: () =>
      new Set(vendors.flatMap((vendor) => customersAt(vendor).flatMap(({ id, deleted }) => (deleted ? [id] : [])))),
    /** All plans of this site, ended ones too. */
    plans: () => allPlans().filter((plan) => offerOf(plan) !== undefined),
    /** Plans of other products at the same customers. */
    otherPlans: () => allPlans().filter((plan) => offerOf(plan) === undefined),
    invoices: () => vendors.flatMap((vendor) => ownedAt(vendor, world.vendorContext.state[vendor].invoices)),
    /** Payment pages, oldest first. */
    pagesAt: (vendor: Vendor) => ownedAt(vendor, world.vendorContext.state[vendor].checkouts),
  }
  const made = await person.call('/users/insert-or-update', person.record(null))
  if (made.status !== 200) throw new Error(`The record was not stored: ${describe(made)}`)
  return person
}

/** Empties the vendor stand-ins, which get slower with every customer that they hold. */
export function clearVendors({ vendorContext: { state, changed } }: World): void {
  for (const records of [...Object.values(state.stripe), ...Object.values(state.chargebee)] as unknown[]) {
    if (Array.isArray(records)) records.length = 0
    else if (typeof records === 'object' && records !== null)
      for (const key of Object.keys(records)) Reflect.deleteProperty(records, key)
  }
  state.inbox.messages.length = 0
  changed()
}
