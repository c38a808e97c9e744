/** Checks the result of a history: the site agrees with the vendors, and each effect happened once. */
import type { Person } from '@/tests/faults/support/person'
import type { World } from '@/tests/faults/support/world'
import { otherProductProblems, pageProblems, paymentProblems, type Duplicate } from './check-payments'
import { currentPlans, expectedPlans, planProblems, type ExpectedPlan } from './expected-plans'
import type { HistoryRecord } from './steps'

type SubscriptionRow = {
  store: string
  id: string
  status: string
  is_unsubscribed: boolean
  access: boolean
  current_period_end: Date | null
  trial_end: Date | null
  price_id: string | null
  amount: number
  currency: string
  interval: string
}

type ChangeRow = {
  store: string
  subscription_id: string
  stamp: string
  kind: string
  status_before: string | null
  status: string
  is_unsubscribed: boolean
  access: boolean
  current_period_end: Date | null
  price_id: string | null
}

type EmailRow = { id: string; kind: string; email: string; subject: string; mailed_at: Date | null }

const isoOf = (date: Date | null) => date?.toISOString() ?? null

/** Whether a change's kind fits its row and the row before it. */
function isKindRight(kind: string, before: ChangeRow | undefined, after: ChangeRow): boolean {
  const isLater = (after.current_period_end?.getTime() ?? 0) > (before?.current_period_end?.getTime() ?? 0)
  switch (kind) {
    case 'begun':
      return before === undefined
    case 'ended':
      return before?.access === true && !after.access
    case 'cancelled':
      return after.access && before?.is_unsubscribed === false && after.is_unsubscribed
    case 'resumed':
      return after.access && before?.is_unsubscribed === true && !after.is_unsubscribed
    case 'past-due':
      return before?.status !== 'past_due' && after.status === 'past_due'
    case 'recovered':
      return (before?.status === 'past_due' && after.status !== 'past_due') || (!before?.access && after.access)
    case 'renewed':
      return after.access && isLater
    case 'changed':
      return before !== undefined
    default:
      return false
  }
}

const stateOf = (row: ChangeRow) =>
  [row.status, row.is_unsubscribed, row.access, isoOf(row.current_period_end), row.price_id].join(' ')

/** The changes of a plan must form a chain that ends in the stored state, without repetitions. */
function changeProblems(plan: string, changes: ChangeRow[], row: SubscriptionRow): string[] {
  const problems: string[] = []
  for (const [place, change] of changes.entries()) {
    const before = changes[place - 1]
    if (!isKindRight(change.kind, before, change)) problems.push(`${plan}: change ${place} is not "${change.kind}"`)
    if (change.status_before !== (before?.status ?? null))
      problems.push(`${plan}: change ${place} follows ${change.status_before} instead of ${before?.status}`)
    if (before && stateOf(before) === stateOf(change))
      problems.push(`${plan}: change ${place} repeats the one before it`)
  }
  const last = changes.at(-1)
  if (!last) problems.push(`${plan}: there is a row without a change`)
  else if (
    last.status !== row.status ||
    last.is_unsubscribed !== row.is_unsubscribed ||
    last.access !== row.access ||
    isoOf(last.current_period_end) !== isoOf(row.current_period_end)
  ) {
    problems.push(`${plan}: the last change is not the stored state`)
  }
  return problems
}

/** A stale vendor response would record a change, and send its email, a second time. */
function repetitionProblems(rows: ChangeRow[], { changes }: HistoryRecord): string[] {
  const recorded = new Map<string, number>()
  for (const { subscription_id: id, kind } of rows) {
    const key = `${id} ${kind}`
    recorded.set(key, (recorded.get(key) ?? 0) + 1)
  }
  return [...recorded]
    .filter(([key, times]) => /(cancelled|resumed|past-due)$/.test(key) && times > (changes.get(key) ?? 0))
    .map(([key, times]) => `${key}: recorded ${times} times, but happened ${changes.get(key) ?? 0} times`)
}

type Rows = { changes: ChangeRow[]; emails: EmailRow[]; duplicates: Duplicate[] }

/** Every email belongs to a change or a refund; every cancellation, resumption and refund has its email. */
function emailProblems({ changes, emails, duplicates }: Rows, person: Person): string[] {
  const problems: string[] = []
  const idOf = (change: ChangeRow) => `${change.kind}-${change.store}-${change.subscription_id}-${change.stamp}`
  const changesById = new Map(changes.map((change) => [idOf(change), change]))
  const sent = new Set(emails.map(({ id }) => id))
  const refunds = new Set(duplicates.map((one) => `paid-back-${one.store}-${one.subscription_id}`))
  for (const { id, kind, email } of emails) {
    if (email !== person.email) problems.push(`the email ${id} goes to another person`)
    const isOfChange = changesById.get(id)?.kind === kind && ['begun', 'cancelled', 'resumed'].includes(kind)
    if (!isOfChange && !(kind === 'paid-back' && refunds.has(id)))
      problems.push(`the email ${id} belongs to nothing that happened`)
  }
  for (const [id, { kind }] of changesById) {
    if ((kind === 'cancelled' || kind === 'resumed') && !sent.has(id)) problems.push(`there is no email ${id}`)
  }
  for (const id of refunds) if (!sent.has(id)) problems.push(`there is no email ${id}`)
  return problems
}

/** The API of each running site must show one of the possible current plans. */
async function currentPlanProblems(world: World, person: Person, expected: ExpectedPlan[]): Promise<string[]> {
  const problems: string[] = []
  for (const site of [0, 1]) {
    if (!world.sites[site]?.isUp()) continue
    const { status, body } = await person.currentPlan(site)
    if (status !== 200) {
      problems.push(`current-plan: ${status}`)
      continue
    }
    const current = currentPlans(expected)
    const plan = body.subscription as { id: string } | null
    const match = current.find(({ id }) => id === plan?.id)
    if (match) {
      const wrong = planProblems({ ...plan, isUnSubscribed: body.isUnSubscribed }, match)
      problems.push(...wrong.map((problem) => `current-plan of site ${site}: ${problem}`))
    } else if (plan || current.length > 0) {
      problems.push(`current-plan of site ${site} is ${plan?.id ?? 'none'} instead of ${current.map(({ id }) => id)}`)
    }
  }
  return problems
}

/** The stored plan, in the form of an expected one. */
const planOf = (row: SubscriptionRow): Partial<ExpectedPlan> => ({
  status: row.status as ExpectedPlan['status'],
  access: row.access,
  isUnSubscribed: row.is_unsubscribed,
  currentPeriodEnd: isoOf(row.current_period_end) ?? undefined,
  trialEnd: isoOf(row.trial_end),
  price:
    row.price_id === null
      ? null
      : { id: row.price_id, amount: row.amount, currency: row.currency, interval: row.interval },
})

export async function checkHistory(world: World, person: Person, record: HistoryRecord): Promise<string[]> {
  const rowsOf = <Row>(table: string, order = '1') =>
    world.rows<Row>(`select * from ${table} where uid = $1 order by ${order}`, [person.uid])
  const plans = expectedPlans(person, Math.floor(world.now() / 1000))
  const rows = await rowsOf<SubscriptionRow>('subscriptions')
  // A plan whose customer was deleted before the site learned of it cannot be known.
  const known = plans.filter((one) => one.currentPeriodEnd !== undefined || rows.some(({ id }) => id === one.id))
  const problems = await currentPlanProblems(world, person, known)

  const changes = await rowsOf<ChangeRow>('plan_changes', 'store, subscription_id, stamp')
  const emails = await rowsOf<EmailRow>('letters')
  const duplicates = await rowsOf<Duplicate>('duplicates')
  for (const plan of known) {
    const row = rows.find(({ id }) => id === plan.id)
    if (!row) problems.push(`${plan.store} ${plan.id} is not stored`)
    else
      problems.push(
        ...planProblems(planOf(row), plan).map((problem) => `${plan.store} ${plan.id} as stored: ${problem}`),
      )
  }
  for (const row of rows) {
    const name = `${row.store} ${row.id}`
    if (!plans.some(({ id }) => id === row.id)) problems.push(`${name} is stored, but does not exist`)
    const own = changes.filter((change) => change.subscription_id === row.id && change.store === row.store)
    problems.push(...changeProblems(name, own, row))
  }
  const customers = person.customers().stripe.filter((one) => !one.deleted)
  if (customers.length > 1) problems.push(`${customers.length} customers at Stripe`)
  await world.clearLimits()
  const exported = await person.call(`/users/export?uid=${person.uid}`)
  const texts = [rows, changes, emails, duplicates, exported.body].map((part) => JSON.stringify(part))
  const stored = new Set(rows.map(({ id }) => id))
  problems.push(
    ...otherProductProblems(texts, person),
    ...repetitionProblems(changes, record),
    ...emailProblems({ changes, emails, duplicates }, person),
    ...paymentProblems(plans, duplicates, record, person),
    ...(await pageProblems(world, { plans, duplicates, stored, record, person })),
  )
  return problems
}
