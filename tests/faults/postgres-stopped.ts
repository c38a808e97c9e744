/** The site without its Postgres: stopped, hanging, or turning everybody away. */
import { Client } from 'pg'
import { freePort } from '@/local/ports'
import { endpoints } from '@/tests/setup/endpoint-table'
import { startPostgres, type PostgresServer } from '@/tests/setup/postgres'
import { createAsker, pageProblems, refusalProblems, told, until, type Asker } from './asker'
import { buy, signUp } from './buyer'
import type { Fault } from './fault'
import { startOutside, type Told } from './outside'
import { startSite } from './site'

type Outage = { begin(): Promise<void> | void; end(): Promise<void> | void }

/** From a database of its own beside the site's, since a server shuts nobody out of the one that they are in. */
async function administer(postgres: PostgresServer, sql: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url.replace(/postgres$/, 'template1') })
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
  'turning everybody away': {
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

/** Everything that needs data, all at once: each is refused in time, and none guesses. */
async function callProblems({ call, write }: Asker, mostMs: number): Promise<string[]> {
  const asked = endpoints.map(async ({ path, method, uid, query = '', body }) => {
    const given = method === 'POST' ? { method, body: { uid: 'ada', ...body } } : { method }
    const answer = await call('ada', `${path}?${uid === 'body' ? '' : 'uid=ada'}${query}`, given)
    return refusalProblems(`${method} ${path}`, answer, mostMs)
  })
  const contact = write('ada', 'Are you there?').then((answer) => refusalProblems('POST /contact', answer, mostMs))
  return (await Promise.all([...asked, contact])).flat()
}

const wholeButDatabase = {
  status: 'down',
  mode: 'beta',
  database: 'down',
  cache: 'off',
  identity: 'ok',
  stripe: 'ok',
  chargebee: 'ok',
  blog: 'ok',
}

/** The state of each part is told, and of no other part than the database that it is down. */
async function healthProblems({ health }: Asker): Promise<string[]> {
  // What is told may be a second old.
  await until('health', health, ({ status }) => status === 503, 5000)
  const { status, body } = await health()
  const wrong = Object.entries(wholeButDatabase).filter(([part, state]) => body[part] !== state)
  return [
    ...(status === 503 ? [] : [`health was answered ${status}`]),
    ...wrong.map(([part, state]) => `health says of ${part} that it is ${body[part]} and not ${state}`),
  ]
}

async function messageProblems({ deliver }: Asker, messages: Told[], right: (status: number) => boolean, when: string) {
  const answers = await Promise.all(messages.map(async (one) => ({ one, answer: await deliver(one) })))
  return answers.flatMap(({ one, answer }) =>
    right(answer.status) ? [] : [`a message of ${one.vendor} ${when} was answered ${told(answer)}`],
  )
}

export const postgresStopped: Fault = {
  name: 'postgres-stopped',
  holds:
    'Postgres stopped, hanging or turning everybody away: pages answer, the API says 503 within 2 s, webhooks come again, and nothing need be restarted',
  async run(full, say) {
    // A machine that runs other tests beside this one is given more time.
    const mostMs = full ? 2000 : 4000
    const port = await freePort()
    const outside = await startOutside(`http://localhost:${port}`)
    const postgres = await startPostgres()
    const site = await startSite(port, { ...outside.env, DATABASE_URL: postgres.url })
    const asker = createAsker(outside, site)
    const problems: string[] = []
    try {
      await site.up()
      outside.identity.accounts.set('ada', {})
      for (const [name, outage] of Object.entries(outages(postgres))) {
        const report = (found: string[]) => problems.push(...found.map((problem) => `${name}: ${problem}`))
        const buyers = (['stripe', 'chargebee'] as const).map((vendor) => ({
          vendor,
          uid: `${vendor}-${name.replaceAll(' ', '-')}`,
        }))
        const messages: Told[] = []
        for (const { vendor, uid } of buyers) messages.push(...(await buy(outside, asker, uid, vendor)))
        await outage.begin()
        let longest = 0
        for (let round = 0; round < (full ? 10 : 2); round++) {
          const began = Date.now()
          report(await callProblems(asker, mostMs))
          longest = Math.max(longest, Date.now() - began)
          report(await pageProblems(asker))
        }
        report(await messageProblems(asker, messages, (status) => status >= 500, 'meanwhile'))
        report(await healthProblems(asker))
        say(`${name}: ${endpoints.length + 1} calls at once were all refused within ${longest} ms`)
        await outage.end()
        report(
          await until(
            'afterwards a record',
            () => signUp(asker, 'ada'),
            ({ status }) => status === 200,
          ),
        )
        report(await messageProblems(asker, messages, (status) => status === 200, 'at the next try'))
        for (const { vendor, uid } of buyers) {
          const { body } = await asker.call(uid, `/users/current-plan?uid=${uid}`)
          if (body.subscription?.store !== vendor) report([`what was paid at ${vendor} is ${JSON.stringify(body)}`])
        }
        report(await until('afterwards health', asker.health, ({ body }) => body.status === 'ok'))
        const written = await asker.write(`after-${name.replaceAll(' ', '-')}`, 'There you are.')
        if (written.status !== 200) report([`afterwards a message was answered ${told(written)}`])
      }
      return problems
    } finally {
      await site.stop()
      postgres.resume()
      await Promise.all([postgres.stop(), outside.stop()])
    }
  },
}
