/** Everything around the site: vendor stand-ins, identity service and mail server, and two sites over one Postgres. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { providers, type Provider } from '@/lib/contract/plan'
import { registeredPaths } from '@/lib/site'
import { mailServer } from '@/local/inbox/smtp'
import { freePorts } from '@/local/ports'
import { signature } from '@/local/stripe/wire'
import { createVendors } from '@/local/vendors/app'
import { offers } from '@/local/vendors/catalogue'
import { createFaults } from '@/local/vendors/faults'
import { settingsAt, standIn } from '@/local/vendors/settings'
import { startIdentity } from '@/tests/fakes/identity'
import { listen } from '@/tests/setup/listen'
import { startPostgres } from '@/tests/setup/postgres'
import type { RedisServer } from '@/tests/setup/redis'
import { basicAuth, chargebeeAuth } from '@/tests/setup/webhooks'
import { startSite, type Site } from './site'

export type World = Awaited<ReturnType<typeof startWorld>>
export type Vendor = Provider
export const vendors = providers.options
export type Webhook = { vendor: Vendor; body: string }

/** A request with the webhook as its vendor would sign it at the time `now` (ms). */
export function signedWebhook(now: number, { vendor, body }: Webhook) {
  const credential: Record<Vendor, () => Record<string, string>> = {
    stripe: () => ({ 'stripe-signature': signature(body, standIn.stripe.webhookSecret, Math.floor(now / 1000)) }),
    chargebee: () => ({ authorization: chargebeeAuth }),
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...credential[vendor]() }
  return { path: `/api/${vendor}/webhook`, headers }
}

/** Accepts every webhook at once in the site's place, so that a test decides when the site receives it. */
const catchWebhooks = (webhooks: Webhook[]) =>
  listen(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const vendor = vendors.find((name) => message.url?.includes(`/${name}/`)) as Vendor
    webhooks.push({ vendor, body: Buffer.concat(chunks).toString() })
    response.writeHead(200).end('{}')
  })

/** @param siteOrigin of the site that all of it is for; it need not run yet */
async function startOutside(siteOrigin: string, mailPort: number, vendorsPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-outside-'))
  const identity = await startIdentity()
  const webhooks: Webhook[] = []
  const emails: { to: string; subject: string }[] = []
  const catcher = await catchWebhooks(webhooks)
  const mail = mailServer({ mail: ({ to, subject }) => emails.push({ to, subject }), faults: createFaults() })
  await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${vendorsPort}`
  let ahead = 0
  const now = () => Date.now() + ahead
  const settings = { origin: base, siteOrigin, siteAddress: catcher.url, identityAddress: null, ...standIn }
  const standIns = createVendors(settings, join(folder, 'vendors.json'), now)
  const vendorServer = await listen(standIns.app, vendorsPort)
  standIns.start()

  /** Resolves when every webhook that the vendors have to send is in `webhooks`. */
  async function webhooksSent(): Promise<void> {
    while (standIns.context.state.deliveries.length > 0) await sleep(2)
  }

  return {
    base,
    siteOrigin,
    identity,
    vendorContext: standIns.context,
    webhooks,
    emails,
    /** Settings of a site process that lead to all of this, without a database. */
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? folder,
      NEXT_TELEMETRY_DISABLED: '1',
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'warn',
      SITE_ORIGIN: siteOrigin,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      REVALIDATE_SECRET: 'revalidate-secret',
      ...identity.env,
      ...settingsAt.stripe(base),
      ...settingsAt.chargebee(base),
      ...settingsAt.notion(base),
    },
    /** The vendors' time, in milliseconds. */
    now,
    /** How far the vendors' clocks are ahead of this machine's, in milliseconds. */
    ahead: () => ahead,
    /** Moves the vendors' clocks; renewals and trial ends that are due then happen. */
    setAhead(ms: number) {
      ahead = ms
      for (const billing of Object.values(standIns.billing)) billing.advanceAll()
    },
    /** A token of a person who has just signed in, by the vendors' clock. */
    token(uid: string): Promise<string> {
      const seconds = Math.floor(now() / 1000)
      return identity.token(uid, { iat: seconds - 10, auth_time: seconds - 10, exp: seconds + 3600 })
    },
    /** The body of a checkout request for an offer of the catalogue. */
    checkoutBody: (vendor: Vendor, plan = 0) => ({
      priceId: offers[plan]?.priceIds[vendor],
      successUrl: siteOrigin + registeredPaths.checkoutSuccess,
      cancelUrl: siteOrigin + registeredPaths.checkoutCancel,
    }),
    /** Pays on a payment page. */
    pay(vendor: Vendor, page: string | undefined) {
      const path = { stripe: `/checkout/stripe/${page}/pay`, chargebee: `/pages/v4/${page}/checkout/pay` }[vendor]
      return fetch(base + path, { method: 'POST', redirect: 'manual' })
    },
    /** Calls a vendor's API with our key, as the vendor's own staff could. */
    vendorApi(vendor: Vendor, method: string, path: string, form = '') {
      const { prefix, authorization } = {
        stripe: { prefix: '/v1', authorization: `Bearer ${standIn.stripe.secretKey}` },
        chargebee: { prefix: '/api/v2', authorization: basicAuth(standIn.chargebee.apiKey, '') },
      }[vendor]
      const body = method === 'POST' ? new URLSearchParams(form) : undefined
      return fetch(base + prefix + path, { method, headers: { authorization }, body })
    },
    webhooksSent,
    /** Waits for the vendors' webhooks, and takes them out of `webhooks`. */
    async takeWebhooks(): Promise<Webhook[]> {
      await webhooksSent()
      return webhooks.splice(0)
    },
    async stop() {
      standIns.stop()
      await Promise.all([identity.close(), vendorServer.close(), catcher.close()])
      await new Promise<void>((resolve) => mail.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The site's own jobs would write to the database during comparisons. */
const jobs = ['refunds', 'reconcile', 'retention']

type WorldOptions = {
  /** Shared by both sites. */
  redis?: RedisServer
  /** Settings of both sites. */
  settings?: Record<string, string>
}

/** Starts everything outside, a Postgres server and two sites over it, and waits for the sites. */
export async function startWorld({ redis, settings }: WorldOptions = {}) {
  const postgres = await startPostgres()
  const [one = 0, other = 0, mailPort = 0, vendorsPort = 0] = await freePorts(4)
  const outside = await startOutside(`http://localhost:${one}`, mailPort, vendorsPort)
  const env = { ...outside.env, DATABASE_URL: postgres.url, ...(redis && { REDIS_URL: redis.url }), ...settings }
  const sites: [Site, Site] = [await startSite(one, env), await startSite(other, env)]
  const database = new Pool({ connectionString: postgres.url, max: 4 })
  // The server ends before its connections do.
  database.on('error', () => {})
  const rows = async <Row>(sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows as Row[]
  async function stop() {
    await Promise.all(sites.map((site) => site.stop()))
    await Promise.all([database.end(), outside.stop()])
    await postgres.stop()
  }
  try {
    await Promise.all(sites.map((site) => site.up()))
    const begun = "insert into jobs values ($1, '2100-01-01') on conflict (name) do update set begun_at = '2100-01-01'"
    for (const name of jobs) await rows(begun, [name])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...outside,
    postgres,
    sites,
    rows,
    /** Moves the clocks of the vendors and of both sites. */
    async setAhead(ms: number) {
      await Promise.all(sites.map((site) => site.setAhead(ms)))
      outside.setAhead(ms)
    },
    /** Clears the rate limits, which other tests check. */
    clearLimits: () => rows('delete from rate_limits'),
    stop,
  }
}

/** Runs a test in a world that ends with it. */
export async function inWorld(options: WorldOptions, run: (world: World) => Promise<string[]>): Promise<string[]> {
  const world = await startWorld(options)
  try {
    return await run(world)
  } finally {
    await world.stop()
  }
}
