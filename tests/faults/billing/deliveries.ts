/**
 * Delivers webhooks as badly as possible: 1 to 20 copies of each, in any order, up to 50 at once, at either site, now or
 * much later. As with the real vendors, whatever does not get 200 is sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@/tests/setup/random'
import { request } from '@/tests/faults/support/client'
import { signedWebhook, type Webhook, type World } from '@/tests/faults/support/world'

const concurrency = 50
const maxTries = 400

export function createDeliveries(world: World, random: Random) {
  const waiting: { webhook: Webhook; step: number }[] = []
  const queue: Webhook[] = []
  const pending = new Set<Promise<void>>()
  let sent = 0
  let failure: Error | undefined

  async function deliver(webhook: Webhook): Promise<void> {
    for (let tries = 1; tries <= maxTries; tries++) {
      sent++
      const { path, headers } = signedWebhook(world.now(), webhook)
      const { status } = await request(random.pick(world.sites).url + path, {
        method: 'POST',
        headers,
        body: webhook.body,
      })
      if (status === 200) return
      await sleep(Math.min(20 * tries, 500))
    }
    failure = new Error(`A webhook never got 200: ${webhook.body.slice(0, 400)}`)
  }

  function startQueued(): void {
    while (pending.size < concurrency && queue.length > 0) {
      const delivery = deliver(queue.shift() as Webhook).finally(() => {
        pending.delete(delivery)
        startQueued()
      })
      pending.add(delivery)
    }
  }

  /** Mostly a few, sometimes twenty. */
  const drawCopies = () => 1 + Math.floor(20 * random.next() ** 3)

  /** Plans copies of new webhooks, each for a step from `step` to `last`. */
  function collect(step: number, last: number): void {
    for (const webhook of world.webhooks.splice(0))
      for (let left = drawCopies(); left > 0; left--) waiting.push({ webhook, step: random.whole(step, last) })
  }

  /** Starts the deliveries of a step, without waiting for responses. */
  function send(step: number): void {
    const due = random.shuffled(waiting.filter((one) => one.step <= step))
    for (const one of due) waiting.splice(waiting.indexOf(one), 1)
    queue.push(...due.map(({ webhook }) => webhook))
    startQueued()
  }

  return {
    sent: () => sent,
    collect,
    send,
    /** Sends all that is left, and resolves when every copy got 200. */
    async finish() {
      // The site's reactions may cause further webhooks.
      for (;;) {
        send(Infinity)
        while (pending.size > 0) await Promise.race(pending)
        if (failure) throw failure
        await world.webhooksSent()
        collect(0, 0)
        if (waiting.length === 0) return
      }
    },
  }
}
