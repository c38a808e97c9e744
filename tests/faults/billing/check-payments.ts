/** Checks a history's payments, refunds and payment pages at the vendors. */
import type { Person } from '@/tests/faults/support/person'
import type { World } from '@/tests/faults/support/world'
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

/** A plan that was past due when a later one replaced it: its payments were for months that had passed. */
function isUsedUp(id: string, plans: ExpectedPlan[], duplicates: Map<string, Duplicate>, person: Person): boolean {
  const plan = person.plans().find(({ subscription }) => subscription.id === id)?.subscription
  if (!plan?.term.pastDue || !duplicates.has(id)) return false
  return plans.some((one) => one.startedAt > plan.created && !duplicates.has(one.id))
}

/** Payments for a duplicate plan must be refunded once, and no others. */
export function paymentProblems(
  plans: ExpectedPlan[],
  duplicateRows: Duplicate[],
  record: HistoryRecord,
  person: Person,
): string[] {
  const problems: string[] = []
  const duplicates = new Map(duplicateRows.map((one) => [one.subscription_id, one]))
  const keepsMoney = (id: string) => isUsedUp(id, plans, duplicates, person)
  const { stripe, chargebee } = person.invoices()
  const paid = [...stripe, ...chargebee]
    .map((one) => ({ ...one, refunded: one.refunds.map(({ amount }) => amount) }))
    .filter(({ status, amount, writtenOff }) => status === 'paid' && amount > 0 && !writtenOff)
  for (const { subscription, amount, refunded } of paid) {
    const expected = duplicates.has(subscription) && !keepsMoney(subscription) ? [amount] : []
    if (String(refunded) !== String(expected))
      problems.push(`${subscription}: of ${amount} paid, [${refunded}] was refunded instead of [${expected}]`)
  }
  const due = [...stripe, ...chargebee].filter(
    ({ status, isPaymentPending }) => !isPaymentPending && !/^(paid|void)$/.test(status),
  )
  const unpaid = new Set(due.map(({ subscription }) => subscription))
  for (const [id, { ended_at, refunded_at, refunded }] of duplicates) {
    const total = paid.filter((one) => one.subscription === id).reduce((sum, { amount }) => sum + amount, 0)
    const expected = keepsMoney(id) ? 0 : total
    if (!ended_at || !refunded_at) problems.push(`the duplicate ${id} is not settled`)
    else if (refunded !== expected)
      problems.push(`the duplicate ${id} is stored with a refund of ${refunded} instead of ${expected}`)
    const plan = plans.find((one) => one.id === id)
    if (plan?.access) problems.push(`the duplicate ${id} still runs`)
    if (unpaid.has(id)) problems.push(`the duplicate ${id} has an open invoice`)
    if (!keepsMoney(id) && !plans.some((one) => one.id !== id && one.startedAt <= (plan?.startedAt ?? 0)))
      problems.push(`the duplicate ${id} is the oldest plan`)
  }
  for (const { vendor, subscription } of person.plans()) {
    const { id, term } = subscription
    const endedEarly = term.endedAt !== null && term.cancelAt === null
    if (endedEarly && !record.endedAtVendor.has(id) && !duplicates.has(id))
      problems.push(`${vendor} ${id} was ended without a reason`)
  }
  if (plans.filter((one) => one.access && !one.isUnSubscribed).length > 1) problems.push('two plans renew')
  return problems
}

/** Plans of other products must be unchanged, and must not be stored. `texts` is all that we store of the person. */
export function otherProductProblems(texts: string[], person: Person): string[] {
  const problems: string[] = []
  const deletedCustomers = person.deletedCustomers()
  const { stripe, chargebee } = person.invoices()
  for (const { vendor, subscription } of person.otherPlans()) {
    const { id, customer, term } = subscription
    const name = `${vendor} ${id} of another product`
    if (texts.some((text) => text.includes(id))) problems.push(`${name} is stored`)
    // It ends with the customer.
    if (deletedCustomers.has(customer)) continue
    if (term.endedAt !== null || term.cancelAt !== null || term.suspension) problems.push(`${name} was changed`)
    const changed = [...stripe, ...chargebee].filter(
      (one) => one.subscription === id && (one.status === 'void' || one.writtenOff || one.refunds.length > 0),
    )
    for (const invoice of changed) problems.push(`the invoice ${invoice.id} of ${name} was voided or refunded`)
  }
  return problems
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
  const { stripe, chargebee } = person.pages()
  // A killed process may have created a page without returning its address.
  const open = stripe.filter(({ id, status }) => status === 'open' && record.shownPages.has(id)).length
  if (open > 1) problems.push(`${open} pages are open at Stripe`)
  const keys = chargebee.map(({ note }) => note)
  if (new Set(keys).size !== keys.length) problems.push('a purchase has two pages at Chargebee')
  const checkouts = await world.rows<{ id: string; session_id: string | null; open: boolean }>(
    'select id, session_id, open from checkouts where uid = $1',
    [person.uid],
  )
  if (checkouts.filter((one) => one.open).length > 1) problems.push('two purchases are open in the database')
  const consents = await world.rows<{ id: string }>(
    "select checkout_id as id from consents where uid = $1 and kind = 'renewal'",
    [person.uid],
  )
  const consented = new Set(consents.map(({ id }) => id))
  const paid = [...stripe, ...chargebee].filter(({ status }) => status === 'complete')
  for (const { id } of paid) {
    const checkout = checkouts.find((one) => one.session_id === id)
    if (!checkout || !consented.has(checkout.id)) problems.push(`the page ${id} was paid without a consent`)
  }
  // Only a first plan gets a trial. Plans that the site could not know of do not count.
  const known = plans.filter(({ id }) => stored.has(id))
  const firstPlan = Math.min(...known.map(({ id }) => record.firstSeen.get(id) ?? Infinity))
  const withTrial = [...stripe, ...chargebee].filter(({ trialDays }) => trialDays > 0)
  for (const { id } of withTrial) {
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
