/**
 * The way between the vendors and the site, at its worst: each message comes 1 to 20 times, in any
 * order, up to 50 at once, at either process, now or at the very end, signed anew each time; what is
 * not answered 200 comes again, as with the real ones.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { standIn } from '@/local/vendors/settings'
import { signature } from '@/local/stripe/events'
import { basic } from './basic'
import type { Random } from '@/tests/setup/random'
import type { Told, World } from './world'

/** A message as its vendor would send it at this moment. */
export function signed(
  world: Pick<World, 'now'>,
  { vendor, body }: Told,
): { path: string; headers: Record<string, string> } {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (vendor === 'chargebee') headers.authorization = basic(standIn.chargebee)
  else headers['stripe-signature'] = signature(body, standIn.stripe.webhookSecret, Math.floor(world.now() / 1000))
  return { path: `/api/${vendor}/webhook`, headers }
}

export type Count = { events: number; sent: number; again: Record<string, number> }

type Deliveries = {
  /** Takes up what the vendors have told since; each copy has a step from `step` to `last` at which it is sent. */
  gather(step: number, last: number): void
  /** Sends what is due at a step, without waiting for the answers. */
  send(step: number): void
  /** Sends all that is left, and resolves when every copy of every message was answered 200. */
  finish(): Promise<void>
  /** Messages, copies sent, and how many had to be sent again, by what was answered. */
  count: Count
}

const atOnce = 50
const answerMs = 20_000
const patience = 400

export function createDeliveries(world: World, random: Random): Deliveries {
  const waiting: { told: Told; step: number }[] = []
  const queue: Told[] = []
  const flying = new Set<Promise<void>>()
  const count: Count = { events: 0, sent: 0, again: {} }
  let failure: Error | undefined

  async function attempt(told: Told): Promise<string | null> {
    const { path, headers } = signed(world, told)
    try {
      const response = await fetch(random.pick(world.sites).url + path, {
        method: 'POST',
        headers,
        body: told.body,
        signal: AbortSignal.timeout(answerMs),
      })
      const text = await response.text()
      return response.status === 200 ? null : `${response.status} ${text}`
    } catch {
      return 'no answer'
    }
  }

  async function deliver(told: Told): Promise<void> {
    for (let tries = 1; ; tries++) {
      count.sent++
      const problem = await attempt(told)
      if (problem === null) return
      const [why = ''] = problem.split(/ (?=\{)/)
      count.again[why] = (count.again[why] ?? 0) + 1
      if (tries === patience) {
        failure = new Error(`A message was never taken: ${problem}\n${told.body.slice(0, 400)}`)
        return
      }
      await sleep(Math.min(20 * tries, 500))
    }
  }

  function pump(): void {
    while (flying.size < atOnce && queue.length > 0) {
      const told = queue.shift() as Told
      const flight = deliver(told).finally(() => {
        flying.delete(flight)
        pump()
      })
      flying.add(flight)
    }
  }

  /** Most messages come a few times, some come twenty. */
  const copies = () => 1 + Math.floor(20 * random.next() ** 3)

  function gather(step: number, last: number): void {
    for (const told of world.caught.splice(0)) {
      count.events++
      for (let left = copies(); left > 0; left--) waiting.push({ told, step: random.whole(step, last) })
    }
  }

  function send(step: number): void {
    const due = random.shuffled(waiting.filter((one) => one.step <= step))
    for (const one of due) waiting.splice(waiting.indexOf(one), 1)
    queue.push(...due.map(({ told }) => told))
    pump()
  }

  return {
    count,
    gather,
    send,
    async finish() {
      // What the site does about a message may be told in messages of its own.
      for (;;) {
        send(Infinity)
        while (flying.size > 0) await Promise.race(flying)
        if (failure) throw failure
        await world.quiet()
        gather(0, 0)
        if (waiting.length === 0) return
      }
    },
  }
}
