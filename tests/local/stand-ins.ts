/** The stand-ins in this process on a free port, with an adjustable clock. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import Chargebee from 'chargebee'
import Stripe from 'stripe'
import { createVendors } from '@/local/vendors/app'
import { standIn, type Settings } from '@/local/vendors/settings'
import { listen } from '@/tests/setup/listen'
import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { startListeningSite } from './listening-site'

const dayMs = 86_400_000

/** An answer of a stand-in's API as sent. */
type Answer = { method: string; path: string; status: number; text: string }

const apiPaths = /^\/(v1|api\/v2)\//

/** Records answers; express sends complete bodies. */
function keepAnswer(answers: Answer[], request: IncomingMessage, response: ServerResponse): void {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  if (!apiPaths.test(path)) return
  let text = ''
  const end = response.end.bind(response)
  response.end = ((...parts: Parameters<typeof end>) => {
    if (typeof parts[0] === 'string' || Buffer.isBuffer(parts[0])) text = parts[0].toString()
    return end(...parts)
  }) as typeof response.end
  response.on('finish', () => {
    answers.push({ method: request.method ?? '', path, status: response.statusCode, text })
  })
}

export async function startStandIns(extra: Partial<Settings> = {}) {
  const folder = temporaryFolder('vendors')
  const site = await startListeningSite()
  const settings: Settings = {
    ...standIn,
    origin: '',
    siteOrigin: 'http://localhost:3000',
    siteAddress: site.address,
    identityAddress: null,
    ...extra,
  }
  let ahead = 0
  const now = () => Date.now() + ahead
  const file = join(folder, 'vendors.json')
  let vendors = createVendors(settings, file, now)
  const answers: Answer[] = []
  let lost: RegExp | null = null
  let instead: { address: RegExp; status: number; body: object } | null = null
  let before: { call: RegExp; run: () => Promise<unknown> } | null = null
  const {
    url: base,
    port,
    close,
  } = await listen((request, response) => {
    keepAnswer(answers, request, response)
    if (lost?.test(request.url ?? '')) {
      lost = null
      response.end = (() => response.destroy()) as unknown as typeof response.end
    }
    if (instead?.address.test(request.url ?? '')) {
      response.writeHead(instead.status, { 'content-type': 'application/json' }).end(JSON.stringify(instead.body))
      instead = null
      return
    }
    const { call, run } = before ?? {}
    if (!run || !call?.test(`${request.method} ${request.url}`)) return void vendors.app(request, response)
    before = null
    void run().then(() => vendors.app(request, response))
  })
  settings.origin = `http://localhost:${port}`
  vendors.start()

  const stripeWith = (key: string = settings.stripe.secretKey, maxNetworkRetries = 0) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, timeout: 4000, maxNetworkRetries })
  const chargebeeWith = (apiKey: string = settings.chargebee.apiKey) =>
    new Chargebee({ site: '127.0.0.1', hostSuffix: '', protocol: 'http', port, apiKey, timeout: 4000 })

  return {
    base,
    port,
    settings,
    site,
    answers,
    stripe: stripeWith(),
    stripeWith,
    chargebee: chargebeeWith(),
    chargebeeWith,
    get context() {
      return vendors.context
    },
    /** Carries out the next call at this address, but loses the answer. */
    loseAnswer(address: RegExp) {
      lost = address
    },
    /** Answers the next call at this address without reaching the stand-in. */
    answerInstead(address: RegExp, status: number, body: object) {
      instead = { address, status, body }
    },
    /** Runs something just before the next such call, such as `POST /v1/refunds`. */
    happensBefore(call: RegExp, run: () => Promise<unknown>) {
      before = { call, run }
    },
    /** Moves the clock by days. */
    pass(days: number) {
      ahead += days * dayMs
    },
    /** Simulates a restart on the same state. */
    restart() {
      vendors.stop()
      vendors = createVendors(settings, file, now)
      vendors.start()
    },
    /** Presses a button of a hosted page. */
    press: (url: string, button: 'pay' | 'back') => fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' }),
    post: (path: string, body: object) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async close() {
      vendors.stop()
      await close()
      await site.close()
    },
  }
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>
