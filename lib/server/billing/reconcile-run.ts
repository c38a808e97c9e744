import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { providers, type Provider } from '@/lib/contract/plan'
import type { Change, ReconcileLine, ReconcileSummary, ReconciledPlan } from '@/lib/contract/reconcile'
import { ApiFailure, isDatabaseFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { subscriptionRows, toPlan, type SubscriptionRow, changeKind, isSamePlan } from './plan'
import { isProviderRefusal, type ProviderSubscription } from './providers/provider'
import { billingProvider } from './providers/registry'
import { syncCustomer } from './sync'

export type Customer = { store: Provider; customer: string }
export type CustomerOwner = { uid: string | null; customers: Customer[] }
export type Report = (line: ReconcileLine) => void

const concurrency = 4

const retryDelaysMs = [500, 2500]

/** Counts customers, because one outage fails several calls at once. */
const maxFailuresInRow = 5

export const customerKey = ({ store, customer }: Customer) => `${store} ${customer}`

function errorSentence(error: unknown): string {
  if (isDatabaseFailure(error)) return 'The database does not answer.'
  if (error instanceof ApiFailure && error.code === 'provider-unavailable') return 'The provider does not answer.'
  if (isProviderRefusal(error)) return 'The provider refused this permanently. See the log.'
  if (error instanceof ApiFailure && error.code === 'unavailable') return error.message
  return 'Internal error. See the log.'
}

const zeroCounts = () => Object.fromEntries(providers.options.map((name) => [name, 0])) as Record<Provider, number>

export class ReconcileRun {
  readonly summary: ReconcileSummary = { checked: 0, changed: 0, failed: 0 }
  owed = 0
  /** Refusals: retrying them soon does not help. */
  refused = 0
  private readonly failuresInRow = zeroCounts()
  private readonly skipped = zeroCounts()
  private readonly failedKeys = new Set<string>()

  constructor(
    private readonly report: Report,
    private readonly stop: AbortSignal | undefined,
  ) {}

  /** @param customer null if the list of undelivered webhooks could not be read */
  fail(store: Provider, customer: string | null, err: unknown): void {
    this.summary.failed++
    log().error({ store, customer, err }, 'reconcile: customer or webhook list could not be read')
    const prefix = customer === null ? 'Its undelivered webhooks are unknown. ' : ''
    this.report({ store, customer, error: prefix + errorSentence(err) })
  }

  change(line: ReconcileLine): void {
    this.summary.changed++
    this.report(line)
  }

  hasChecked = (customers: Customer[]) =>
    !this.stop?.aborted && !customers.some((one) => this.failedKeys.has(customerKey(one)))

  async check(owners: CustomerOwner[]): Promise<void> {
    const queue = owners.values()
    const worker = async () => {
      for (const owner of queue) {
        if (this.stop?.aborted) return
        await (owner.uid === null ? this.checkDeleted(owner) : this.checkUser(owner.uid, owner))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

  private async checkUser(uid: string, owner: CustomerOwner): Promise<void> {
    const before = await this.readRows(uid, owner.customers)
    if (!before) return
    const synced: Customer[] = []
    for (const one of owner.customers) {
      if (await this.tryCustomer(one, () => syncCustomer(one.store, one.customer))) synced.push(one)
    }
    if (synced.length === 0) return
    // Read last, because a sync at one provider may end a plan at the other.
    const after = await this.readRows(uid, synced)
    if (after) for (const one of synced) this.reportChanges(one, changesBetween(before, after, one))
  }

  private async readRows(uid: string, affected: Customer[]): Promise<SubscriptionRow[] | null> {
    try {
      return await subscriptionRows(uid)
    } catch (error) {
      for (const one of affected) this.failCustomer(one, error)
      return null
    }
  }

  private async checkDeleted({ customers: [one] }: CustomerOwner): Promise<void> {
    if (!one) return
    await this.tryCustomer(one, async () => {
      const provider = await billingProvider(one.store)
      const readPlans = async () => (await provider.subscriptions(one.customer, null)).own
      const running = (await readPlans()).filter(({ status }) => status !== 'canceled')
      // Always, because a process may have died between ending a plan and refunding it.
      await syncCustomer(one.store, one.customer)
      if (running.length === 0) return
      const current = new Map((await readPlans()).map((found) => [found.id, found]))
      const changes = running.map((found) => {
        const ended = { ...found, status: 'canceled' as const, isUnSubscribed: true, access: false }
        return { before: providerState(found), after: providerState(current.get(found.id) ?? ended) }
      })
      this.reportChanges(one, changes)
    })
  }

  private reportChanges(customer: Customer, [first, ...others]: Change[]): void {
    if (first) this.change({ ...customer, ...first, ...(others.length > 0 && { others }) })
  }

  private async tryCustomer(one: Customer, call: () => Promise<void>): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      if (this.failuresInRow[one.store] >= maxFailuresInRow) {
        this.skipped[one.store]++
        this.failedKeys.add(customerKey(one))
        return false
      }
      try {
        await call()
        this.failuresInRow[one.store] = 0
        this.summary.checked++
        return true
      } catch (error) {
        if (isProviderRefusal(error)) {
          // The provider works and would refuse again, so this customer counts as handled.
          this.failuresInRow[one.store] = 0
          this.refused++
          this.fail(one.store, one.customer, error)
          return false
        }
        const ms = retryDelaysMs[tries]
        if (ms === undefined || this.stop?.aborted) {
          this.failuresInRow[one.store]++
          this.failCustomer(one, error)
          return false
        }
        await sleep(ms)
      }
    }
  }

  private failCustomer(one: Customer, error: unknown): void {
    this.failedKeys.add(customerKey(one))
    this.fail(one.store, one.customer, error)
  }

  reportSkipped(): void {
    for (const store of providers.options) {
      const count = this.skipped[store]
      if (count === 0) continue
      this.summary.failed += count
      const skippedCustomers = `${count} more ${count === 1 ? 'customer was' : 'customers were'}`
      this.report({
        store,
        customer: null,
        error: `It failed for ${maxFailuresInRow} customers in a row, so ${skippedCustomers} left out.`,
      })
    }
  }
}

function storedState(row: SubscriptionRow): ReconciledPlan {
  const { isUnSubscribed, subscription } = toPlan(row)
  if (!subscription) throw new TypeError('a row is always a plan')
  const { id, status, currentPeriodEnd, price } = subscription
  return { subscription: id, status, isUnSubscribed, access: row.access, currentPeriodEnd, price }
}

const providerState = (found: ProviderSubscription): ReconciledPlan => ({
  subscription: found.id,
  status: found.status,
  isUnSubscribed: found.isUnSubscribed,
  access: found.access,
  currentPeriodEnd: found.currentPeriodEnd?.toISOString() ?? null,
  price: found.price,
})

function changesBetween(before: SubscriptionRow[], after: SubscriptionRow[], { store, customer }: Customer): Change[] {
  return after
    .filter((row) => row.store === store && row.customerId === customer)
    .map((row) => ({ row, old: before.find((one) => isSamePlan(one, row)) ?? null }))
    .filter(({ row, old }) => changeKind(old, row) !== null)
    .map(({ row, old }) => ({ before: old && storedState(old), after: storedState(row) }))
}
