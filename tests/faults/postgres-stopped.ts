import { Client as PostgresClient } from 'pg'
import { endpoints } from '@/tests/setup/endpoint-table'
import { startPostgres, type PostgresServer } from '@/tests/setup/postgres'
import type { Fault } from './fault'
import { buy, describe, pageProblems, refusalProblems, signUp, waitFor, withSite, type Client } from './support/client'
import { vendors, type Webhook } from './support/world'

/** Twice the site's own limit, because other tests share the machine. */
const maxMs = 4000

type Outage = { begin(): Promise<void> | void; end(): Promise<void> | void }

/** Through another database, because Postgres cannot close the one that the command runs in. */
async function administer(postgres: PostgresServer, sql: string): Promise<void> {
  const client = new PostgresClient({ connectionString: postgres.url.replace(/postgres$/, 'template1') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const outages = (postgres: PostgresServer): Record<string, Outage> => ({
  stopped: { begin: postgres.halt, end: postgres.start },
  hanging: { begin: postgres.hang, end: postgres.resume },
  'refusing connections': {
    async begin() {
      await administer(postgres, 'alter database postgres allow_connections false')
      await administer(
        postgres,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres' and pid <> pg_backend_pid()",
      )
    },
    end: () => administer(postgres, 'alter database postgres allow_connections true'),
  },
})

/** Calls everything that needs data at once: each call must be refused in time. */
async function apiProblems({ call, contact }: Client, maxMs: number): Promise<string[]> {
  const calls = endpoints.map(async ({ path, method, uid, query = '', body }) => {
    const request = method === 'POST' ? { method, body: { uid: 'ada', ...body } } : { method }
    const answer = await call('ada', `${path}?${uid === 'body' ? '' : 'uid=ada'}${query}`, request)
    return refusalProblems(`${method} ${path}`, answer, maxMs)
  })
  const form = contact('ada', 'Are you there?').then((answer) => refusalProblems('POST /contact', answer, maxMs))
  return (await Promise.all([...calls, form])).flat()
}

const expectedHealth = {
  status: 'down',
  mode: 'beta',
  database: 'down',
  cache: 'off',
  identity: 'ok',
  stripe: 'ok',
  chargebee: 'ok',
  blog: 'ok',
}

/** Health must report the database as down, and nothing else. */
async function healthProblems({ health }: Client): Promise<string[]> {
  // The report may be a second old.
  await waitFor('health', health, { until: ({ status }) => status === 503, ms: 5000 })
  const { status, body } = await health()
  const wrong = Object.entries(expectedHealth).filter(([part, state]) => body[part] !== state)
  return [
    ...(status === 503 ? [] : [`health: ${status}`]),
    ...wrong.map(([part, state]) => `health reports ${part} as ${body[part]} instead of ${state}`),
  ]
}

async function webhookProblems({ deliver }: Client, webhooks: Webhook[], isRight: (status: number) => boolean) {
  const answers = await Promise.all(webhooks.map(async (one) => ({ one, answer: await deliver(one) })))
  return answers.flatMap(({ one, answer }) =>
    isRight(answer.status) ? [] : [`a webhook of ${one.vendor}: ${describe(answer)}`],
  )
}

export const postgresStopped: Fault = {
  name: 'postgres-stopped',
  expects:
    'while Postgres is stopped, hangs or refuses connections, pages work, the API answers 503 within 2 s, and everything recovers without a restart',
  async run(log) {
    const postgres = await startPostgres()
    try {
      return await withSite({ DATABASE_URL: postgres.url }, async ({ outside, site, client }) => {
        const problems: string[] = []
        await site.up()
        outside.identity.accounts.set('ada', {})
        for (const [name, outage] of Object.entries(outages(postgres))) {
          const report = (found: string[]) => problems.push(...found.map((problem) => `${name}: ${problem}`))
          const suffix = name.replaceAll(' ', '-')
          const buyers = vendors.map((vendor) => ({ vendor, uid: `${vendor}-${suffix}` }))
          const webhooks: Webhook[] = []
          for (const { vendor, uid } of buyers) webhooks.push(...(await buy(outside, client, uid, vendor)))
          await outage.begin()
          let slowest = 0
          for (let round = 0; round < 2; round++) {
            const began = Date.now()
            report(await apiProblems(client, maxMs))
            slowest = Math.max(slowest, Date.now() - began)
            report(await pageProblems(client))
          }
          report(await webhookProblems(client, webhooks, (status) => status >= 500))
          report(await healthProblems(client))
          log(`${name}: ${endpoints.length + 1} calls at once were refused within ${slowest} ms`)
          await outage.end()
          report(await waitFor('a record afterwards', () => signUp(client, 'ada')))
          report(await webhookProblems(client, webhooks, (status) => status === 200))
          for (const { vendor, uid } of buyers) {
            const { body } = await client.call(uid, `/users/current-plan?uid=${uid}`)
            if (body.subscription?.store !== vendor)
              report([`paid at ${vendor}, but the plan is ${JSON.stringify(body)}`])
          }
          report(await waitFor('health afterwards', client.health, { until: ({ body }) => body.status === 'ok' }))
          const message = await client.contact(`after-${suffix}`, 'There you are.')
          if (message.status !== 200) report([`a message afterwards: ${describe(message)}`])
        }
        return problems
      })
    } finally {
      postgres.resume()
      await postgres.stop()
    }
  },
}
