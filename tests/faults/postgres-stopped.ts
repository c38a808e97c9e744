import { endpoints } from '@/tests/setup/endpoint-table'
import {
  health,
  pageProblems,
  post,
  request,
  retryCheck,
  sendMessage,
  unlessOk,
  type Answer,
  type Fault,
} from './support/client'
import { createPerson, type Person } from './support/person'
import { inWorld, signedWebhook, vendors, type Webhook, type World } from './support/world'

/** Twice the site's own limit, because other tests share the machine. */
const maxMs = 4000

/** A request that cannot be served now must get 503 with Retry-After in time. */
function refusalProblems(what: string, { status, headers, body, ms }: Answer): string[] {
  const problems: string[] = []
  if (status !== 503 || body.error?.code !== 'unavailable')
    problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)} instead of 503`)
  if (!(Number(headers.get('retry-after')) > 0)) problems.push(`${what}: no Retry-After`)
  if (ms > maxMs) problems.push(`${what}: took ${ms} ms`)
  return problems
}

/** Calls everything that needs data at once. */
async function apiProblems({ sites }: World, person: Person): Promise<string[]> {
  const calls = endpoints.map(async ({ path, method, uid, query = '', body }) => {
    const init = method === 'POST' ? post({ uid: person.uid, ...body }) : {}
    const address = `${path}?${uid === 'body' ? '' : `uid=${person.uid}`}${query}`
    return refusalProblems(`${method} ${path}`, await person.once(0, address, init))
  })
  const form = sendMessage(sites[0], 'ada', 'Are you there?').then((answer) => refusalProblems('contact', answer))
  return (await Promise.all([...calls, form])).flat()
}

/** Health must report the database's state, and everything else as working. */
async function healthProblems({ sites }: World, status: number, expected: Record<string, string>): Promise<string[]> {
  const { status: found, body } = await health(sites[0])
  const all = { mode: 'beta', cache: 'off', identity: 'ok', stripe: 'ok', chargebee: 'ok', blog: 'ok', ...expected }
  const wrong = Object.entries(all).filter(([part, state]) => body[part] !== state)
  return [
    ...(found === status ? [] : [`health: ${found}`]),
    ...wrong.map(([part, state]) => `health reports ${part} as ${body[part]} instead of ${state}`),
  ]
}

async function deliver(world: World, webhooks: Webhook[], isRight: (status: number) => boolean): Promise<string[]> {
  const sent = webhooks.map(async (webhook) => {
    const { path, headers } = signedWebhook(world.now(), webhook)
    const { status } = await request(world.sites[0].url + path, { method: 'POST', headers, body: webhook.body })
    return isRight(status) ? [] : [`a webhook of ${webhook.vendor}: ${status}`]
  })
  return (await Promise.all(sent)).flat()
}

async function runOutage(world: World, name: string, { begin, end }: { begin(): unknown; end(): unknown }) {
  const problems: string[] = []
  const person = await createPerson(world, `reader-${name}`)
  const buyers = []
  for (const vendor of vendors) {
    const buyer = await createPerson(world, `${vendor}-${name}`)
    const { body } = await buyer.checkout(0, vendor)
    await world.pay(vendor, body.id)
    buyers.push({ vendor, buyer })
  }
  const webhooks = await world.takeWebhooks()
  await begin()
  for (let round = 0; round < 2; round++)
    problems.push(...(await apiProblems(world, person)), ...(await pageProblems(world.sites[0])))
  problems.push(...(await deliver(world, webhooks, (status) => status >= 500)))
  const isDown = await retryCheck(5000, () => healthProblems(world, 503, { status: 'down', database: 'down' }))
  await end()
  const write = () => person.once(0, '/users/insert-or-update', post(person.record('Ada')))
  const recovered = await retryCheck(30_000, async () => unlessOk('a record afterwards', await write()))
  problems.push(...isDown.problems, ...recovered.problems)
  problems.push(...(await deliver(world, webhooks, (status) => status === 200)))
  for (const { vendor, buyer } of buyers) {
    const { body } = await buyer.currentPlan(0)
    if (body.subscription?.store !== vendor) problems.push(`paid at ${vendor}, but the plan is ${JSON.stringify(body)}`)
  }
  const isWell = await retryCheck(30_000, () => healthProblems(world, 200, { status: 'ok', database: 'ok' }))
  problems.push(...isWell.problems)
  problems.push(
    ...unlessOk('a message afterwards', await sendMessage(world.sites[0], `after-${name}`, 'There you are.')),
  )
  return { ms: recovered.ms, problems: problems.map((problem) => `${name}: ${problem}`) }
}

export const postgresStopped: Fault = {
  name: 'postgres-stopped',
  expects:
    'while Postgres is stopped or hangs, pages work, the API answers 503 within 2 s, and everything recovers without a restart',
  run: (log) =>
    inWorld({}, async (world) => {
      const { halt, start, hang, resume } = world.postgres
      const problems: string[] = []
      try {
        for (const [name, outage] of Object.entries({
          stopped: { begin: halt, end: start },
          hanging: { begin: hang, end: resume },
        })) {
          const found = await runOutage(world, name, outage)
          log(`${name}: worked again after ${found.ms} ms`)
          problems.push(...found.problems)
        }
      } finally {
        resume()
      }
      return problems
    }),
}
