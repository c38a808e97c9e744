/** A person of the tests: their calls to the two sites, and what the vendor stand-ins hold about them. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subscription } from '@/local/vendors/records'
import { offers, type Offer } from '@/local/vendors/catalogue'
import { tokenHeader } from '@/lib/site'
import type { Random } from '@/tests/setup/random'
import { describe, post, request, type Answer } from './client'
import type { Vendor, World } from './world'

/** A plan as its vendor has it. */
export type VendorPlan = { vendor: Vendor; subscription: Subscription }

/** The offer of a plan's price, or undefined for another product: the site sells the prices of the catalogue. */
export const offerOf = ({ vendor, subscription }: VendorPlan): Offer | undefined =>
  offers.find(({ priceIds }) => priceIds[vendor] === subscription.price)

const isSoldHere = (plan: VendorPlan) => offerOf(plan) !== undefined

export type Person = Awaited<ReturnType<typeof createPerson>>

const patienceMs = 90_000

/** Creates an account at the identity service and stores the user record. */
export async function createPerson(world: World, random: Random, name: string) {
  const uid = `${name}-${randomUUID().slice(0, 8)}`
  const email = `${uid}@people.example`
  world.identity.accounts.set(uid, {})

  async function once(site: number, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...(init.headers as object), [tokenHeader]: await world.token(uid) }
    return request(`${world.sites[site]?.url}/api${path}`, { ...init, headers })
  }

  /** Retries at the other site when one is down or answers with a server error. */
  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = body && post(body)
    const init = { ...sent, headers: { ...sent?.headers, ...headers } }
    const until = Date.now() + patienceMs
    for (let site = random.whole(0, 1); ; site = 1 - site) {
      const answer = await once(site, path, init)
      if (answer.status > 0 && answer.status < 500) return answer
      if (Date.now() > until) throw new Error(`${path} was never answered: ${describe(answer)}`)
      await sleep(100)
    }
  }

  const { stripe, chargebee } = world.vendorContext.state
  const customers = () => ({
    stripe: Object.values(stripe.customers).filter((one) => one.email === email),
    chargebee: Object.values(chargebee.customers).filter((one) => one.email === email),
  })
  const idsOf = (vendor: Vendor) => new Set(customers()[vendor].map(({ id }) => id))
  const ownedBy = <One extends { customer: string | null }>(vendor: Vendor, all: Record<string, One>) => {
    const ids = idsOf(vendor)
    return Object.values(all).filter((one) => one.customer !== null && ids.has(one.customer))
  }

  const allPlans = (): VendorPlan[] => [
    ...ownedBy('stripe', stripe.subscriptions).map((subscription) => ({ vendor: 'stripe' as const, subscription })),
    ...ownedBy('chargebee', chargebee.subscriptions).map((found) => ({
      vendor: 'chargebee' as const,
      subscription: found,
    })),
  ]

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
    customers,
    deletedCustomers: () =>
      new Set([...customers().stripe, ...customers().chargebee].filter(({ deleted }) => deleted).map(({ id }) => id)),
    /** All plans of this site, ended ones too. */
    plans: (): VendorPlan[] => allPlans().filter(isSoldHere),
    /** Plans of other products at the same customers. */
    otherPlans: (): VendorPlan[] => allPlans().filter((one) => !isSoldHere(one)),
    invoices: () => ({
      stripe: ownedBy('stripe', stripe.invoices),
      chargebee: ownedBy('chargebee', chargebee.invoices),
    }),
    /** Payment pages, oldest first. */
    pages: () => ({
      stripe: ownedBy('stripe', stripe.checkouts),
      chargebee: ownedBy('chargebee', chargebee.checkouts),
    }),
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
