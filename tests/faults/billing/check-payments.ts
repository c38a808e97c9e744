/** Checks a history's payments, refunds and payment pages at the vendors. */
import type { Person } from '@/tests/faults/support/person'
import { vendors, type World } from '@/tests/faults/support/world'
import { trialsOf, type ExpectedPlan } from './expected-plans'
import type { HistoryRecord } from './steps'

/** A plan that was bought beside another one. */
export type Duplicate = {
  store: string
  subscription_id: string
  ended_at: Date | null
  refunded_at: Date | null
  refunded: number | null
}

/** Payments for a duplicate plan must be refunded once, and no others. */
export function paymentProblems(
  plans: ExpectedPlan[],
  duplicates: Duplicate[],
  record: HistoryRecord,
  person: Person,
): string[] {
  const problems: string[] = []
  const isDuplicate = (id: string) => duplicates.some((one) => one.subscription_id === id)
  /** A plan that was past due when a later one replaced it: its payments were for months that had passed. */
  function keepsMoney(id: string): boolean {
    const plan = person.plans().find(({ subscription }) => subscription.id === id)?.subscription
    if (!plan?.term.pastDue || !isDuplicate(id)) return false
    return plans.some((one) => one.startedAt > plan.created && !isDuplicate(one.id))
  }
  const invoices = person.invoices()
  const paid = invoices.filter(({ status, amount, writtenOff }) => status === 'paid' && amount > 0 && !writtenOff)
  for (const { subscription, amount, refunds } of paid) {
    const refunded = refunds.map((one) => one.amount)
    const expected = isDuplicate(subscription) && !keepsMoney(subscription) ? [amount] : []
    if (String(refunded) !== String(expected))
      problems.push(`${subscription}: of ${amount} paid, [${refunded}] was refunded instead of [${expected}]`)
  }
  for (const { subscription_id: id, ended_at, refunded_at, refunded } of duplicates) {
    const own = paid.filter((one) => one.subscription === id)
    const expected = keepsMoney(id) ? 0 : own.reduce((sum, { amount }) => sum + amount, 0)
    if (!ended_at || !refunded_at) problems.push(`the duplicate ${id} is not settled`)
    else if (refunded !== expected)
      problems.push(`the duplicate ${id} is stored with a refund of ${refunded} instead of ${expected}`)
    const plan = plans.find((one) => one.id === id)
    if (plan?.access) problems.push(`the duplicate ${id} still runs`)
    const isDue = invoices.some(
      (one) => one.subscription === id && !one.isPaymentPending && !/^(paid|void)$/.test(one.status),
    )
    if (isDue) problems.push(`the duplicate ${id} has an open invoice`)
    if (!keepsMoney(id) && !plans.some((one) => one.id !== id && one.startedAt <= (plan?.startedAt ?? 0)))
      problems.push(`the duplicate ${id} is the oldest plan`)
  }
  for (const { vendor, subscription } of person.plans()) {
    const { id, term } = subscription
    const endedEarly = term.endedAt !== null && term.cancelAt === null
    if (endedEarly && !record.endedAtVendor.has(id) && !isDuplicate(id))
      problems.push(`${vendor} ${id} was ended without a reason`)
  }
  if (plans.filter((one) => one.access && !one.isUnSubscribed).length > 1) problems.push('two plans renew')
  return problems
}

/** Plans of other products must be unchanged, and must not be stored. `texts` is all that we store of the person. */
export function otherProductProblems(texts: string[], person: Person): string[] {
  const deletedCustomers = person.deletedCustomers()
  return person.otherPlans().flatMap(({ vendor, subscription: { id, customer, term } }) => {
    const name = `${vendor} ${id} of another product`
    const stored = texts.some((text) => text.includes(id)) ? [`${name} is stored`] : []
    // It ends with the customer.
    if (deletedCustomers.has(customer)) return stored
    const isChanged = term.endedAt !== null || term.cancelAt !== null || term.suspension
    const invoices = person
      .invoices()
      .filter((one) => one.subscription === id && (one.status === 'void' || one.writtenOff || one.refunds.length > 0))
    return [
      ...stored,
      ...(isChanged ? [`${name} was changed`] : []),
      ...invoices.map((invoice) => `the invoice ${invoice.id} of ${name} was voided or refunded`),
    ]
  })
}

type History = {
  plans: ExpectedPlan[]
  duplicates: Duplicate[]
  /** Ids of the stored plans. */
  stored: Set<string>
  record: HistoryRecord
  person: Person
}

/** At most one open page at Stripe, one page per purchase at Chargebee, a consent for each purchase, and one trial. */
export async function pageProblems(world: World, history: History): Promise<string[]> {
  const { plans, duplicates, stored, record, person } = history
  const problems: string[] = []
  // A killed process may have created a page without returning its address.
  const open = person.pagesAt('stripe').filter(({ id, status }) => status === 'open' && record.shownPages.has(id))
  if (open.length > 1) problems.push(`${open.length} pages are open at Stripe`)
  const keys = person.pagesAt('chargebee').map(({ note }) => note)
  if (new Set(keys).size !== keys.length) problems.push('a purchase has two pages at Chargebee')
  const checkouts = await world.rows<{ session_id: string | null; open: boolean; consented: boolean }>(
    `select session_id, open, exists (
       select from consents where checkout_id = checkouts.id and kind = 'renewal'
     ) as consented from checkouts where uid = $1`,
    [person.uid],
  )
  if (checkouts.filter((one) => one.open).length > 1) problems.push('two purchases are open in the database')
  const pages = vendors.flatMap(person.pagesAt)
  for (const { id } of pages.filter(({ status }) => status === 'complete')) {
    if (!checkouts.some((one) => one.session_id === id && one.consented))
      problems.push(`the page ${id} was paid without a consent`)
  }
  // Only a first plan gets a trial. Plans that the site could not know of do not count.
  const known = plans.filter(({ id }) => stored.has(id))
  const firstPlan = Math.min(...known.map(({ id }) => record.firstSeen.get(id) ?? Infinity))
  for (const { id } of pages.filter(({ trialDays }) => trialDays > 0)) {
    if ((record.firstSeen.get(id) ?? 0) > firstPlan) problems.push(`the page ${id} offers a second trial`)
  }
  // Duplicates are checked above: the site must have ended them.
  const duplicateIds = new Set(duplicates.map((one) => one.subscription_id))
  for (const together of [...record.concurrentTrials, trialsOf(person, world.now())]) {
    const trials = together.filter((id) => stored.has(id) && !duplicateIds.has(id))
    if (trials.length > 1) problems.push(`${trials.length} trials: ${trials}`)
  }
  return problems
}
