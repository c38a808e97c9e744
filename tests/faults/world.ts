/**
 * All that the money test needs around it: Postgres, the vendors' stand-ins in this process, a key
 * address whose tokens are really signed, a mail server, and two site processes over one database.
 * What the vendors tell the site is caught here, and `deliveries.ts` decides when it arrives.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { advanceChargebee } from '@/local/chargebee/subscriptions'
import { mailServer } from '@/local/inbox/smtp'
import { freePort } from '@/local/ports'
import { advanceStripe } from '@/local/stripe/router'
import { createVendors } from '@/local/vendors/app'
import { offers } from '@/local/vendors/catalogue'
import { createFaults } from '@/local/vendors/faults'
import { standIn } from '@/local/vendors/settings'
import { startIdentity } from '@/tests/fakes/identity'
import { startPostgres } from '@/tests/setup/postgres'
import type { RedisServer } from '@/tests/setup/redis'
import { startSite, type Site } from './site'

export type World = Awaited<ReturnType<typeof startWorld>>
export type Vendor = 'stripe' | 'chargebee'
/** What a vendor wanted to tell the site. */
export type Told = { vendor: Vendor; body: string }
export type Letter = { to: string; subject: string; text: string }

const listen = async (server: Server, port = 0) => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const close = (server: Server) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

/** Takes every message of the vendors at once, as a site would that is never busy. */
function catcher(caught: Told[]): RequestListener {
  return async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const vendor = message.url?.includes('stripe') ? 'stripe' : 'chargebee'
    caught.push({ vendor, body: Buffer.concat(chunks).toString() })
    response.writeHead(200).end('{}')
  }
}

/** Jobs that a process begins by itself would write while a test compares. */
const jobs = ['reconcile-events', 'reconcile-all', 'retention']

type More = {
  /** Shared by both sites. */
  redis?: RedisServer
  /** Settings of both sites. */
  settings?: Record<string, string>
}

/** Starts all of it; `begin` waits for the sites, and `stop` ends everything, also after half a start. */
export async function startWorld({ redis, settings }: More = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-money-'))
  const postgres = await startPostgres()
  const identity = await startIdentity()
  const caught: Told[] = []
  const letters: Letter[] = []
  const listener = createServer(catcher(caught))
  const mail = mailServer({
    mail: ({ to, subject, text }) => letters.push({ to, subject, text }),
    faults: createFaults(),
  })
  const mailPort = await freePort()
  await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve))
  const ports = [await freePort(), await freePort()] as const
  const siteOrigin = `http://localhost:${ports[0]}`
  const vendorsPort = await freePort()
  const base = `http://127.0.0.1:${vendorsPort}`
  let ahead = 0
  const now = () => Date.now() + ahead
  const vendors = createVendors(
    {
      origin: base,
      siteOrigin,
      siteAddress: `http://127.0.0.1:${await listen(listener)}`,
      identityAddress: null,
      ...standIn,
    },
    join(folder, 'vendors.json'),
    now,
  )
  const desks = createServer(vendors.app)
  await listen(desks, vendorsPort)
  vendors.start()

  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? folder,
    NEXT_TELEMETRY_DISABLED: '1',
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'warn',
    SITE_ORIGIN: siteOrigin,
    DATABASE_URL: postgres.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    REVALIDATE_SECRET: 'revalidate-secret',
    ...identity.env,
    STRIPE_SECRET_KEY: standIn.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
    STRIPE_PRICE_IDS: offers.map((offer) => offer.stripePriceId).join(','),
    STRIPE_API_BASE: base,
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
    CHARGEBEE_ITEM_PRICE_IDS: offers.map((offer) => offer.itemPriceId).join(','),
    CHARGEBEE_API_BASE: base,
    NOTION_TOKEN: standIn.notion.token,
    NOTION_DATABASE_ID: standIn.notion.databaseId,
    NOTION_API_BASE: base,
    ...(redis && { REDIS_URL: redis.url }),
    ...settings,
  }
  const sites: [Site, Site] = [await startSite(ports[0], env), await startSite(ports[1], env)]
  const database = new Pool({ connectionString: postgres.url, max: 4 })
  // The server ends before its connections do.
  database.on('error', () => {})
  return {
    base,
    siteOrigin,
    /** What both sites were started with. */
    env,
    sites,
    identity,
    desk: vendors.desk,
    caught,
    letters,
    /** Resolves when both sites answer. */
    async begin() {
      await Promise.all(sites.map((site) => site.up()))
      for (const name of jobs) {
        await database.query(
          "insert into jobs values ($1, '2100-01-01') on conflict (name) do update set begun_at = '2100-01-01'",
          [name],
        )
      }
    },
    /** The time in this world, in milliseconds. */
    now,
    /** Moves the clocks of the vendors and of both sites; then what was due happens at the vendors. */
    async setAhead(ms: number) {
      ahead = ms
      await Promise.all(sites.map((site) => site.setAhead(ms)))
      advanceStripe(vendors.desk)
      advanceChargebee(vendors.desk)
    },
    ahead: () => ahead,
    /** A new hour for the limiter: how much one may ask is tested elsewhere. */
    async forgetLimits() {
      await database.query('delete from rate_limits')
      await redis?.drop('*:limit:*')
    },
    /** Resolves when all that the vendors had to tell has been caught. */
    async quiet() {
      while (vendors.desk.state.deliveries.length > 0) await sleep(2)
    },
    rows: async <Row>(sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows as Row[],
    async stop() {
      await Promise.all(sites.map((site) => site.stop()))
      vendors.stop()
      await Promise.all([database.end(), identity.close(), close(desks), close(listener)])
      await new Promise<void>((resolve) => mail.close(resolve))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
