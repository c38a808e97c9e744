/** Measures processor time per answer, start time and idle memory. */
import autocannon from 'autocannon'
import { setTimeout as sleep } from 'node:timers/promises'
import { samplePost } from '@/e2e/setup/routes'
import { paths, tokenHeader } from '@/lib/site'
import { startNginx } from '@/tests/setup/nginx'
import { commandOf, memoryOf, processorTime, treeOf } from '@/tests/setup/processes'
import { onExit, type Served } from './processes'
import type { Servers } from './servers'

const connections = 16

type Request = { path: string; headers?: Record<string, string> }

type Target = {
  origin: string
  /** The nth request. */
  request: (n: number) => Request
  /** A fixed number, if the first requests of a round cost more than the others. */
  roundRequests?: number
  pids: readonly number[]
}

/** `cpu` in microseconds of processor time per answer. */
export type Cost = { cpu: number; perSecond: number }

/**
 * Sends requests over a number of connections.
 * @returns answers per second
 * @throws when an answer is not 2xx
 */
async function load({ origin, request }: Target, amount: number): Promise<number> {
  let n = 0
  const result = await autocannon({
    url: origin.replace('localhost', '127.0.0.1'),
    connections,
    amount,
    // autocannon ends a run at a sample; the default is one a second.
    sampleInt: 10,
    requests: [
      {
        setupRequest: (base) => {
          const { path, headers } = request(n++)
          return { ...base, path, headers: { ...base.headers, 'accept-encoding': 'gzip', ...headers } }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} of ${amount} answers of ${origin}${request(0).path} failed.`)
  return amount / result.duration
}

async function measure(target: Target, amount: number): Promise<Cost> {
  const before = processorTime(target.pids)
  const perSecond = await load(target, amount)
  return { cpu: ((processorTime(target.pids) - before) * 1000) / amount, perSecond }
}

/** Processor time of one round. Linux counts in steps of 10 ms, so shorter rounds are inaccurate. */
const roundMs = 400
/** The same for all, because an answer costs about a third less once its code is compiled. */
const warmUpRequests = 2000
const sampleRequests = 200
const maxRoundRequests = 20_000

/** Warms a target up and finds how many requests fill a round. */
async function requestsPerRound(target: Target): Promise<number> {
  await load(target, warmUpRequests)
  if (target.roundRequests) return target.roundRequests
  const { cpu } = await measure(target, sampleRequests)
  return Math.min(maxRoundRequests, Math.ceil((roundMs * 1000) / Math.max(cpu, 1)))
}

/** Measures the targets in turns, so that other work on the machine affects all alike. */
async function measureInTurns<Name extends string>(targets: Record<Name, Target>, rounds: number) {
  const all = Object.entries<Target>(targets).map(([name, target]) => ({ name, target, size: 0, costs: [] as Cost[] }))
  for (const entry of all) entry.size = await requestsPerRound(entry.target)
  for (let round = 0; round < rounds; round++) {
    for (const { target, size, costs } of all) costs.push(await measure(target, size))
  }
  return Object.fromEntries(all.map(({ name, costs }) => [name, costs])) as Record<Name, Cost[]>
}

type Person = { uid: string; token: string }

async function signUp(identity: string, email: string): Promise<Person> {
  const answer = await fetch(`${identity}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'calm-water-7', returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`The identity emulator answered ${answer.status}.`)
  const { localId, idToken } = (await answer.json()) as { localId: string; idToken: string }
  return { uid: localId, token: idToken }
}

/** Each person's account is looked up at the first call of a round. */
const planRequests = 500
/** The site limits a person to sixty calls a minute. */
const callsPerPerson = 50

/** Reads the current plan of many people in turn. */
async function currentPlan(site: Served, identity: string, rounds: number): Promise<Target> {
  const count = Math.ceil((warmUpRequests + planRequests * rounds) / callsPerPerson)
  const run = Date.now()
  const people = await Promise.all(
    Array.from({ length: count }, (_, n) => signUp(identity, `bench-${run}-${n}@people.example`)),
  )
  // Each call of `load` counts from 0, so the turn is counted here.
  let calls = 0
  return {
    origin: site.origin,
    request: () => {
      const { uid = '', token = '' } = people[calls++ % people.length] ?? {}
      return { path: `/api/users/current-plan?uid=${uid}`, headers: { [tokenHeader]: token } }
    },
    roundRequests: planRequests,
    pids: [site.pid],
  }
}

export type AnswerFigures = Record<'baselinePage' | 'home' | 'post' | 'cached' | 'baselineJson' | 'plan', Cost[]>

/** @param databaseUrl the Postgres that the API read is measured over */
export async function measureAnswers(servers: Servers, databaseUrl: string, rounds: number): Promise<AnswerFigures> {
  const { baseline, site, start } = servers
  const page = (origin: string, pids: readonly number[], path: string): Target => ({
    origin,
    request: () => ({ path }),
    pids,
  })
  const nginx = await startNginx([site.port])
  onExit(() => nginx.stop())
  const nginxPids = treeOf(process.pid).filter((pid) => commandOf(pid).startsWith('nginx'))
  const overPostgres = await start.site({ DATABASE_URL: databaseUrl })
  const costs = await measureInTurns(
    {
      baselinePage: page(baseline.origin, [baseline.pid], '/'),
      home: page(site.origin, [site.pid], paths.home),
      post: page(site.origin, [site.pid], samplePost),
      cached: page(nginx.url, nginxPids, paths.home),
      baselineJson: page(baseline.origin, [baseline.pid], '/json'),
      plan: await currentPlan(overPostgres, site.identity, rounds),
    },
    rounds,
  )
  await overPostgres.stop()
  return costs
}

export type Starts = { startMs: number[]; idleMb: number }

const idleAfterMs = 10_000
/** The first start creates the database and fills caches; it does not count. */
const firstStartMs = 6000

/** Memory in MB of a server and its children, ten seconds after its start. */
async function idleMemory(server: Served): Promise<number> {
  await sleep(Math.max(0, server.startedAt + idleAfterMs - performance.now()))
  return treeOf(server.pid).reduce((sum, pid) => sum + memoryOf(pid), 0)
}

/** Starts each server once a round; the last start of each is kept to measure its memory. */
export async function measureStarts<Name extends string>(
  servers: Record<Name, () => Promise<Served>>,
  rounds: number,
): Promise<Record<Name, Starts>> {
  const all = Object.entries<() => Promise<Served>>(servers).map(([name, start]) => ({
    name,
    start,
    startMs: [] as number[],
    last: null as Served | null,
  }))
  for (const { start } of all) {
    const first = await start()
    await sleep(firstStartMs)
    await first.stop()
  }
  for (let round = 0; round < rounds; round++) {
    for (const entry of all) {
      await entry.last?.stop()
      entry.last = await entry.start()
      entry.startMs.push(entry.last.startMs)
    }
  }
  const starts: [string, Starts][] = []
  for (const { name, last, startMs } of all) {
    starts.push([name, { startMs, idleMb: last ? await idleMemory(last) : Number.NaN }])
    await last?.stop()
  }
  return Object.fromEntries(starts) as Record<Name, Starts>
}
