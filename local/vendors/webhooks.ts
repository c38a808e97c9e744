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

export type Webhooks = ReturnType<typeof createWebhooks>

/** Seconds; the last one repeats. */
const retryDelays = [1, 2, 5, 10, 30, 60]
const timeoutMs = 10_000

export function createWebhooks(deliveries: Delivery[], changed: () => void, signers: Record<Provider, Signer>) {
  const inFlight = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = false

  async function attempt(delivery: Delivery): Promise<void> {
    inFlight.add(delivery.id)
    const isAccepted = await post(signers[delivery.vendor], delivery.body)
    inFlight.delete(delivery.id)
    if (!running) return
    const wait = retryDelays[Math.min(delivery.attempts, retryDelays.length - 1)] ?? 60
    delivery.attempts += 1
    delivery.nextAt = Date.now() + wait * 1000
    if (isAccepted) deliveries.splice(deliveries.indexOf(delivery), 1)
    changed()
    plan()
  }

  function plan(): void {
    clearTimeout(timer)
    const waiting = deliveries.filter(({ id }) => !inFlight.has(id))
    if (!running || waiting.length === 0) return
    const next = Math.min(...waiting.map(({ nextAt }) => nextAt))
    timer = setTimeout(
      () => {
        for (const delivery of waiting) if (delivery.nextAt <= Date.now()) void attempt(delivery)
        plan()
      },
      Math.max(0, next - Date.now()),
    )
  }

  return {
    stateOf: (id: string) => (deliveries.some((one) => one.id === id) ? ('pending' as const) : ('arrived' as const)),
    send(vendor: Provider, id: string, body: string): void {
      deliveries.push({ id, vendor, body, attempts: 0, nextAt: Date.now() })
      changed()
      plan()
    },
    start(): void {
      running = true
      // The site may be back.
      for (const delivery of deliveries) Object.assign(delivery, { attempts: 0, nextAt: Date.now() })
      plan()
    },
    stop(): void {
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
