/**
 * Writers for kill.ts. After a restart, every write that got 200 must be there; an interrupted one may be there or not,
 * and its retry must work.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { consentWording } from '@/lib/contract/plan-words'
import { consentHeader } from '@/lib/site'
import { buy, describe, signUp, type Answer, type Client } from './support/client'
import type { Database } from './support/database'
import type { Outside, Vendor, Webhook } from './support/world'

export type Writer = {
  /** Writes once. @throws when there is no answer, or not 200 */
  write(): Promise<void>
  /** The pause between two writes. The default is 20 ms. */
  pauseMs?: number
  /** After a restart: checks what was written, and retries what was interrupted. */
  settle(): Promise<string[]>
  /** At the end: compares with the rows of the database. */
  checkStored(database: Database): Promise<string[]>
  /** The number of writes with 200. */
  count(): number
}

/** Stays below the rate limits of messages and plan changes. */
const limitedPauseMs = 120

/** The site answered something other than 200 or 503. */
export class Refused extends Error {}

/** The site answered 503: it was too busy, and may or may not have written. */
export class Unavailable extends Error {}

function expectOk(what: string, answer: Answer): void {
  if (answer.status === 200) return
  const problem = `${what}: ${describe(answer)}`
  throw answer.status === 503 ? new Unavailable(problem) : new Refused(problem)
}

/** Retries an interrupted write as a person does, waiting after a 503. */
async function retry(what: string, send: () => Promise<void>): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      await send()
      return []
    } catch (cause) {
      if (!(cause instanceof Unavailable) || tries === 5) return [`${what}: ${String(cause)}`]
      await sleep(1000)
    }
  }
}

/** Changes the names of people, twenty times each. */
export function nameWriter(client: Client, prefix: string): Writer {
  const names = new Map<string, string>()
  let writes = 0
  let answered = 0
  let pending: { uid: string; name: string } | null = null
  let unchecked = new Set<string>()
  const send = async (one: { uid: string; name: string }) => {
    pending = one
    expectOk('a name', await signUp(client, one.uid, one.name))
    names.set(one.uid, one.name)
    answered++
    unchecked.add(one.uid)
    pending = null
  }
  return {
    async write() {
      const number = ++writes
      await send({ uid: `${prefix}-${Math.floor(number / 20)}`, name: `Name ${number}` })
    },
    async settle() {
      const problems: string[] = []
      for (const uid of new Set([...unchecked, ...(pending ? [pending.uid] : [])])) {
        const { status, body } = await client.call(uid, `/users/get-user?uid=${uid}`)
        const name = status === 200 ? body.name : undefined
        const possible = [names.get(uid), ...(pending?.uid === uid ? [pending.name] : [])]
        if (!possible.includes(name)) problems.push(`${uid} has the name ${name} instead of ${possible.join(' or ')}`)
      }
      unchecked = new Set()
      const interrupted = pending
      return interrupted ? [...problems, ...(await retry('a name', () => send(interrupted)))] : problems
    },
    async checkStored({ rows }) {
      const stored = new Map((await rows('select uid, name from users')).map(({ uid, name }) => [uid, name]))
      return [...names]
        .filter(([uid, name]) => stored.get(uid) !== name)
        .map(([uid, name]) => `${uid} is stored as ${String(stored.get(uid))} instead of ${name}`)
    },
    count: () => answered,
  }
}

/** Sends the contact form, each time as another person. */
export function contactWriter({ contact }: Client, prefix: string): Writer {
  const received: string[] = []
  let writes = 0
  let pending: string | null = null
  const send = async (name: string) => {
    pending = name
    expectOk('a message', await contact(name, `Message ${name}`))
    received.push(name)
    pending = null
  }
  return {
    pauseMs: limitedPauseMs,
    write: () => send(`${prefix}-${++writes}`),
    async settle() {
      const interrupted = pending
      return interrupted === null ? [] : retry('a message', () => send(interrupted))
    },
    async checkStored({ rows }) {
      const stored = (await rows('select message from contact_messages')).map(({ message }) => message)
      return received.flatMap((name) => {
        const times = stored.filter((message) => message === `Message ${name}`).length
        return times === 1 ? [] : [`the message of ${name} is stored ${times} times`]
      })
    },
    count: () => received.length,
  }
}

type Subscriber = { uid: string; vendor: Vendor; id: string }

async function subscribe(outside: Outside, client: Client, uid: string, vendor: Vendor): Promise<Subscriber> {
  for (const webhook of await buy(outside, client, uid, vendor)) expectOk('a purchase', await client.deliver(webhook))
  const { body } = await client.call(uid, `/users/current-plan?uid=${uid}`)
  if (body.subscription?.store !== vendor) throw new Error(`${uid} bought a plan, but has ${JSON.stringify(body)}`)
  return { uid, vendor, id: body.subscription.id }
}

/** Cancels and resumes one plan in turn, by means of `change`. */
function alternatingWriter(
  client: Client,
  { uid, id, vendor }: Subscriber,
  change: (cancels: boolean) => Promise<void>,
): Writer {
  let isCancelled = false
  let pending: boolean | null = null
  let writes = 0
  const send = async (next: boolean) => {
    pending = next
    await change(next)
    isCancelled = next
    pending = null
    writes++
  }
  const check = async (possible: boolean[]) => {
    const { status, body } = await client.call(uid, `/users/current-plan?uid=${uid}`)
    const isRight = status === 200 && body.subscription?.id === id && possible.includes(body.isUnSubscribed)
    return isRight ? [] : [`${uid}: ${JSON.stringify(body)} instead of isUnSubscribed ${possible.join(' or ')}`]
  }
  return {
    write: () => send(!isCancelled),
    async settle() {
      const interrupted = pending
      if (interrupted === null) return check([isCancelled])
      const problems = await check([isCancelled, interrupted])
      problems.push(...(await retry(`${uid} at ${vendor}`, () => send(interrupted))))
      return [...problems, ...(await check([isCancelled]))]
    },
    async checkStored({ rows }) {
      const stored = await rows(`select is_unsubscribed as cancelled from subscriptions where uid = '${uid}'`)
      return stored.length === 1 && stored[0]?.cancelled === isCancelled
        ? []
        : [`${uid} is stored as ${JSON.stringify(stored)} instead of one row with ${isCancelled}`]
    },
    count: () => writes,
  }
}

/** Cancels and resumes at the site. A retry may find that the vendor has already done it. */
export async function planWriter(outside: Outside, client: Client, uid: string, vendor: Vendor): Promise<Writer> {
  const subscriber = await subscribe(outside, client, uid, vendor)
  const request = {
    body: { uid, subscriptionId: subscriber.id, store: vendor },
    headers: { [consentHeader]: consentWording },
  }
  const writer = alternatingWriter(client, subscriber, async (cancels) => {
    const answer = await client.call(uid, `/users/${cancels ? 'cancel' : 'resume'}-plan?uid=${uid}`, request)
    const isDone = answer.status === 409 && answer.body.error.code === 'not-cancelled'
    if (!isDone) expectOk(`${uid} at ${vendor}`, answer)
  })
  return { ...writer, pauseMs: limitedPauseMs }
}

/** Cancels and resumes at the vendor, whose webhooks the site then receives. */
export async function vendorPlanWriter(outside: Outside, client: Client, uid: string, vendor: Vendor): Promise<Writer> {
  const subscriber = await subscribe(outside, client, uid, vendor)
  const { id } = subscriber
  const changeAtVendor = async (cancels: boolean) => {
    const path = `/subscriptions/${id}`
    const answer = await {
      stripe: () => outside.vendorApi(vendor, 'POST', path, `cancel_at_period_end=${cancels}`),
      chargebee: () =>
        cancels
          ? outside.vendorApi(vendor, 'POST', `${path}/cancel_for_items`, 'end_of_term=true')
          : outside.vendorApi(vendor, 'POST', `${path}/remove_scheduled_cancellation`),
    }[vendor]()
    if (answer.status !== 200) throw new Refused(`${vendor} answered ${answer.status}: ${await answer.text()}`)
  }
  const undelivered = new Set<Webhook>()
  return alternatingWriter(client, subscriber, async (cancels) => {
    if (undelivered.size === 0) await changeAtVendor(cancels)
    await outside.webhooksSent()
    // Other writers share the list.
    for (const webhook of outside.webhooks.filter(({ body }) => body.includes(id))) {
      undelivered.add(webhook)
      outside.webhooks.splice(outside.webhooks.indexOf(webhook), 1)
    }
    if (undelivered.size === 0) throw new Refused(`${vendor} sent no webhook about a change of ${uid}`)
    for (const webhook of undelivered) {
      expectOk(`a webhook of ${vendor}`, await client.deliver(webhook))
      undelivered.delete(webhook)
    }
  })
}
