import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@/tests/setup/random'
import { describe, post, sendMessage, type Answer, type Fault } from './support/client'
import { createPerson } from './support/person'
import { inWorld, signedWebhook, vendors, type Vendor, type Webhook, type World } from './support/world'

const kills = 6

/** Stores values that are numbered from 1. */
type Writer = {
  name: string
  send(number: number): Promise<Answer>
  /** Whether this value is stored once. */
  isStored(number: number): Promise<boolean>
  /** Whether each value replaces the last one. */
  replaces: boolean
}

/** Sends the contact form, each time as another person. */
function messageWriter({ sites, rows }: World, site: 0 | 1): Writer {
  const textOf = (number: number) => `Message ${number} to ${site}`
  return {
    name: `messages to site ${site}`,
    replaces: false,
    send: (number) => sendMessage(sites[site], `writer-${site}-${number}`, textOf(number)),
    isStored: async (number) =>
      (await rows('select 1 from contact_messages where message = $1', [textOf(number)])).length === 1,
  }
}

/** Cancels with odd numbers and resumes with even ones. */
async function planWriter(world: World, vendor: Vendor, site: number): Promise<Writer> {
  const person = await createPerson(world, `plan-${vendor}`)
  await person.checkout(site, vendor)
  await world.pay(vendor, person.pagesAt(vendor).at(-1)?.id)
  const { body } = await person.sync(site)
  const plan = { uid: person.uid, subscriptionId: body.subscription?.id, store: vendor }
  return {
    name: `the plan of ${person.uid}`,
    replaces: true,
    async send(number) {
      const call = number % 2 === 1 ? 'cancel' : 'resume'
      const answer = await person.once(site, `/users/${call}-plan?uid=${person.uid}`, post(plan))
      // A retry may find that the vendor has already done it.
      return answer.body?.error?.code === 'not-cancelled' ? { ...answer, status: 200 } : answer
    },
    async isStored(number) {
      const query = 'select 1 from subscriptions where uid = $1 and is_unsubscribed = $2'
      return (await world.rows(query, [person.uid, number % 2 === 1])).length === 1
    },
  }
}

function recorded({ name, replaces, send, isStored }: Writer, problems: string[]) {
  const stored = new Set<number>()
  let next = 1
  /** Sent without an answer. */
  let pending: number | null = null

  async function write(): Promise<Answer> {
    const number: number = pending ?? next++
    pending = number
    const answer = await send(number)
    if (answer.status !== 200) return answer
    pending = null
    if (replaces) stored.clear()
    stored.add(number)
    return answer
  }

  const check = async () => {
    for (const number of stored) {
      const mayBeReplaced = replaces && pending !== null && (await isStored(pending))
      if (!mayBeReplaced && !(await isStored(number))) problems.push(`${name}: ${number} is not stored once`)
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
        await sleep(100)
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

/** Sends a webhook, and kills the site as soon as the status arrives. */
function sendAndKill({ sites: [site], now }: World, webhook: Webhook): Promise<number> {
  const { path, headers } = signedWebhook(now(), webhook)
  return new Promise((resolve, reject) => {
    const sent = request(site.url + path, { method: 'POST', headers }, (response) => {
      site.kill()
      response.on('error', () => {})
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(webhook.body)
  })
}

/** The site must store a purchase before it answers the webhook with 200. */
async function webhookProblems(world: World, vendor: Vendor): Promise<string[]> {
  const person = await createPerson(world, `webhook-${vendor}`)
  await world.takeWebhooks()
  const { body } = await person.checkout(0, vendor)
  await world.pay(vendor, body.id)
  const webhook = (await world.takeWebhooks()).at(-1)
  if (!webhook) return [`${vendor} sent no webhook about a purchase`]
  const status = await sendAndKill(world, webhook)
  const rows = await world.rows<{ status: string }>('select status from subscriptions where uid = $1', [person.uid])
  await world.sites[0].up()
  if (status === 200 && rows[0]?.status === 'trialing') return []
  return [`a webhook of ${vendor} got ${status}, and ${JSON.stringify(rows)} is stored`]
}

export const killPostgres: Fault = {
  name: 'kill-postgres',
  expects: 'after a site is killed during writes, everything with 200 is stored once, and a retry works',
  run: (log) =>
    inWorld({}, async (world) => {
      const random = randomFrom(1)
      const problems: string[] = []
      const writers = [messageWriter(world, 0), messageWriter(world, 1)]
      for (const [site, vendor] of vendors.entries()) writers.push(await planWriter(world, vendor, site))
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
      for (const vendor of vendors) problems.push(...(await webhookProblems(world, vendor)))
      return problems
    }),
}
