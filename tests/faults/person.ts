/** One person of a history: how they call the site, and what the vendors' stand-ins hold of theirs. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subscription as ChargebeeSubscription } from '@/local/chargebee/records'
import type { Subscription as StripeSubscription } from '@/local/stripe/records'
import { offerByItemPrice, offerByPrice } from '@/local/vendors/catalogue'
import { tokenHeader } from '@/lib/site'
import type { Random } from '@/tests/setup/random'
import type { Vendor, World } from './world'

// oxlint-disable-next-line typescript/no-explicit-any -- answers are judged by what is done with them
export type Answer = { status: number; body: any; headers: Headers }

/** A plan as its vendor has it. */
export type Held =
  { vendor: 'stripe'; subscription: StripeSubscription } | { vendor: 'chargebee'; subscription: ChargebeeSubscription }

/** The catalogue is what the site sells; a price that was made beside it is another product's. */
const isSoldHere = ({ vendor, subscription }: Held) =>
  (vendor === 'stripe' ? offerByPrice(subscription.price) : offerByItemPrice(subscription.itemPrice)) !== undefined

export type Person = Awaited<ReturnType<typeof createPerson>>

const answerMs = 30_000
const patienceMs = 90_000

/** Somebody new, who has signed in and whose record is stored. */
export async function createPerson(world: World, random: Random, name: string) {
  const uid = `${name}-${randomUUID().slice(0, 8)}`
  const email = `${uid}@people.example`
  world.identity.accounts.set(uid, {})

  async function once(site: number, path: string, init: RequestInit): Promise<Answer> {
    const seconds = Math.floor(world.now() / 1000)
    const token = await world.identity.token(uid, { iat: seconds - 10, auth_time: seconds - 10, exp: seconds + 3600 })
    const response = await fetch(`${world.sites[site]?.url}/api${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', [tokenHeader]: token, ...(init.headers as object) },
      signal: AbortSignal.timeout(answerMs),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** Asks until somebody answers: a person presses again when the site is gone or says that it cannot now. */
  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const init = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) }
    const until = Date.now() + patienceMs
    for (let site = random.whole(0, 1); ; site = 1 - site) {
      const answer = await once(site, path, init).catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && answer.status < 500) return answer
      if (Date.now() > until) throw new Error(`${path} was never answered: ${JSON.stringify(answer)}`)
      await sleep(100)
    }
  }

  const { stripe, chargebee } = world.desk.state
  const customers = () => ({
    stripe: Object.values(stripe.customers).filter((one) => one.email === email),
    chargebee: Object.values(chargebee.customers).filter((one) => one.email === email),
  })
  const idsOf = (vendor: Vendor) => new Set(customers()[vendor].map(({ id }) => id))
  const ofThem = <One extends { customer: string | null }>(vendor: Vendor, all: Record<string, One>) => {
    const ids = idsOf(vendor)
    return Object.values(all).filter((one) => one.customer !== null && ids.has(one.customer))
  }

  const everything = (): Held[] => [
    ...ofThem('stripe', stripe.subscriptions).map((subscription) => ({ vendor: 'stripe' as const, subscription })),
    ...ofThem('chargebee', chargebee.subscriptions).map((subscription) => ({
      vendor: 'chargebee' as const,
      subscription,
    })),
  ]

  const person = {
    uid,
    email,
    once,
    call,
    customers,
    /** Customers of theirs that were deleted at the vendor. */
    lost: () =>
      new Set([...customers().stripe, ...customers().chargebee].filter(({ deleted }) => deleted).map(({ id }) => id)),
    /** Every plan that they ever had. */
    held: (): Held[] => everything().filter(isSoldHere),
    /** What they have of other products at the same customers. */
    others: (): Held[] => everything().filter((one) => !isSoldHere(one)),
    invoices: () => ({
      stripe: ofThem('stripe', stripe.invoices),
      chargebee: ofThem('chargebee', chargebee.invoices),
    }),
    /** Payment pages, in the order in which they were made. */
    pages: () => ({
      stripe: ofThem('stripe', stripe.sessions),
      chargebee: Object.values(chargebee.pages).filter((page) => idsOf('chargebee').has(page.customer.id ?? '')),
    }),
  }
  const made = await person.call('/users/insert-or-update', {
    uid,
    name: null,
    username: null,
    email,
    providerId: 'password',
    phone: null,
  })
  if (made.status !== 200) throw new Error(`The record was not stored: ${JSON.stringify(made)}`)
  return person
}

/** Empties the vendors' stand-ins, so that the next history is as quick as the first. */
export function forgetAll({ desk: { state, changed } }: World): void {
  for (const kept of [...Object.values(state.stripe), ...Object.values(state.chargebee)] as unknown[]) {
    if (Array.isArray(kept)) kept.length = 0
    else if (typeof kept === 'object' && kept !== null)
      for (const key of Object.keys(kept)) Reflect.deleteProperty(kept, key)
  }
  state.inbox.messages.length = 0
  changed()
}
