/** The stand-ins in this process on a free port. */
import { join } from 'node:path'
import Chargebee from 'chargebee'
import Stripe from 'stripe'
import { createVendors } from '@/local/vendors/app'
import { standIn, type Settings } from '@/local/vendors/settings'
import { listen } from '@/tests/setup/listen'
import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { startListeningSite } from './listening-site'

export async function startStandIns() {
  const folder = temporaryFolder('vendors')
  const site = await startListeningSite()
  const settings: Settings = {
    ...standIn,
    origin: '',
    siteOrigin: 'http://localhost:3000',
    siteAddress: site.address,
    identityAddress: null,
  }
  const file = join(folder, 'vendors.json')
  let vendors = createVendors(settings, file, () => Date.now())
  let lost: RegExp | null = null
  let instead: { address: RegExp; status: number; body: object } | null = null
  let before: { call: RegExp; run: () => Promise<unknown> } | null = null
  const {
    url: base,
    port,
    close,
  } = await listen((request, response) => {
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

  return {
    base,
    port,
    settings,
    site,
    stripe: new Stripe(settings.stripe.secretKey, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      timeout: 4000,
      maxNetworkRetries: 0,
    }),
    chargebee: new Chargebee({
      site: '127.0.0.1',
      hostSuffix: '',
      protocol: 'http',
      port,
      apiKey: settings.chargebee.apiKey,
      timeout: 4000,
    }),
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
    /** Simulates a restart on the same state. */
    restart() {
      vendors.stop()
      vendors = createVendors(settings, file, () => Date.now())
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
