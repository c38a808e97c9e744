/** Limits count a person's requests over both processes together, and nobody else's. */
import { offers } from '@/local/vendors/catalogue'
import { exact } from '@/lib/site'
import { createPerson, forgetAll, type Answer, type Person } from './person'
import { randomFrom } from '@/tests/setup/random'
import type { World } from './world'

/** Sends so many requests by turns to both processes, all at once. */
const spread = (person: Person, times: number, path: string, init: RequestInit) =>
  Promise.all(Array.from({ length: times }, (_, turn) => person.once(turn % 2, path, init)))

const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return JSON.stringify(counts)
}

function refusedProblems(what: string, answer: Answer): string[] {
  const wait = Number(answer.headers.get('retry-after'))
  if (answer.status === 429 && answer.body.error?.code === 'too-many-requests' && wait >= 1 && Number.isInteger(wait))
    return []
  return [
    `${what} was answered ${answer.status}, to wait ${answer.headers.get('retry-after')}: ${JSON.stringify(answer.body)}`,
  ]
}

async function callProblems(world: World, other: Person): Promise<string[]> {
  const person = await createPerson(world, randomFrom(1), 'limits-calls')
  await world.forgetLimits()
  const path = (uid: string) => `/users/get-user?uid=${uid}`
  const answers = await spread(person, 60, path(person.uid), { method: 'GET' })
  const problems = answers.every(({ status }) => status === 200) ? [] : [`60 calls: ${statuses(answers)}`]
  for (const site of [0, 1]) {
    problems.push(
      ...refusedProblems('the call after the 60th', await person.once(site, path(person.uid), { method: 'GET' })),
    )
    const unaffected = await other.once(site, path(other.uid), { method: 'GET' })
    if (unaffected.status !== 200) problems.push(`somebody else was answered ${unaffected.status}`)
  }
  return problems
}

async function checkoutProblems(world: World, other: Person): Promise<string[]> {
  const person = await createPerson(world, randomFrom(2), 'limits-checkouts')
  const init = {
    method: 'POST',
    body: JSON.stringify({
      priceId: offers[0]?.stripePriceId,
      successUrl: `${world.siteOrigin}${exact.checkoutSuccess}`,
      cancelUrl: `${world.siteOrigin}${exact.checkoutCancel}`,
    }),
  }
  const path = (uid: string) => `/stripe/checkout-session?uid=${uid}`
  const answers = await spread(person, 10, path(person.uid), init)
  const problems = answers.every(({ status }) => status === 200) ? [] : [`10 checkouts: ${statuses(answers)}`]
  if (new Set(answers.map(({ body }) => body.id)).size !== 1) problems.push('10 checkouts led to several pages')
  for (const site of [0, 1]) {
    problems.push(...refusedProblems('the checkout after the 10th', await person.once(site, path(person.uid), init)))
  }
  const unaffected = await other.once(0, path(other.uid), init)
  if (unaffected.status !== 200) problems.push(`somebody else's checkout was answered ${unaffected.status}`)
  return problems
}

/** @returns what was not as it should be */
export async function checkLimits(world: World): Promise<string[]> {
  await Promise.all(world.sites.map((site) => site.up()))
  await world.setAhead(0)
  const other = await createPerson(world, randomFrom(3), 'limits-other')
  const problems = [...(await callProblems(world, other)), ...(await checkoutProblems(world, other))]
  world.caught.length = 0
  forgetAll(world)
  return problems
}
