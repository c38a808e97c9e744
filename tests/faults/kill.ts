import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@/tests/setup/random'
import { describe, post, sendMessage, type Answer, type Fault } from './support/client'
import { createPerson, type Person } from './support/person'
import { inWorld, vendors, type Vendor, type World } from './support/world'

const kills = 10

/** Stores values that are numbered from 1. */
type Writer = {
  name: string
  pauseMs: number
  send(number: number): Promise<Answer>
  /** Whether this value is stored once. */
  isStored(number: number): Promise<boolean>
  /** Whether each value replaces the last one. */
  replaces: boolean
}

function nameWriter(world: World, person: Person, site: number): Writer {
  return {
    name: `the name of ${person.uid}`,
    pauseMs: 30,
    replaces: true,
    send: (number) => person.once(site, '/users/insert-or-update', post(person.record(`Name ${number}`))),
    async isStored(number) {
      const rows = await world.rows('select 1 from users where uid = $1 and name = $2', [person.uid, `Name ${number}`])
      return rows.length === 1
    },
  }
}

/** Sends the contact form, each time as another person. */
function messageWriter({ sites, rows }: World, site: 0 | 1): Writer {
  const textOf = (number: number) => `Message ${number} to ${site}`
  return {
    name: `messages to site ${site}`,
    pauseMs: 120,
    replaces: false,
    send: (number) => sendMessage(sites[site], `writer-${site}-${number}`, textOf(number)),
    isStored: async (number) =>
      (await rows('select 1 from contact_messages where message = $1', [textOf(number)])).length === 1,
  }
}

/** Cancels with odd numbers and resumes with even ones. */
async function planWriter(world: World, person: Person, vendor: Vendor, site: number): Promise<Writer> {
  await person.checkout(site, vendor)
  await world.pay(vendor, person.pages()[vendor].at(-1)?.id)
  const { body } = await person.sync(site)
  const plan = { uid: person.uid, subscriptionId: body.subscription?.id, store: vendor }
  return {
    name: `the plan of ${person.uid}`,
    pauseMs: 120,
    replaces: true,
    async send(number) {
      const call = number % 2 === 1 ? 'cancel' : 'resume'
      const answer = await person.once(site, `/users/${call}-plan?uid=${person.uid}`, post(plan))
      // A retry may find that the vendor has already done it.
      return answer.body?.error?.code === 'not-cancelled' ? { ...answer, status: 200 } : answer
    },
    async isStored(number) {
      const isCancelled = number % 2 === 1
      const query = 'select 1 from subscriptions where uid = $1 and is_unsubscribed = $2'
      return (await world.rows(query, [person.uid, isCancelled])).length === 1
    },
  }
}

function recorded(writer: Writer, problems: string[]) {
  const { name, pauseMs, replaces } = writer
  const stored = new Set<number>()
  let next = 1
  /** Sent without an answer. */
  let pending: number | null = null

  async function write(): Promise<Answer> {
    const number: number = pending ?? next++
    pending = number
    const answer = await writer.send(number)
    if (answer.status !== 200) return answer
    pending = null
    if (replaces) stored.clear()
    stored.add(number)
    return answer
  }

  const check = async () => {
    for (const number of stored) {
      const mayBeReplaced = replaces && pending !== null && (await writer.isStored(pending))
      if (!mayBeReplaced && !(await writer.isStored(number))) problems.push(`${name}: ${number} is not stored once`)
    }
  }

  return {
    writes: () => next - 1,
    async writeUntil(killed: AbortSignal): Promise<void> {
      while (!killed.aborted) {
        const answer = await write()
        // A busy site may answer 503, and then may or may not have written.
        if (![0, 200, 503].includes(answer.status)) problems.push(`${name}: ${describe(answer)}`)
        if (answer.status === 0 && !killed.aborted) problems.push(`${name}: no answer of a running site`)
        if (answer.status !== 200) return
        await sleep(pauseMs)
      }
    },
    /** After a restart: checks what was confirmed, and retries what was interrupted. */
    async settle(): Promise<number> {
      await check()
      const interrupted = pending === null ? 0 : 1
      for (let tries = 0; pending !== null; tries++) {
        const answer = await write()
        if (answer.status === 200) break
        if (answer.status !== 503 || tries === 5) {
          problems.push(`${name}, again: ${describe(answer)}`)
          return interrupted
        }
        await sleep(1000)
      }
      await check()
      return interrupted
    },
  }
}

export const killPostgres: Fault = {
  name: 'kill-postgres',
  expects: 'after a site is killed during writes, everything with 200 is stored once, and a retry works',
  run: (log) =>
    inWorld({}, async (world) => {
      const random = randomFrom(1)
      const problems: string[] = []
      const writers = [messageWriter(world, 0), messageWriter(world, 1)]
      for (const site of [0, 1])
        writers.push(nameWriter(world, await createPerson(world, random, `name-${site}`), site))
      for (const [site, vendor] of vendors.entries()) {
        const person = await createPerson(world, random, `plan-${vendor}`)
        writers.push(await planWriter(world, person, vendor, site))
      }
      const writing = writers.map((writer) => recorded(writer, problems))
      let interrupted = 0
      for (let kill = 1; kill <= kills; kill++) {
        const killed = new AbortController()
        const stopped = writing.map(({ writeUntil }) => writeUntil(killed.signal))
        await sleep(random.whole(50, 800))
        killed.abort()
        for (const site of world.sites) site.kill()
        await Promise.all(stopped)
        await world.clearLimits()
        await Promise.all(world.sites.map((site) => site.up()))
        for (const count of await Promise.all(writing.map(({ settle }) => settle()))) interrupted += count
      }
      const writes = writing.reduce((sum, one) => sum + one.writes(), 0)
      log(`${kills} kills of both sites, ${writes} writes, ${interrupted} interrupted and retried`)
      if (interrupted === 0) problems.push('no write was interrupted, so nothing was tested')
      return problems
    }),
}
