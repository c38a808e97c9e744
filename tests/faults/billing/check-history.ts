/** Checks the result of a history: the site agrees with the vendors, and each effect happened once. */
import type { Person } from '@/tests/faults/support/person'
import type { World } from '@/tests/faults/support/world'
import { otherProductProblems, pageProblems, paymentProblems, type Duplicate } from './check-payments'
import { currentPlans, expectedPlans, planProblems, type ExpectedPlan } from './expected-plans'
import type { HistoryRecord } from './steps'

type SubscriptionRow = {
  store: string
  id: string
  status: ExpectedPlan['status']
  is_unsubscribed: boolean
  access: boolean
  current_period_end: Date | null
  trial_end: Date | null
  price_id: string | null
  amount: number
  currency: string
  interval: string
}

type ChangeRow = { store: string; subscription_id: string; stamp: string; kind: string }
type EmailRow = { id: string; kind: string; email: string }

/** A stale vendor response would record a change, and send its email, a second time. */
function repetitionProblems(rows: ChangeRow[], { changes }: HistoryRecord): string[] {
  const recorded = new Map<string, number>()
  for (const { subscription_id: id, kind } of rows)
    recorded.set(`${id} ${kind}`, (recorded.get(`${id} ${kind}`) ?? 0) + 1)
  return [...recorded]
    .filter(([key, times]) => /(cancelled|resumed|past-due)$/.test(key) && times > (changes.get(key) ?? 0))
    .map(([key, times]) => `${key}: recorded ${times} times, but happened ${changes.get(key) ?? 0} times`)
}

/** Notices of a trial, a payment or an end may follow from the stored plan at any time. */
const noticeKinds = new Set(['trial-ending', 'renewal', 'payment-failed', 'payment-reminder', 'plan-ended'])

/** Every email belongs to a change or a refund; every cancellation, resumption and refund has its email. */
function emailProblems(changes: ChangeRow[], emails: EmailRow[], duplicates: Duplicate[], person: Person): string[] {
  const idOf = (change: ChangeRow) => `${change.kind}-${change.store}-${change.subscription_id}-${change.stamp}`
  const idsOf = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).map(idOf)
  const due = [
    ...idsOf('cancelled', 'resumed'),
    ...duplicates.map((one) => `paid-back-${one.store}-${one.subscription_id}`),
  ]
  const allowed = new Set([...due, ...idsOf('begun')])
  const sent = new Set(emails.map(({ id }) => id))
  const isOfPlan = ({ id, kind }: EmailRow) =>
    noticeKinds.has(kind) && changes.some((change) => id.includes(`-${change.subscription_id}-`))
  const notices = new Set(emails.filter(isOfPlan).map(({ id }) => id))
  return [
    ...emails.filter(({ email }) => email !== person.email).map(({ id }) => `the email ${id} goes to another person`),
    ...[...sent]
      .filter((id) => !allowed.has(id) && !notices.has(id))
      .map((id) => `the email ${id} belongs to nothing that happened`),
    ...due.filter((id) => !sent.has(id)).map((id) => `there is no email ${id}`),
  ]
}

/** The API of each running site must show one of the possible current plans. */
async function currentPlanProblems(world: World, person: Person, expected: ExpectedPlan[]): Promise<string[]> {
  const problems: string[] = []
  const current = currentPlans(expected)
  for (const site of [0, 1]) {
    if (!world.sites[site]?.isUp()) continue
    const { status, body } = await person.currentPlan(site)
    const plan = body?.subscription as { id: string } | null
    const match = current.find(({ id }) => id === plan?.id)
    if (status !== 200) problems.push(`current-plan of site ${site}: ${status}`)
    else if (match) {
      const wrong = planProblems({ ...plan, isUnSubscribed: body.isUnSubscribed }, match)
      problems.push(...wrong.map((problem) => `current-plan of site ${site}: ${problem}`))
    } else if (plan || current.length > 0)
      problems.push(`current-plan of site ${site} is ${plan?.id ?? 'none'} instead of ${current.map(({ id }) => id)}`)
  }
  return problems
}

/** The stored plan, in the form of an expected one. */
const planOf = (row: SubscriptionRow): Partial<ExpectedPlan> => ({
  status: row.status,
  access: row.access,
  isUnSubscribed: row.is_unsubscribed,
  currentPeriodEnd: row.current_period_end?.toISOString(),
  trialEnd: row.trial_end?.toISOString() ?? null,
  price:
    row.price_id === null
      ? null
      : { id: row.price_id, amount: row.amount, currency: row.currency, interval: row.interval },
})

function storedPlanProblems(plans: ExpectedPlan[], known: ExpectedPlan[], rows: SubscriptionRow[]): string[] {
  const wrong = known.flatMap((plan) => {
    const row = rows.find(({ id }) => id === plan.id)
    const problems = row ? planProblems(planOf(row), plan) : ['is missing']
    return problems.map((problem) => `${plan.store} ${plan.id} as stored: ${problem}`)
  })
  const unknown = rows.filter((row) => !plans.some(({ id }) => id === row.id))
  return [...wrong, ...unknown.map(({ store, id }) => `${store} ${id} is stored, but does not exist`)]
}

export async function checkHistory(world: World, person: Person, record: HistoryRecord): Promise<string[]> {
  const rowsOf = <Row>(table: string) => world.rows<Row>(`select * from ${table} where uid = $1`, [person.uid])
  const plans = expectedPlans(person, Math.floor(world.now() / 1000))
  const rows = await rowsOf<SubscriptionRow>('subscriptions')
  // A plan whose customer was deleted before the site learned of it cannot be known.
  const known = plans.filter((one) => one.currentPeriodEnd !== undefined || rows.some(({ id }) => id === one.id))
  const changes = await rowsOf<ChangeRow>('plan_changes')
  const emails = await rowsOf<EmailRow>('letters')
  const duplicates = await rowsOf<Duplicate>('duplicates')
  await world.clearLimits()
  const exported = await person.call(`/users/export?uid=${person.uid}`)
  const texts = [rows, changes, emails, duplicates, exported.body].map((part) => JSON.stringify(part))
  const customers = person.customersAt('stripe').filter((one) => !one.deleted)
  return [
    ...(await currentPlanProblems(world, person, known)),
    ...storedPlanProblems(plans, known, rows),
    ...(customers.length > 1 ? [`${customers.length} customers at Stripe`] : []),
    ...otherProductProblems(texts, person),
    ...repetitionProblems(changes, record),
    ...emailProblems(changes, emails, duplicates, person),
    ...paymentProblems(plans, duplicates, record, person),
    ...(await pageProblems(world, { plans, duplicates, stored: new Set(rows.map(({ id }) => id)), record, person })),
  ]
}

/**
 * Every stored email must have reached the mail server once. A process that is killed between sending an email and
 * noting that sends it again, since the other order could lose it.
 */
export async function checkEmails(world: World, kills: number): Promise<string[]> {
  const stored = await world.rows<{ key: string; count: number; mailed: number }>(
    "select email || ': ' || subject as key, count(*)::int as count, count(mailed_at)::int as mailed from letters group by 1",
  )
  const received = Map.groupBy(world.emails, ({ to, subject }) => `${to}: ${subject}`)
  const arrived = (key: string) => received.get(key)?.length ?? 0
  const surplus = stored.reduce((sum, { key, count }) => sum + Math.max(0, arrived(key) - count), 0)
  return [
    ...(stored.length === 0 ? ['there was no email at all'] : []),
    ...stored.filter(({ key, mailed }) => arrived(key) < mailed).map(({ key }) => `${key}: did not arrive`),
    ...(surplus > kills ? [`${surplus} emails arrived twice, with ${kills} kills`] : []),
  ]
}
