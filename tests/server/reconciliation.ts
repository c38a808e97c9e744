/** Runs of the reconciliation, for buyers whose webhooks were lost. */
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { POST as reconcile } from '@/app/api/billing/reconcile/route'
import { reconcileLine, type ReconcileLine, type ReconcileSummary } from '@/lib/contract/reconcile'
import { billingProvider } from '@/lib/server/billing/providers/registry'
import { database } from '@/lib/server/db/client'
import {
  checkouts,
  customers,
  deletedCustomers,
  duplicates,
  jobs,
  planChanges,
  subscriptions,
} from '@/lib/server/db/schema'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { buyersOf, checkout, names, planOf, type Name, type Person, customerOf } from '@/tests/setup/buyers'
import { startMail } from '@/tests/setup/mail'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const mail = await startMail()
export const { world, vendors } = await stageWithVendors({ SMTP_URL: mail.url })
afterAll(async () => {
  await deliverPlanEmails()
  await Promise.all(payments)
})

/** Each test has its own customers, and providers without earlier events. */
beforeEach(async () => {
  const db = await database()
  for (const table of [customers, deletedCustomers, checkouts, subscriptions, planChanges, duplicates, jobs])
    await db.delete(table)
  await vendors.forgetRequests()
})
afterEach(async () => {
  for (const vendor of names) await vendors.fault({ vendor, times: 0 })
  vendors.refuseWebhooks(false)
})

export const { person, subscribed } = buyersOf({ world, vendors })

const secret = { 'x-revalidate-secret': 'revalidate-secret' }
export const requestReconciliation = (query = '', headers: Record<string, string> = secret) =>
  call(reconcile, `/billing/reconcile${query}`, { method: 'POST', headers })

export const parsed = (text: string): ReconcileLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => reconcileLine.parse(JSON.parse(line)))

export async function lines(query = ''): Promise<{ changes: ReconcileLine[]; summary: ReconcileSummary }> {
  const response = await requestReconciliation(query)
  expect(response.status).toBe(200)
  const all = parsed(await response.text())
  return { changes: all.slice(0, -1), summary: all.at(-1) as ReconcileSummary }
}

/** A paid user without any webhook. */
export async function buyerWithoutWebhooks(store: Name): Promise<Person & { customer: string }> {
  const who = await person()
  const page = await (await checkout(store, who)).json()
  const customer = await customerOf(who, store)
  vendors.refuseWebhooks(true)
  await payWithoutWebhooks(store, customer, page.url)
  expect((await planOf(who)).subscription).toBeNull()
  return { ...who, customer }
}

const payments: Promise<unknown>[] = []

/** Stripe's page waits for the webhook, but the plan exists earlier. */
export async function payWithoutWebhooks(store: Name, customer: string, url: string): Promise<void> {
  payments.push(vendors.pay(url))
  const provider = await billingProvider(store)
  await expect.poll(async () => (await provider.subscriptions(customer, null)).own.length).toBe(1)
}

export const begun = { subscription: expect.any(String), kind: 'begun', status: 'trialing', access: true }
