import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@/tests/setup/postgres'
import { randomFrom } from '@/tests/setup/random'
import type { Fault } from './fault'
import {
  contactWriter,
  nameWriter,
  planWriter,
  Refused,
  Unavailable,
  vendorPlanWriter,
  type Writer,
} from './kill-writers'
import { withSite } from './support/client'
import { openPostgres, type Database } from './support/database'
import { vendors } from './support/world'

/** Sites that are killed side by side, so that one starts while another is written to. */
const siteCount = 2
const kills = 10

type Engine = {
  env: Record<string, string>
  open(): Promise<Database>
  /** Clears the rate limits, which outlive the site. */
  clearLimits?(): Promise<void>
  stop(): Promise<void> | void
}

type Outcome = { problems: string[]; writers: Writer[]; interrupted: number }

/** Writes until the site is killed. */
async function writeUntil(killed: AbortSignal, writer: Writer): Promise<{ problems: string[]; interrupted: boolean }> {
  while (!killed.aborted) {
    try {
      await writer.write()
      await sleep(writer.pauseMs ?? 20)
    } catch (cause) {
      if (cause instanceof Refused) return { problems: [cause.message], interrupted: false }
      if (cause instanceof Unavailable) return { problems: [], interrupted: false }
      return { problems: killed.aborted ? [] : [`no answer from a running site: ${String(cause)}`], interrupted: true }
    }
  }
  return { problems: [], interrupted: false }
}

const killOften = (number: number, kills: number, { env, clearLimits }: Engine): Promise<Outcome> =>
  withSite(env, async ({ outside, site, client }) => {
    const random = randomFrom(number)
    const outcome: Outcome = { problems: [], writers: [], interrupted: 0 }
    await site.up()
    const { writers, problems } = outcome
    for (const one of [1, 2, 3]) writers.push(nameWriter(client, `name-${number}-${one}`))
    for (const one of [1, 2]) writers.push(contactWriter(client, `contact-${number}-${one}`))
    for (const vendor of vendors) {
      writers.push(await planWriter(outside, client, `plan-${number}-${vendor}`, vendor))
      writers.push(await vendorPlanWriter(outside, client, `vendor-plan-${number}-${vendor}`, vendor))
    }
    for (let kill = 1; kill <= kills; kill++) {
      const killed = new AbortController()
      const writing = writers.map((writer) => writeUntil(killed.signal, writer))
      await sleep(random.whole(50, 800))
      killed.abort()
      site.kill()
      for (const written of await Promise.all(writing)) {
        problems.push(...written.problems.map((problem) => `before kill ${kill}: ${problem}`))
        if (written.interrupted) outcome.interrupted++
      }
      await clearLimits?.()
      await site.up()
      const settled = await Promise.all(writers.map((writer) => writer.settle()))
      problems.push(...settled.flat().map((problem) => `after kill ${kill}: ${problem}`))
    }
    return outcome
  })

async function storageProblems({ open }: Engine, writers: Writer[]): Promise<string[]> {
  const database = await open()
  try {
    const problems: string[] = []
    for (const writer of writers) problems.push(...(await writer.checkStored(database)))
    return problems
  } finally {
    await database.close()
  }
}

function killFault(name: string, title: string, startEngine: () => Promise<Engine>): Fault {
  return {
    name,
    expects: `after a site over ${title} is killed during writes, everything with 200 is stored, and a retry works`,
    async run(log) {
      const engines = await Promise.all(Array.from({ length: siteCount }, startEngine))
      try {
        const outcomes = await Promise.all(
          engines.map((engine, number) => killOften(number, kills / siteCount, engine)),
        )
        const problems = outcomes.flatMap((one) => one.problems)
        // After all sites have ended: opening a database blocks this process, in which the vendor stand-ins run.
        for (const [number, engine] of engines.entries()) {
          problems.push(...(await storageProblems(engine, outcomes[number]?.writers ?? [])))
        }
        const interrupted = outcomes.reduce((sum, one) => sum + one.interrupted, 0)
        const writes = outcomes.flatMap(({ writers }) => writers).reduce((sum, writer) => sum + writer.count(), 0)
        log(`${kills} kills, ${writes} writes with 200, ${interrupted} interrupted and retried`)
        if (interrupted === 0) problems.push('no write was interrupted, so nothing was tested')
        return problems
      } finally {
        await Promise.all(engines.map(({ stop }) => stop()))
      }
    },
  }
}

export const killPostgres = killFault('kill-postgres', 'Postgres', async () => {
  const server = await startPostgres()
  const open = () => openPostgres(server.url)
  const clearLimits = async () => {
    const { rows, close } = await open()
    await rows('delete from rate_limits')
    await close()
  }
  return { env: { DATABASE_URL: server.url }, open, clearLimits, stop: server.stop }
})
