/** Vendor stand-ins in the test's process, whose webhooks reach the route handlers. */
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, vi } from 'vitest'
import { providers, type Provider } from '@/lib/contract/plan'
import { freePort } from '@/local/ports'
import { createVendors } from '@/local/vendors/app'
import { settingsAt, standIn } from '@/local/vendors/settings'
import { listen } from './listen'
import { origin, stage } from './stage'
import { temporaryFolder } from './temporary-folder'

async function toRequest(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return new Request(`${origin}${message.url}`, {
    method: message.method ?? 'POST',
    headers: message.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  })
}

const webhookRoutes: Record<Provider, () => Promise<{ POST: (request: Request) => Promise<Response> }>> = {
  stripe: () => import('@/app/api/stripe/webhook/route'),
  chargebee: () => import('@/app/api/chargebee/webhook/route'),
}

/** Starts the stand-ins; `env` points the server to them. `refuseWebhooks` lets the site answer them with 503. */
export async function startVendors() {
  const folder = temporaryFolder('vendors')
  let refusesWebhooks = false
  const site = await listen(async (message, response) => {
    const name = providers.options.find((one) => message.url?.startsWith(`/api/${one}/`))
    if (!name) throw new Error(`No provider has the address ${message.url}.`)
    const { POST } = await webhookRoutes[name]()
    const answer = refusesWebhooks ? new Response('refused', { status: 503 }) : await POST(await toRequest(message))
    response.writeHead(answer.status).end(await answer.text())
  })
  let now = () => Date.now()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const vendors = createVendors(
    {
      origin: base,
      siteOrigin: origin,
      siteAddress: site.url,
      identityAddress: null,
      ...standIn,
    },
    join(folder, 'vendors.json'),
    () => now(),
  )
  vendors.start()
  let refused: { address: RegExp; status: number; code: string | undefined } | null = null
  const server = await listen((request, response) => {
    if (!refused?.address.test(request.url ?? '')) return void vendors.app(request, response)
    const { status, code } = refused
    const error = { type: 'invalid_request_error', code, message: 'no' }
    const body = { error, message: 'no', api_error_code: code, http_status_code: status }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }, port)

  /** Retries a vendor's undelivered webhooks, and waits for all of them. */
  async function drainWebhooks(vendor: string): Promise<void> {
    const { state, webhooks } = vendors.context
    const waiting = () => state.deliveries.filter((one) => one.vendor === vendor)
    if (waiting().length === 0) return
    webhooks.start()
    await vi.waitUntil(() => waiting().every(({ attempts }) => attempts > 0), { timeout: 12_000, interval: 5 })
  }

  const post = (path: string, body: object) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    base,
    /** The SDK with the site's key. */
    stripe: new Stripe(standIn.stripe.secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false }),
    env: {
      ...settingsAt.stripe(base),
      ...settingsAt.chargebee(base),
    },
    /**
     * Lets the next calls to a vendor fail, as `POST /faults` does. It first waits for pending webhooks, whose handlers
     * would otherwise use up the failure.
     */
    async fault(fault: { vendor: string; times?: number; [detail: string]: unknown }) {
      if (fault.times !== 0) await drainWebhooks(fault.vendor)
      return post('/faults', fault)
    },
    drainWebhooks,
    /** The calls to a vendor since `forgetRequests`. */
    async requests(vendor: string): Promise<{ method: string; path: string }[]> {
      const { requests } = (await (await fetch(`${base}/requests?vendor=${vendor}`)).json()) as {
        requests: { method: string; path: string }[]
      }
      return requests
    },
    forgetRequests: () => fetch(`${base}/requests`, { method: 'DELETE' }),
    /** Presses `Pay` on a hosted page. Stripe's stand-in waits for its webhook, Chargebee's does not. */
    pay: (url: string) => fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' }),
    /** Changes a subscription at the provider, as its staff or time could. */
    control: (vendor: string, name: string, subscription: string) =>
      post(`/${vendor}/control/${name}`, { subscription }),
    state: () => vendors.context.state,
    /** Refuses all calls to matching addresses, permanently by default; null ends it. */
    refuse(
      address: RegExp | null,
      how: { status: number; code: string | undefined } = { status: 400, code: 'invalid_request' },
    ) {
      refused = address && { address, ...how }
    },
    refuseWebhooks(value: boolean) {
      refusesWebhooks = value
    },
    setNow(clock: () => number) {
      now = clock
    },
    async close() {
      vendors.stop()
      await server.close()
      await site.close()
    },
  }
}

/** Stage and stand-ins for one test file, closed after its tests. */
export async function stageWithVendors(settings: Record<string, string> = {}) {
  const vendors = await startVendors()
  const world = await stage({ ...vendors.env, ...settings })
  afterAll(async () => {
    await vendors.close()
    await world.close()
  })
  return { world, vendors }
}
