import type { Provider } from '@/lib/contract/plan'

/** A webhook that waits to be accepted. It is stored, so that a restart does not lose it. */
export type Delivery = {
  id: string
  vendor: Provider
  body: string
  attempts: number
  /** Milliseconds. */
  nextAt: number
}

type Signer = (body: string) => { url: string; headers: Record<string, string> }

export type Webhooks = {
  send(vendor: Delivery['vendor'], id: string, body: string): void
  stateOf(id: string): 'pending' | 'arrived'
  start(): void
  stop(): void
}

/** Seconds; the last one repeats. */
const retryDelays = [1, 2, 5, 10, 30, 60]
const timeoutMs = 10_000

export function createWebhooks(
  deliveries: Delivery[],
  changed: () => void,
  signers: Record<Delivery['vendor'], Signer>,
): Webhooks {
  const inFlight = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = false

  function settle(delivery: Delivery): void {
    const index = deliveries.indexOf(delivery)
    if (index >= 0) deliveries.splice(index, 1)
  }

  async function attempt(delivery: Delivery): Promise<void> {
    inFlight.add(delivery.id)
    const ok = await post(signers[delivery.vendor], delivery.body)
    inFlight.delete(delivery.id)
    if (!running) return
    const wait = retryDelays[Math.min(delivery.attempts, retryDelays.length - 1)] ?? 60
    delivery.attempts += 1
    delivery.nextAt = Date.now() + wait * 1000
    if (ok) settle(delivery)
    changed()
    plan()
  }

  const isDue = ({ id }: Delivery) => !inFlight.has(id)

  function plan(): void {
    clearTimeout(timer)
    if (!running) return
    const next = Math.min(...deliveries.filter(isDue).map(({ nextAt }) => nextAt))
    if (Number.isFinite(next)) timer = setTimeout(round, Math.max(0, next - Date.now()))
  }

  function round(): void {
    const now = Date.now()
    for (const delivery of deliveries.slice()) {
      if (delivery.nextAt <= now && isDue(delivery)) void attempt(delivery)
    }
    plan()
  }

  const stateOf = (id: string) => (deliveries.some((one) => one.id === id) ? 'pending' : 'arrived')

  return {
    stateOf,
    send(vendor, id, body) {
      const now = Date.now()
      deliveries.push({ id, vendor, body, attempts: 0, nextAt: now })
      changed()
      plan()
    },
    start() {
      running = true
      // The site may be back.
      for (const delivery of deliveries) Object.assign(delivery, { attempts: 0, nextAt: Date.now() })
      plan()
    },
    stop() {
      running = false
      clearTimeout(timer)
    },
  }
}

async function post(signer: Signer, body: string): Promise<boolean> {
  const { url, headers } = signer(body)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
