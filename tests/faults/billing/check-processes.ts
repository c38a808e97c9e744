/** Checks over two sites: rate limits, emails, and webhooks whose site is killed. */
import { request } from 'node:http'
import { randomFrom } from '@/tests/setup/random'
import type { Answer } from '@/tests/faults/support/client'
import { clearVendors, createPerson, type Person } from '@/tests/faults/support/person'
import { signedWebhook, type Webhook, type World } from '@/tests/faults/support/world'
import { createSteps, newRecord } from './steps'

/** Sends a webhook, and kills the site as soon as the status arrives. */
function sendAndKill(world: World, site: 0 | 1, webhook: Webhook): Promise<number> {
  const { path, headers } = signedWebhook(world.now(), webhook)
  return new Promise((resolve, reject) => {
    const sent = request(world.sites[site].url + path, { method: 'POST', headers }, (response) => {
      world.sites[site].kill()
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(webhook.body)
  })
}

/** The site must commit before it answers 200. */
export async function checkCommits(world: World, rounds: number): Promise<string[]> {
  const problems: string[] = []
  for (let round = 0; round < rounds; round++) {
    await world.reset()
    const random = randomFrom(round)
    const person = await createPerson(world, random, `committed-${round}`)
    const run = createSteps(world, person, random, newRecord(problems))
    const vendor = round % 2 === 0 ? 'stripe' : 'chargebee'
    await run({ does: 'open', purchase: { vendor, plan: 0 }, clicks: 1 })
    await run({ does: 'pay', pages: 'all' })
    const webhook = (await world.takeWebhooks()).at(-1)
    if (!webhook) return [...problems, `${vendor} sent no webhook about a purchase`]
    const status = await sendAndKill(world, round % 4 < 2 ? 0 : 1, webhook)
    const rows = await world.rows<{ status: string }>('select status from subscriptions where uid = $1', [person.uid])
    if (status !== 200) problems.push(`round ${round}: a webhook of ${vendor}: ${status}`)
    else if (rows[0]?.status !== 'trialing')
      problems.push(`round ${round}: the webhook got 200, but ${JSON.stringify(rows)} is stored`)
    clearVendors(world)
  }
  await world.reset()
  return problems
}

/**
 * Every stored email must have reached the mail server once. A process that is killed between sending an email and
 * noting that sends it again, since the other order could lose it.
 */
export async function checkEmails(world: World, kills: number): Promise<string[]> {
  const rows = await world.rows<{ key: string; stored: number; mailed: number }>(
    "select email || ': ' || subject as key, count(*)::int as stored, count(mailed_at)::int as mailed from letters group by 1",
  )
  const received = new Map<string, number>()
  for (const { to, subject } of world.emails) {
    const key = `${to}: ${subject}`
    received.set(key, (received.get(key) ?? 0) + 1)
  }
  const problems: string[] = []
  let surplus = 0
  for (const { key, stored, mailed } of rows) {
    const arrived = received.get(key) ?? 0
    received.delete(key)
    if (arrived < mailed) problems.push(`${key}: ${mailed} are stored as mailed, but ${arrived} arrived`)
    surplus += Math.max(0, arrived - stored)
  }
  if (surplus > kills) problems.push(`${surplus} emails arrived twice, with ${kills} kills`)
  if (rows.length === 0) problems.push('there was no email at all')
  for (const key of received.keys()) problems.push(`${key}: arrived, but is not stored`)
  return problems
}

/** Sends requests to both sites at once. Returns what is wrong when not all get 200. */
async function sendToBoth(what: string, times: number, send: (site: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => send(n % 2)))
  const failed = answers.filter(({ status }) => status !== 200).map(({ status }) => status)
  return { answers, problems: failed.length === 0 ? [] : [`${times} ${what}: ${failed.join(' ')} instead of 200`] }
}

function limitProblems(what: string, { status, body, headers }: Answer): string[] {
  const wait = Number(headers.get('retry-after'))
  if (status === 429 && body.error?.code === 'too-many-requests' && wait >= 1 && Number.isInteger(wait)) return []
  return [`${what}: ${status}, Retry-After ${headers.get('retry-after')}: ${JSON.stringify(body)}`]
}

async function callLimitProblems(world: World, other: Person): Promise<string[]> {
  const person = await createPerson(world, randomFrom(1), 'limits-calls')
  await world.clearLimits()
  const call = (who: Person) => (site: number) => who.once(site, `/users/get-user?uid=${who.uid}`)
  const { problems } = await sendToBoth('calls', 60, call(person))
  for (const site of [0, 1]) {
    problems.push(...limitProblems('the call after the 60th', await call(person)(site)))
    const unaffected = await call(other)(site)
    if (unaffected.status !== 200) problems.push(`another person's call: ${unaffected.status}`)
  }
  return problems
}

async function checkoutLimitProblems(world: World, other: Person): Promise<string[]> {
  const person = await createPerson(world, randomFrom(2), 'limits-checkouts')
  const { answers, problems } = await sendToBoth('checkouts', 10, (site) => person.checkout(site, 'stripe'))
  if (new Set(answers.map(({ body }) => body.id)).size !== 1) problems.push('10 checkouts led to several pages')
  for (const site of [0, 1])
    problems.push(...limitProblems('the checkout after the 10th', await person.checkout(site, 'stripe')))
  const unaffected = await other.checkout(0, 'stripe')
  if (unaffected.status !== 200) problems.push(`another person's checkout: ${unaffected.status}`)
  return problems
}

/** Rate limits must count a person's requests to both sites together, and no other person's. */
export async function checkLimits(world: World): Promise<string[]> {
  await world.reset()
  const other = await createPerson(world, randomFrom(3), 'limits-other')
  const problems = [...(await callLimitProblems(world, other)), ...(await checkoutLimitProblems(world, other))]
  world.webhooks.length = 0
  clearVendors(world)
  return problems
}
