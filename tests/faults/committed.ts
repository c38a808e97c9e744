/** Answer after commit: what was answered 200 is in the database, though the process is killed at that very moment. */
import { request } from 'node:http'
import { signed } from './deliveries'
import { createPerson, forgetAll } from './person'
import { randomFrom } from '@/tests/setup/random'
import { createSteps, newCourse } from './steps'
import type { Told, World } from './world'

/** Sends a message to a process and kills it as soon as the first line of its answer is there; resolves with the status. */
function sendAndKill(world: World, site: 0 | 1, told: Told): Promise<number> {
  const { path, headers } = signed(world, told)
  return new Promise((resolve, reject) => {
    const sent = request(world.sites[site].url + path, { method: 'POST', headers }, (response) => {
      world.sites[site].kill()
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(told.body)
  })
}

/** @returns what was not as it should be, over so many rounds at both vendors */
export async function checkCommitted(world: World, rounds: number): Promise<string[]> {
  const problems: string[] = []
  await world.setAhead(0)
  for (let round = 0; round < rounds; round++) {
    await Promise.all(world.sites.map((site) => site.up()))
    const random = randomFrom(round)
    const person = await createPerson(world, random, `committed-${round}`)
    const run = createSteps(world, person, random, newCourse(problems))
    const vendor = round % 2 === 0 ? 'stripe' : 'chargebee'
    await run({ does: 'open', wish: { vendor, plan: 0 }, clicks: 1 })
    await run({ does: 'pay', pages: 'all' })
    await world.quiet()
    const told = world.caught.splice(0).at(-1)
    if (!told) return [...problems, `${vendor} told nothing of a purchase`]
    const status = await sendAndKill(world, round % 4 < 2 ? 0 : 1, told)
    const rows = await world.rows<{ status: string }>('select status from subscriptions where uid = $1', [person.uid])
    if (status !== 200) problems.push(`round ${round}: a message of ${vendor} was answered ${status}`)
    else if (rows[0]?.status !== 'trialing')
      problems.push(`round ${round}: answered 200, and ${JSON.stringify(rows)} is stored`)
    forgetAll(world)
  }
  await Promise.all(world.sites.map((site) => site.up()))
  return problems
}
