import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom, type Random } from '@/tests/setup/random'
import { rawRequest } from '@/tests/setup/raw-request'
import { dump } from '@/tests/faults/support/database'
import { clearVendors, createPerson } from '@/tests/faults/support/person'
import { vendors, type World } from '@/tests/faults/support/world'
import { drawForgeries, type Forgery, type Originals } from './forged-webhooks'
import { createSteps, newRecord } from './steps'

const concurrency = 25

/** Sends a forgery, whose headers may be repeated. */
async function send(url: string, { headers, body }: Forgery): Promise<number> {
  const values: Record<string, string[]> = {}
  for (const [name, value] of headers) (values[name] ??= []).push(value)
  const all = { 'content-type': 'application/json', ...values, 'content-length': body.length }
  return (await rawRequest(url, { method: 'POST', headers: all, body })).status
}

/** Buys a plan at each vendor, and returns the webhooks about them. */
async function createOriginals(world: World, random: Random, problems: string[]): Promise<Originals> {
  const originals: Originals = { stripe: [], chargebee: [], now: 0 }
  for (const vendor of vendors) {
    const person = await createPerson(world, random, `forged-${vendor}`)
    const run = createSteps(world, person, random, newRecord(problems))
    await run({ does: 'open', purchase: { vendor, plan: 0 }, clicks: 1 })
    await run({ does: 'pay', pages: 'all' })
    await run({ does: 'sync' })
    originals[vendor].push(...(await world.takeWebhooks()).map(({ body }) => body))
  }
  // Only these name a customer, which a forgery may replace.
  const stripe = originals.stripe.filter((body) => JSON.parse(body).data.object.object === 'subscription')
  return { ...originals, stripe, now: Math.floor(world.now() / 1000) }
}

/** Waits for emails, which would change the database while it is compared. */
async function settleEmails(world: World): Promise<void> {
  const waiting = "select id from letters where mailed_at is null and uid like 'forged-%'"
  for (let tries = 0; tries < 200 && (await world.rows(waiting)).length > 0; tries++) await sleep(50)
  // Emails that a killed process was sending are only retried after a minute.
  await world.rows('update letters set mailed_at = now() where mailed_at is null')
}

async function sendAll(world: World, forgeries: Forgery[]): Promise<string[]> {
  const problems: string[] = []
  for (let from = 0; from < forgeries.length; from += concurrency) {
    await Promise.all(
      forgeries.slice(from, from + concurrency).map(async (forgery, place) => {
        const { vendor, what, status, headers, body } = forgery
        const url = `${world.sites[place % 2]?.url}/api/${vendor}/webhook`
        let answer = await send(url, forgery).catch(String)
        // A busy site answers 503, and the vendor retries.
        for (let tries = 1; answer === 503 && tries < 5; tries++) answer = await send(url, forgery).catch(String)
        if (answer === status) return
        const sent = `${JSON.stringify(headers)} ${body.subarray(0, 300)}`
        problems.push(`${vendor}, ${what}: ${answer} instead of ${status}: ${sent}`)
      }),
    )
  }
  return problems
}

/** Forged webhooks must get the right status, and must not change anything. */
export async function checkForged(world: World, seed: number, count: number): Promise<string[]> {
  await world.reset()
  const random = randomFrom(seed)
  const problems: string[] = []
  const originals = await createOriginals(world, random, problems)
  const forgeries = random.shuffled(drawForgeries(random, originals, count))
  await settleEmails(world)
  const before = await dump(world.rows)
  const { calls } = world.vendorContext
  calls.clear()
  problems.push(
    ...(await sendAll(
      world,
      forgeries.filter(({ asks }) => !asks),
    )),
  )
  const vendorCalls = calls.list().length
  if (vendorCalls > 0) problems.push(`a vendor was called ${vendorCalls} times`)
  if ((await dump(world.rows)) !== before) problems.push('the database was changed')

  // A sync stores when it ran, and nothing else.
  const syncTimes = ['stamp', 'written', 'updated_at']
  const beforeSync = await dump(world.rows, syncTimes)
  problems.push(
    ...(await sendAll(
      world,
      forgeries.filter(({ asks }) => asks),
    )),
  )
  if (calls.list().length === 0) problems.push('no vendor was asked for the real plan')
  if ((await dump(world.rows, syncTimes)) !== beforeSync) problems.push('a false plan state was stored')
  clearVendors(world)
  return problems
}
