/** What became of the money of a history, and of its payment pages. */
import { trialsOf, type Truth } from './oracle'
import type { Person } from './person'
import type { Course } from './steps'
import type { World } from './world'

/** A row of a plan that somebody came to pay for beside another. */
export type Duplicate = {
  store: string
  subscription_id: string
  ended_at: Date | null
  refunded_at: Date | null
  refunded: number | null
}

/** What was paid for a plan that nobody should have paid for went back once, and nothing else went back. */
export function moneyProblems(truth: Truth[], duplicates: Duplicate[], course: Course, person: Person): string[] {
  const problems: string[] = []
  const noted = new Map(duplicates.map((one) => [one.subscription_id, one]))
  const isUsedUp = (id: string) => usedUp(id, truth, noted, person)
  const { stripe, chargebee } = person.invoices()
  const paid = [
    ...stripe.map((one) => ({ ...one, back: (one.refunds ?? []).map(({ amount }) => amount) })),
    ...chargebee.map((one) => ({ ...one, back: (one.creditNotes ?? []).map(({ total }) => total) })),
  ].filter(
    (invoice) => invoice.status === 'paid' && invoice.amount > 0 && !('writtenOff' in invoice && invoice.writtenOff),
  )
  for (const { subscription, amount, back } of paid) {
    const wanted = noted.has(subscription) && !isUsedUp(subscription) ? [amount] : []
    if (String(back) !== String(wanted)) {
      problems.push(`of ${amount} paid for ${subscription}, [${back}] went back and not [${wanted}]`)
    }
  }
  const due = [...stripe, ...chargebee].filter(({ status, underWay }) => !underWay && !/^(paid|void)$/.test(status))
  const open = new Set(due.map(({ subscription }) => subscription))
  for (const [id, { ended_at, refunded_at, refunded }] of noted) {
    const brought = paid.filter((one) => one.subscription === id).reduce((total, { amount }) => total + amount, 0)
    const sum = isUsedUp(id) ? 0 : brought
    if (!ended_at || !refunded_at) problems.push(`the duplicate ${id} is not settled`)
    else if (refunded !== sum)
      problems.push(`of the duplicate ${id} we say that ${refunded} went back, and ${sum} should`)
    const mine = truth.find((one) => one.id === id)
    if (mine?.access) problems.push(`the duplicate ${id} still runs`)
    if (open.has(id)) problems.push(`something is still to be collected for the duplicate ${id}`)
    if (!isUsedUp(id) && !truth.some((one) => one.id !== id && one.startedAt <= (mine?.startedAt ?? 0))) {
      problems.push(`the duplicate ${id} is the oldest of all`)
    }
  }
  for (const { vendor, subscription } of person.held()) {
    const { id, term } = subscription
    const early = term.endedAt !== null && term.cancelAt === null
    if (early && !course.endedOutside.has(id) && !noted.has(id))
      problems.push(`${vendor} ${id} was ended, and nobody asked for it`)
  }
  if (truth.filter((one) => one.access && !one.isUnSubscribed).length > 1) problems.push('two plans are live')
  return problems
}

/** What the person has of other products is as they and its seller have left it, and our side has no word of it. */
export function otherProblems(ours: string[], person: Person): string[] {
  const problems: string[] = []
  const lost = person.lost()
  const { stripe, chargebee } = person.invoices()
  for (const { vendor, subscription } of person.others()) {
    const { id, customer, term } = subscription
    const name = `${vendor} ${id} of another product`
    if (ours.some((text) => text.includes(id))) problems.push(`${name} is stored or written about`)
    // With a customer that is deleted at the vendor all of it ends.
    if (lost.has(customer)) continue
    if (term.endedAt !== null || term.cancelAt !== null || term.held) problems.push(`${name} was changed`)
    const closed = [
      ...stripe.filter((one) => one.subscription === id && (one.status === 'void' || one.refunded > 0)),
      ...chargebee.filter((one) => one.subscription === id && (one.writtenOff || one.creditNotes)),
    ]
    for (const invoice of closed) problems.push(`the invoice ${invoice.id} of ${name} was closed or paid back`)
  }
  return problems
}

/** A plan that was past due when a later one took its place: what was paid for it was for months that had passed. */
function usedUp(id: string, truth: Truth[], noted: Map<string, Duplicate>, person: Person): boolean {
  const plan = person.held().find(({ subscription }) => subscription.id === id)?.subscription
  if (!plan?.term.pastDue || !noted.has(id)) return false
  return truth.some((one) => one.startedAt > plan.created && !noted.has(one.id))
}

/**
 * Pages: one open at Stripe, one a purchase at Chargebee, a consent for each that was paid, one trial.
 * @param stored ids of the plans that our side has heard of
 */
export async function pageProblems(
  world: World,
  truth: Truth[],
  duplicates: Duplicate[],
  stored: Set<string>,
  course: Course,
  person: Person,
): Promise<string[]> {
  const problems: string[] = []
  const { stripe, chargebee } = person.pages()
  // Of a page that was made by a process which died before it could tell, nobody knows the address.
  const open = stripe.filter(({ id, status }) => status === 'open' && course.given.has(id)).length
  if (open > 1) problems.push(`${open} pages are open at Stripe`)
  const keys = chargebee.map(({ passThru }) => passThru)
  if (new Set(keys).size !== keys.length) problems.push('one purchase has two pages at Chargebee')
  const attempts = await world.rows<{ id: string; session_id: string | null; open: boolean }>(
    'select id, session_id, open from checkouts where uid = $1',
    [person.uid],
  )
  if (attempts.filter((one) => one.open).length > 1) problems.push('two purchases are open in the database')
  const consents = await world.rows<{ id: string }>(
    "select checkout_id as id from consents where uid = $1 and kind = 'renewal'",
    [person.uid],
  )
  const agreed = new Set(consents.map(({ id }) => id))
  const paid = [
    ...stripe.filter(({ status }) => status === 'complete'),
    ...chargebee.filter((page) => page.subscription),
  ]
  for (const { id } of paid) {
    const attempt = attempts.find((one) => one.session_id === id)
    if (!attempt || !agreed.has(attempt.id)) problems.push(`the page ${id} was paid, and there is no consent to it`)
  }
  // A trial is given to who had no plan when the page was opened. A page of Chargebee's outlives that moment, and
  // of a plan whose customer was deleted before anybody heard of it nobody can know.
  const heard = truth.filter(({ id }) => stored.has(id))
  const firstPlan = Math.min(...heard.map(({ id }) => course.firstSeen.get(id) ?? Infinity))
  const withTrial = [
    ...stripe.filter(({ trialDays }) => trialDays > 0),
    ...chargebee.filter((page) => page.trialEnd === null),
  ]
  for (const { id } of withTrial) {
    if ((course.firstSeen.get(id) ?? 0) > firstPlan) problems.push(`the page ${id} offers a second trial`)
  }
  // One that changed by itself before anybody could see to it, as when its period was ended at once, is none here.
  const known = new Set(duplicates.map((one) => one.subscription_id))
  for (const together of [...course.trialsTogether, trialsOf(person, world.now())]) {
    const trials = together.filter((id) => stored.has(id) && !known.has(id))
    if (trials.length > 1) problems.push(`${trials.length} trials: ${trials}`)
  }
  return problems
}
