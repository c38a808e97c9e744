/** That each effect of a history happened once: judged from the rows of the database and from what the vendors hold. */
import { moneyProblems, otherProblems, pageProblems, type Duplicate } from './money'
import { presentOf, truthOf, untruths, type Truth } from './oracle'
import type { Person } from './person'
import type { Course } from './steps'
import type { World } from './world'

type Row = {
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

type Line = {
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

type Letter = { id: string; kind: string; email: string; subject: string; mailed_at: Date | null }

const isoOf = (date: Date | null) => date?.toISOString() ?? null

/** Whether the word of a line fits what changed. */
function fits(kind: string, before: Line | undefined, after: Line): boolean {
  const later = (after.current_period_end?.getTime() ?? 0) > (before?.current_period_end?.getTime() ?? 0)
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
      return after.access && later
    case 'changed':
      return before !== undefined
    default:
      return false
  }
}

const standOf = (line: Line) =>
  [line.status, line.is_unsubscribed, line.access, isoOf(line.current_period_end), line.price_id].join(' ')

/** The lines about one plan are a chain: each begins where the one before it ended, and says something new. */
function chainProblems(plan: string, lines: Line[], row: Row | undefined): string[] {
  const problems: string[] = []
  for (const [place, line] of lines.entries()) {
    const before = lines[place - 1]
    if (!fits(line.kind, before, line)) problems.push(`${plan}: line ${place} says ${line.kind}, which it was not`)
    if (line.status_before !== (before?.status ?? null)) {
      problems.push(
        `${plan}: line ${place} begins at ${line.status_before}, and the one before it ended at ${before?.status}`,
      )
    }
    if (before && standOf(before) === standOf(line)) problems.push(`${plan}: line ${place} repeats the one before it`)
  }
  const last = lines.at(-1)
  if (!row) problems.push(`${plan}: there are lines and no row`)
  else if (!last) problems.push(`${plan}: there is a row and no line`)
  else if (
    last.status !== row.status ||
    last.is_unsubscribed !== row.is_unsubscribed ||
    last.access !== row.access ||
    isoOf(last.current_period_end) !== isoOf(row.current_period_end)
  ) {
    problems.push(`${plan}: the last line is not what is stored`)
  }
  return problems
}

/** An old answer that came late would tell of a change a second time, with a letter. */
function repeatProblems(lines: Line[], { turns }: Course): string[] {
  const told = new Map<string, number>()
  for (const { subscription_id: id, kind } of lines) told.set(`${id} ${kind}`, (told.get(`${id} ${kind}`) ?? 0) + 1)
  return [...told]
    .filter(([key, times]) => /(cancelled|resumed|past-due)$/.test(key) && times > (turns.get(key) ?? 0))
    .map(([key, times]) => `${key} is told ${times} times and was so ${turns.get(key) ?? 0} times`)
}

/** Letters of changes bear the change's name; each is there at most once, and a change that a person must hear of has one. */
function letterProblems(letters: Letter[], lines: Line[], duplicates: Duplicate[], person: Person): string[] {
  const problems: string[] = []
  const idOf = (line: Line) => `${line.kind}-${line.store}-${line.subscription_id}-${line.stamp}`
  const changes = new Map(lines.map((line) => [idOf(line), line]))
  const known = new Set(letters.map(({ id }) => id))
  const given = new Set(duplicates.map((one) => `paid-back-${one.store}-${one.subscription_id}`))
  for (const { id, kind, email } of letters) {
    if (email !== person.email) problems.push(`the letter ${id} goes to somebody else`)
    const isOfChange = changes.get(id)?.kind === kind && ['begun', 'cancelled', 'resumed'].includes(kind)
    if (!isOfChange && !(kind === 'paid-back' && given.has(id)))
      problems.push(`the letter ${id} is of nothing that happened`)
  }
  for (const [id, { kind }] of changes) {
    if ((kind === 'cancelled' || kind === 'resumed') && !known.has(id)) problems.push(`there is no letter ${id}`)
  }
  for (const id of given) if (!known.has(id)) problems.push(`there is no letter ${id}`)
  return problems
}

/** Everything that is not as the vendors have it, or that happened twice, or not at all; nothing when all is well. */
export async function problemsOf(world: World, person: Person, course: Course): Promise<string[]> {
  const truth = truthOf(person, Math.floor(world.now() / 1000))
  const problems: string[] = []
  const rows = await world.rows<Row>('select * from subscriptions where uid = $1', [person.uid])
  // The customer may have gone before anybody heard of what it had: then there is nothing that anybody could know.
  const known = truth.filter((one) => one.currentPeriodEnd !== undefined || rows.some(({ id }) => id === one.id))
  for (const site of [0, 1]) {
    if (!world.sites[site]?.isUp()) continue
    const { status, body } = await person.once(site, `/users/current-plan?uid=${person.uid}`, { method: 'GET' })
    if (status !== 200) {
      problems.push(`current-plan was answered ${status}`)
      continue
    }
    const present = presentOf(known)
    const told = body.subscription as { id: string } | null
    const meant = present.find(({ id }) => id === told?.id)
    if (meant) {
      const wrong = untruths({ ...told, isUnSubscribed: body.isUnSubscribed }, meant)
      problems.push(...wrong.map((words) => `current-plan of process ${site}: ${words}`))
    } else if (told || present.length > 0) {
      problems.push(`current-plan of process ${site} is ${told?.id ?? 'none'} and not ${present.map(({ id }) => id)}`)
    }
  }
  const lines = await world.rows<Line>(
    'select * from plan_changes where uid = $1 order by store, subscription_id, stamp',
    [person.uid],
  )
  const letters = await world.rows<Letter>('select * from letters where uid = $1', [person.uid])
  const duplicates = await world.rows<Duplicate>('select * from duplicates where uid = $1', [person.uid])
  for (const one of known) {
    const row = rows.find(({ id }) => id === one.id)
    if (!row) {
      problems.push(`${one.store} ${one.id} is not stored`)
      continue
    }
    const { status, access, price_id, amount, currency, interval } = row
    const told = {
      status: status as Truth['status'],
      access,
      isUnSubscribed: row.is_unsubscribed,
      currentPeriodEnd: isoOf(row.current_period_end) ?? undefined,
      trialEnd: isoOf(row.trial_end),
      price: price_id === null ? null : { id: price_id, amount, currency, interval },
    }
    problems.push(...untruths(told, one).map((words) => `${one.store} ${one.id} as stored: ${words}`))
  }
  for (const { store, id } of rows) {
    if (!truth.some((one) => one.id === id)) problems.push(`${store} ${id} is stored and nobody has it`)
    const own = lines.filter((line) => line.subscription_id === id && line.store === store)
    problems.push(
      ...chainProblems(
        `${store} ${id}`,
        own,
        rows.find((row) => row.id === id),
      ),
    )
  }
  const live = person.customers().stripe.filter((one) => !one.deleted)
  if (live.length > 1) problems.push(`${live.length} customers at Stripe`)
  await world.forgetLimits()
  const exported = await person.call(`/users/export?uid=${person.uid}`)
  const texts = [rows, lines, letters, duplicates, exported.body].map((part) => JSON.stringify(part))
  problems.push(
    ...otherProblems(texts, person),
    ...repeatProblems(lines, course),
    ...letterProblems(letters, lines, duplicates, person),
    ...moneyProblems(truth, duplicates, course, person),
    ...(await pageProblems(world, truth, duplicates, new Set(rows.map(({ id }) => id)), course, person)),
  )
  return problems
}
