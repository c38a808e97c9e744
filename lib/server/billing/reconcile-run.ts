import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { provider as providerName, type Provider } from '@/lib/contract/plan'
import type { ReconcileLine, ReconcileSummary } from '@/lib/contract/reconcile'
import { isDatabaseFailure } from '@/lib/server/db/failure'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { knownCustomer } from './providers/ownership'
import { subscriptionRows, type SubscriptionRow } from './plan'
import { billingProvider } from './providers/registry'
import { isRefusal } from './providers/outcomes'
import { changesBetween, toldStanding } from './reconcile-changes'
import { syncCustomer } from './sync'

export type Customer = { store: Provider; customer: string }
/** Somebody with an account and all their customers, or one customer of an account that is gone. */
export type Person = { uid: string | null; customers: Customer[] }
export type Say = (line: ReconcileLine) => void

/** People who are asked about at a time; of one person one question at a time. */
const width = 4

/** Milliseconds before a failed question is asked again: a provider that limits its callers needs a moment. */
const pausesMs = [500, 2500]

/**
 * Customers in a row of whom every question failed before a provider counts as down, and is asked no more in this
 * run. Not single questions: several people are asked about at a time, and a hiccup fails one of each at once.
 */
const patience = 5

export const keyOf = ({ store, customer }: Customer) => `${store} ${customer}`

/** What is said of a failure. Its cause is in the log. */
function sentenceOf(error: unknown): string {
  if (isDatabaseFailure(error)) return 'The database does not answer.'
  if (error instanceof ApiFailure && error.code === 'provider-unavailable') return 'The provider does not answer.'
  if (isRefusal(error)) return 'The provider refuses this, and asking again does not help; the log says why.'
  if (error instanceof ApiFailure && error.code === 'unavailable') return error.message
  return 'It failed on our side; the log says why.'
}

/** One run of `reconcile.ts`: what it has found so far, and which providers it has given up. */
export class Run {
  readonly summary: ReconcileSummary = { checked: 0, changed: 0, failed: 0 }
  /** Of what failed, second payments that were read and are not paid back yet. */
  owed = 0
  /** Of what failed, customers about whom the provider refuses to answer: asking them again soon is no use. */
  refused = 0
  private readonly inRow: Record<Provider, number> = { stripe: 0, chargebee: 0 }
  private readonly unasked: Record<Provider, number> = { stripe: 0, chargebee: 0 }
  private readonly failures = new Set<string>()

  constructor(
    private readonly say: Say,
    private readonly stop: AbortSignal | undefined,
  ) {}

  /** @param customer null where the provider does not say which of its messages were lost */
  fail(store: Provider, customer: string | null, err: unknown): void {
    this.summary.failed++
    log().error({ store, customer, err }, 'reconcile: could not be read')
    const about = customer === null ? 'What it could not deliver is unknown. ' : ''
    this.say({ store, customer, error: about + sentenceOf(err) })
  }

  change(line: ReconcileLine): void {
    this.summary.changed++
    this.say(line)
  }

  /** Whether all of these customers were read. */
  hasRead = (some: Customer[]) => !this.stop?.aborted && !some.some((one) => this.failures.has(keyOf(one)))

  /** Asks the providers about people, some at a time. */
  async check(people: Person[]): Promise<void> {
    const waiting = people.values()
    const work = async () => {
      for (const person of waiting) {
        if (this.stop?.aborted) return
        await (person.uid === null ? this.checkGone(person) : this.checkPerson(person.uid, person))
      }
    }
    await Promise.all(Array.from({ length: width }, work))
  }

  private async checkPerson(uid: string, person: Person): Promise<void> {
    let before: SubscriptionRow[]
    try {
      before = await subscriptionRows(uid)
    } catch (error) {
      for (const { store, customer } of person.customers) this.lose({ store, customer }, error)
      return
    }
    const read: Customer[] = []
    for (const one of person.customers) {
      if (await this.ask(one, () => syncCustomer(one.store, one.customer))) read.push(one)
    }
    if (read.length === 0) return
    // A second plan at one provider may have been ended for the sake of one at the other: compared at the end.
    const after = await subscriptionRows(uid).catch((error: unknown) => {
      for (const one of read) this.lose(one, error)
      return null
    })
    if (!after) return
    for (const { store, customer } of read) {
      const [first, ...others] = changesBetween(before, after, store, customer)
      if (first) this.change({ store, customer, ...first, ...(others.length > 0 && { others }) })
    }
  }

  /** The customer of an account that is gone: nothing of it is stored, so what was ended is told by the provider. */
  private async checkGone({ customers: [one] }: Person): Promise<void> {
    if (!one) return
    await this.ask(one, async () => {
      const provider = await billingProvider(one.store)
      const known = knownCustomer(one.store, one.customer, null)
      const running = (await provider.subscriptions(one.customer, known)).filter(({ status }) => status !== 'canceled')
      // Also where nothing runs any more: whoever ended it may have died before paying it back.
      await syncCustomer(one.store, one.customer)
      if (running.length === 0) return
      const now = new Map((await provider.subscriptions(one.customer, known)).map((told) => [told.id, told]))
      const [first, ...others] = running.map((told) => ({
        before: toldStanding(told),
        after: toldStanding(now.get(told.id) ?? { ...told, status: 'canceled', isUnSubscribed: true, access: false }),
      }))
      if (first) this.change({ ...one, ...first, ...(others.length > 0 && { others }) })
    })
  }

  /** One question, asked again after a moment where it fails; false when it could not be answered. */
  private async ask(one: Customer, question: () => Promise<void>): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      if (this.inRow[one.store] >= patience) {
        this.unasked[one.store]++
        this.failures.add(keyOf(one))
        return false
      }
      try {
        await question()
        this.inRow[one.store] = 0
        this.summary.checked++
        return true
      } catch (error) {
        if (isRefusal(error)) {
          // The provider is there, and will say the same again: the messages about this customer are done with.
          this.inRow[one.store] = 0
          this.refused++
          this.fail(one.store, one.customer, error)
          return false
        }
        const ms = pausesMs[tries]
        if (ms === undefined || this.stop?.aborted) {
          this.inRow[one.store]++
          this.lose(one, error)
          return false
        }
        await pause(ms)
      }
    }
  }

  private lose(one: Customer, error: unknown): void {
    this.failures.add(keyOf(one))
    this.fail(one.store, one.customer, error)
  }

  /** Says once for each provider that was given up how many customers were left out. */
  sayUnasked(): void {
    for (const store of providerName.options) {
      const count = this.unasked[store]
      if (count === 0) continue
      this.summary.failed += count
      const them = `${count} more ${count === 1 ? 'customer was' : 'customers were'}`
      this.say({ store, customer: null, error: `It failed for ${patience} customers in a row, so ${them} left out.` })
    }
  }
}
