/** Forged and altered messages against the running processes: the right answer, and no effect. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { dump } from './dump'
import { drawForgeries, type Forgery, type Material } from './forgeries'
import { createPerson, forgetAll } from './person'
import { randomFrom, type Random } from '@/tests/setup/random'
import { createSteps, newCourse } from './steps'
import type { World } from './world'

const atOnce = 25

/** Sends a message as it is, with each header as often as it is named. */
function send(url: string, { headers, body }: Forgery): Promise<number> {
  const sentHeaders: Record<string, string[]> = {}
  for (const [name, value] of headers) (sentHeaders[name] ??= []).push(value)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sentHeaders, 'content-length': body.length },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** A person with a plan at each vendor, and what the vendors told of it. */
async function prepare(world: World, random: Random, problems: string[]): Promise<Material> {
  const said: Record<'stripe' | 'chargebee', string[]> = { stripe: [], chargebee: [] }
  for (const vendor of ['stripe', 'chargebee'] as const) {
    const person = await createPerson(world, random, `forged-${vendor}`)
    const run = createSteps(world, person, random, newCourse(problems))
    await run({ does: 'open', wish: { vendor, plan: 0 }, clicks: 1 })
    await run({ does: 'pay', pages: 'all' })
    await run({ does: 'ring' })
    await world.quiet()
    // Only what names its customer can be bent to name another.
    said[vendor].push(...world.caught.splice(0).map(({ body }) => body))
  }
  const ofPlans = said.stripe.filter((body) => JSON.parse(body).data.object.object === 'subscription')
  return { stripe: ofPlans, chargebee: said.chargebee, now: Math.floor(world.now() / 1000) }
}

/** Letters that are mailed later would change the database while it is compared. */
async function settleLetters(world: World): Promise<void> {
  const waiting = "select id from letters where mailed_at is null and uid like 'forged-%'"
  for (let turns = 0; turns < 200 && (await world.rows(waiting)).length > 0; turns++) await sleep(50)
  // What a process that was killed had taken out to send is not sent again for a minute.
  await world.rows('update letters set mailed_at = now() where mailed_at is null')
}

async function sendAll(world: World, forgeries: Forgery[], problems: string[]): Promise<void> {
  for (let from = 0; from < forgeries.length; from += atOnce) {
    await Promise.all(
      forgeries.slice(from, from + atOnce).map(async (forgery, place) => {
        const { vendor, what, status } = forgery
        const url = `${world.sites[place % 2]?.url}/api/${vendor}/webhook`
        let got = await send(url, forgery).catch(String)
        // A machine that is busy beyond measure says so, and a message comes again.
        for (let tries = 1; got === 503 && tries < 5; tries++) got = await send(url, forgery).catch(String)
        if (got === status) return
        problems.push(
          `${vendor}, ${what}: ${got} and not ${status}: ${JSON.stringify(forgery.headers)} ${forgery.body.subarray(0, 300)}`,
        )
      }),
    )
  }
}

/** @returns what was not as it should be */
export async function checkForgeries(world: World, seed: number, count: number): Promise<string[]> {
  await Promise.all(world.sites.map((site) => site.up()))
  await world.setAhead(0)
  const random = randomFrom(seed)
  const problems: string[] = []
  const material = await prepare(world, random, problems)
  const forgeries = random.shuffled(drawForgeries(random, material, count))
  await settleLetters(world)
  const before = await dump(world.rows)
  world.desk.calls.clear()
  await sendAll(
    world,
    forgeries.filter(({ asks }) => !asks),
    problems,
  )
  const asked = world.desk.calls.list().length
  if (asked > 0) problems.push(`a vendor was asked ${asked} times`)
  if ((await dump(world.rows)) !== before) problems.push('the database was changed')

  // A look at the vendor leaves when it was, and nothing else.
  const looks = ['stamp', 'written', 'updated_at']
  const stands = await dump(world.rows, looks)
  await sendAll(
    world,
    forgeries.filter(({ asks }) => asks),
    problems,
  )
  if (world.desk.calls.list().length === 0) problems.push('no vendor was asked for the truth')
  if ((await dump(world.rows, looks)) !== stands) problems.push('a lie was believed')
  forgetAll(world)
  return problems
}
