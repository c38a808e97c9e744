/** What an answer costs a server: processor time, over many of them. */
import { Pool } from 'undici'
import { processorTime } from '@/tests/setup/processes'

/** One thing that is asked for over and over. */
export type Target = {
  origin: string
  /** What the nth request asks for. */
  ask: (n: number) => { path: string; headers?: Record<string, string> }
  /** The most that may be asked in a round. */
  most: number
  /** The processes whose time is counted. */
  pids: readonly number[]
}

export type Cost = {
  /** Microseconds of processor time for each answer. */
  cpu: number
  perSecond: number
}

const connections = 16

/**
 * Asks so many times over sixteen connections, each as soon as it has had its answer.
 * @throws when an answer is not 200
 */
async function askMany({ origin, ask }: Target, requests: number, from: number): Promise<void> {
  const pool = new Pool(origin.replace('localhost', '127.0.0.1'), { connections, pipelining: 1 })
  let next = from
  const one = async () => {
    while (next < from + requests) {
      const { path, headers } = ask(next++)
      const { statusCode, body } = await pool.request({
        path,
        method: 'GET',
        headers: { 'accept-encoding': 'gzip', ...headers },
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}.`)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, one))
  } finally {
    await pool.close()
  }
}

async function measure(target: Target, requests: number, from: number): Promise<Cost> {
  const began = performance.now()
  const before = processorTime(target.pids)
  await askMany(target, requests, from)
  const seconds = (performance.now() - began) / 1000
  return { cpu: ((processorTime(target.pids) - before) * 1000) / requests, perSecond: requests / seconds }
}

/** Linux counts in steps of ten milliseconds: a round takes so many that one more or less says little. */
const roundMs = 400
const warming = 400

/** Warms a target, and finds out how many requests take the time of a round. */
async function sizeOf(target: Target): Promise<number> {
  const few = Math.min(warming, target.most)
  await askMany(target, few, 0)
  const { cpu } = await measure(target, few, few)
  return Math.min(target.most, Math.ceil((roundMs * 1000) / Math.max(cpu, 1)))
}

/** Warms all of them, and then measures each once a round, so that whatever else the machine does meets all alike. */
export async function measureInTurns<Name extends string>(
  targets: Record<Name, Target>,
  rounds: number,
): Promise<Record<Name, Cost[]>> {
  const all = Object.entries<Target>(targets).map(([name, target]) => ({ name, target, size: 0, costs: [] as Cost[] }))
  for (const one of all) one.size = await sizeOf(one.target)
  for (let round = 0; round < rounds; round++) {
    for (const { target, size, costs } of all) costs.push(await measure(target, size, 2 * warming + round * size))
  }
  return Object.fromEntries(all.map(({ name, costs }) => [name, costs])) as Record<Name, Cost[]>
}
