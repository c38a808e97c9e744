/**
 * Those who write while a site dies: each remembers what was answered 200, and what was under way. After the
 * restart the first must be there; of the second, either what was before or what was to be.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { standIn } from '@/local/vendors/settings'
import { consentWording } from '@/lib/contract/consent'
import { consentHeader } from '@/lib/site'
import { told, type Asked, type Asker } from './asker'
import { basic } from './basic'
import { buy, signUp } from './buyer'
import type { Kept } from './kept'
import type { Outside, Told, Vendor } from './outside'

export type Writer = {
  /** Writes once. @throws when nobody answered, or not with 200 */
  write(): Promise<void>
  /** The pause between two writes. The default is 20 ms. */
  pauseMs?: number
  /** After a restart: looks whether what was answered is there, and does again what was not answered. */
  settle(): Promise<string[]>
  /** In the end, out of the database itself. */
  judge(kept: Kept): Promise<string[]>
  /** How many writes were answered 200. */
  count(): number
}

/** Slow enough to stay under the limits on messages and on resumed plans during one life of the site. */
const limitedPauseMs = 120

/** A write that was answered otherwise than with 200, which is no way of dying. */
export class Refused extends Error {}

/** A write for which there was no time on a busy machine: it may have been done, as one that was cut off. */
export class Unavailable extends Error {}

async function done(what: string, asked: Promise<Asked>): Promise<void> {
  const answer = await asked
  if (answer.status === 200) return
  const problem = `${what} was answered ${told(answer)}`
  throw answer.status === 503 ? new Unavailable(problem) : new Refused(problem)
}

/** The same retry that a person makes, who waits where they are asked to: it must work. */
async function retried(what: string, send: () => Promise<void>): Promise<string[]> {
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

/** People of whom each changes their name twenty times. */
export function nameWriter(asker: Asker, prefix: string): Writer {
  const names = new Map<string, string>()
  let writes = 0
  let answered = 0
  let underWay: { uid: string; name: string } | null = null
  let since = new Set<string>()
  const send = async (one: { uid: string; name: string }) => {
    underWay = one
    await done('a name', signUp(asker, one.uid, one.name))
    names.set(one.uid, one.name)
    answered++
    since.add(one.uid)
    underWay = null
  }
  return {
    async write() {
      const number = ++writes
      await send({ uid: `${prefix}-${Math.floor(number / 20)}`, name: `Name ${number}` })
    },
    async settle() {
      const problems: string[] = []
      for (const uid of new Set([...since, ...(underWay ? [underWay.uid] : [])])) {
        const { status, body } = await asker.call(uid, `/users/get-user?uid=${uid}`)
        const name = status === 200 ? body.name : undefined
        const mayBe = [names.get(uid), ...(underWay?.uid === uid ? [underWay.name] : [])]
        if (!mayBe.includes(name)) problems.push(`${uid} is called ${name} and not ${mayBe.join(' or ')}`)
      }
      since = new Set()
      const owed = underWay
      return owed ? [...problems, ...(await retried('a name', () => send(owed)))] : problems
    },
    async judge({ rows }) {
      const stored = new Map((await rows('select uid, name from users')).map(({ uid, name }) => [uid, name]))
      return [...names]
        .filter(([uid, name]) => stored.get(uid) !== name)
        .map(([uid, name]) => `${uid} is stored as ${String(stored.get(uid))} and not ${name}`)
    },
    count: () => answered,
  }
}

/** Messages of the contact form, each from somebody else. */
export function letterWriter({ write }: Asker, prefix: string): Writer {
  const received: string[] = []
  let writes = 0
  let underWay: string | null = null
  const send = async (name: string) => {
    underWay = name
    await done('a message', write(name, `Message ${name}`))
    received.push(name)
    underWay = null
  }
  return {
    pauseMs: limitedPauseMs,
    write: () => send(`${prefix}-${++writes}`),
    async settle() {
      const owed = underWay
      return owed === null ? [] : retried('a message', () => send(owed))
    },
    async judge({ rows }) {
      const stored = (await rows('select message from contact_messages')).map(({ message }) => message)
      return received.flatMap((name) => {
        const times = stored.filter((message) => message === `Message ${name}`).length
        return times === 1 ? [] : [`the message of ${name} is stored ${times} times`]
      })
    },
    count: () => received.length,
  }
}

type PlanHolder = { uid: string; vendor: Vendor; id: string }

/** Somebody with a plan that runs, by the site's own account. */
async function planHolder(outside: Outside, asker: Asker, uid: string, vendor: Vendor): Promise<PlanHolder> {
  for (const one of await buy(outside, asker, uid, vendor)) await done('a purchase', asker.deliver(one))
  const { body } = await asker.call(uid, `/users/current-plan?uid=${uid}`)
  if (body.subscription?.store !== vendor) throw new Error(`${uid} bought a plan, and has ${JSON.stringify(body)}`)
  return { uid, vendor, id: body.subscription.id }
}

/** One plan that is cancelled and resumed in turn, by whichever way `change` goes. */
function turnWriter(asker: Asker, { uid, id, vendor }: PlanHolder, change: (leaves: boolean) => Promise<void>): Writer {
  let leaves = false
  let underWay: boolean | null = null
  let writes = 0
  const send = async (next: boolean) => {
    underWay = next
    await change(next)
    leaves = next
    underWay = null
    writes++
  }
  const look = async (mayBe: boolean[]) => {
    const { status, body } = await asker.call(uid, `/users/current-plan?uid=${uid}`)
    const right = status === 200 && body.subscription?.id === id && mayBe.includes(body.isUnSubscribed)
    return right ? [] : [`${uid} at ${vendor}: ${JSON.stringify(body)}, and not unsubscribed ${mayBe.join(' or ')}`]
  }
  return {
    write: () => send(!leaves),
    async settle() {
      const owed = underWay
      if (owed === null) return look([leaves])
      const problems = await look([leaves, owed])
      problems.push(...(await retried(`${uid} at ${vendor}`, () => send(owed))))
      return [...problems, ...(await look([leaves]))]
    },
    async judge({ rows }) {
      const stored = await rows(`select is_unsubscribed as leaves from subscriptions where uid = '${uid}'`)
      return stored.length === 1 && stored[0]?.leaves === leaves
        ? []
        : [`${uid} at ${vendor} is stored as ${JSON.stringify(stored)}, and not once with ${leaves}`]
    },
    count: () => writes,
  }
}

/** Cancels and resumes by the site; what the provider has done already is no error of a second press. */
export async function changer(outside: Outside, asker: Asker, uid: string, vendor: Vendor): Promise<Writer> {
  const holder = await planHolder(outside, asker, uid, vendor)
  const body = { uid, subscriptionId: holder.id, store: vendor }
  const headers = { [consentHeader]: consentWording }
  const writer = turnWriter(asker, holder, async (leaves) => {
    const answer = await asker.call(uid, `/users/${leaves ? 'cancel' : 'resume'}-plan?uid=${uid}`, { body, headers })
    const isDone = answer.status === 409 && answer.body.error.code === 'not-cancelled'
    if (!isDone) await done(`${uid} at ${vendor}`, Promise.resolve(answer))
  })
  return { ...writer, pauseMs: limitedPauseMs }
}

/** Cancels and resumes at the vendor, whose messages the site is then told. */
export async function messenger(outside: Outside, asker: Asker, uid: string, vendor: Vendor): Promise<Writer> {
  const holder = await planHolder(outside, asker, uid, vendor)
  const authorization =
    vendor === 'stripe'
      ? `Bearer ${standIn.stripe.secretKey}`
      : basic({ webhookUser: standIn.chargebee.apiKey, webhookPassword: '' })
  const api = async (path: string, form: string) => {
    const headers = { authorization }
    const answer = await fetch(outside.base + path, { method: 'POST', body: new URLSearchParams(form), headers })
    if (answer.status !== 200) throw new Refused(`${vendor} answered ${answer.status}: ${await answer.text()}`)
  }
  const turn = (leaves: boolean) =>
    vendor === 'stripe'
      ? api(`/v1/subscriptions/${holder.id}`, `cancel_at_period_end=${leaves}`)
      : api(
          `/api/v2/subscriptions/${holder.id}/${leaves ? 'cancel_for_items' : 'remove_scheduled_cancellation'}`,
          leaves ? 'end_of_term=true' : '',
        )
  const owed = new Set<Told>()
  return turnWriter(asker, holder, async (leaves) => {
    if (owed.size === 0) await turn(leaves)
    await outside.quiet()
    for (const one of outside.caught.filter(({ body }) => body.includes(holder.id))) {
      owed.add(one)
      outside.caught.splice(outside.caught.indexOf(one), 1)
    }
    if (owed.size === 0) throw new Refused(`${vendor} told nothing of a change of ${uid}`)
    for (const one of owed) {
      await done(`a message of ${vendor}`, asker.deliver(one))
      owed.delete(one)
    }
  })
}
