/**
 * All that stands outside a site in these tests, each really spoken to: the vendors' stand-ins in this process,
 * whose messages are caught so that a test decides when they arrive; a key address whose tokens are really
 * signed; a mail server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { advanceChargebee } from '@/local/chargebee/subscriptions'
import { mailServer } from '@/local/inbox/smtp'
import { freePort } from '@/local/ports'
import { advanceStripe } from '@/local/stripe/router'
import { createVendors } from '@/local/vendors/app'
import { settingsAt, standIn } from '@/local/vendors/settings'
import { createFaults } from '@/local/vendors/faults'
import { startIdentity } from '@/tests/fakes/identity'

export type Outside = Awaited<ReturnType<typeof startOutside>>
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

/** @param siteOrigin of the site that all of it is for; it need not run yet */
export async function startOutside(siteOrigin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-outside-'))
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

  return {
    base,
    siteOrigin,
    identity,
    desk: vendors.context,
    caught,
    letters,
    /** Settings of a site process that lead to all of this; the database is the test's. */
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
    /** The time out there, in milliseconds. */
    now,
    /** How far that is ahead of this machine's. */
    ahead: () => ahead,
    /** Moves the vendors' clocks; then what was due happens there. */
    setAhead(ms: number) {
      ahead = ms
      advanceStripe(vendors.context)
      advanceChargebee(vendors.context)
    },
    /** Resolves when all that the vendors had to tell has been caught. */
    async quiet() {
      while (vendors.context.state.deliveries.length > 0) await sleep(2)
    },
    async stop() {
      vendors.stop()
      await Promise.all([identity.close(), close(desks), close(listener)])
      await new Promise<void>((resolve) => mail.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
