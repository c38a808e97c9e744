/** A site that is killed in the middle of writes, over and over, on either database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/local/ports'
import { startPostgres } from '@/tests/setup/postgres'
import { createAsker } from './asker'
import type { Fault } from './fault'
import { corruption, openEmbedded, openPostgres, type Kept } from './kept'
import { startOutside } from './outside'
import { randomFrom } from '@/tests/setup/random'
import { startSite } from './site'
import { changer, letterWriter, messenger, nameWriter, Refused, Unavailable, type Writer } from './writers'

/** Sites that die side by side, so that one starts while another is written to. */
const lanes = 2

type Database = {
  env: Record<string, string>
  open(): Promise<Kept>
  /** Clears the rate limits that outlive the site, so that each life has the limits of an hour to itself. */
  forgetLimits?(): Promise<void>
  stop(): Promise<void> | void
}

type Ran = { problems: string[]; writers: Writer[]; cutOff: number }

/** Writes for as long as somebody answers. @returns what was refused meanwhile, and whether a write was cut off */
async function writeOn(writer: Writer, dying: AbortSignal): Promise<{ problems: string[]; cutOff: boolean }> {
  while (!dying.aborted) {
    try {
      await writer.write()
      await sleep(writer.pauseMs ?? 20)
    } catch (cause) {
      if (cause instanceof Refused) return { problems: [cause.message], cutOff: false }
      if (cause instanceof Unavailable) return { problems: [], cutOff: false }
      return { problems: dying.aborted ? [] : [`a site that lives did not answer: ${String(cause)}`], cutOff: true }
    }
  }
  return { problems: [], cutOff: false }
}

/**
 * @param lane a number of its own for each site
 */
async function dieOften(lane: number, kills: number, { env, forgetLimits }: Database): Promise<Ran> {
  const random = randomFrom(lane)
  const port = await freePort()
  const outside = await startOutside(`http://localhost:${port}`)
  const site = await startSite(port, { ...outside.env, ...env })
  const asker = createAsker(outside, site)
  const ran: Ran = { problems: [], writers: [], cutOff: 0 }
  try {
    await site.up()
    const writers: Writer[] = [
      ...[1, 2, 3].map((number) => nameWriter(asker, `name-${lane}-${number}`)),
      ...[1, 2].map((number) => letterWriter(asker, `letter-${lane}-${number}`)),
    ]
    for (const vendor of ['stripe', 'chargebee'] as const) {
      writers.push(await changer(outside, asker, `changer-${lane}-${vendor}`, vendor))
      writers.push(await messenger(outside, asker, `messenger-${lane}-${vendor}`, vendor))
    }
    for (let death = 1; death <= kills; death++) {
      const dying = new AbortController()
      const writing = writers.map((writer) => writeOn(writer, dying.signal))
      await sleep(random.whole(50, 800))
      dying.abort()
      site.kill()
      for (const { problems, cutOff } of await Promise.all(writing)) {
        ran.problems.push(...problems.map((problem) => `before death ${death}: ${problem}`))
        if (cutOff) ran.cutOff++
      }
      await forgetLimits?.()
      await site.up()
      const settled = await Promise.all(writers.map((writer) => writer.settle()))
      ran.problems.push(...settled.flat().map((problem) => `after death ${death}: ${problem}`))
    }
    ran.writers = writers
    return ran
  } finally {
    await site.stop()
    await outside.stop()
  }
}

async function judge({ open }: Database, writers: Writer[]): Promise<string[]> {
  const kept = await open()
  try {
    const problems: string[] = []
    for (const writer of writers) problems.push(...(await writer.judge(kept)))
    return [...problems, ...(await corruption(kept))]
  } finally {
    await kept.close()
  }
}

function killFault(name: string, engine: string, begin: () => Promise<Database>): Fault {
  return {
    name,
    holds: `a site over ${engine} is killed in the middle of writes: whatever was answered 200 is there afterwards, and a retry works`,
    async run(full, say) {
      const kills = full ? 200 : 10
      const databases = await Promise.all(Array.from({ length: lanes }, begin))
      try {
        const ran = await Promise.all(databases.map((database, lane) => dieOften(lane, kills / lanes, database)))
        const problems = ran.flatMap((one) => one.problems)
        // Once all sites have ended: to open a database here takes this process, in which their vendors live.
        for (const [lane, database] of databases.entries()) {
          problems.push(...(await judge(database, ran[lane]?.writers ?? [])))
        }
        const cutOff = ran.reduce((sum, one) => sum + one.cutOff, 0)
        const writes = ran.flatMap(({ writers }) => writers).reduce((sum, writer) => sum + writer.count(), 0)
        say(`${kills} deaths, ${writes} writes answered 200, ${cutOff} cut off and done again`)
        // A run in which no death met a write would show nothing.
        return cutOff === 0 ? [...problems, 'no write was cut off'] : problems
      } finally {
        await Promise.all(databases.map(({ stop }) => stop()))
      }
    },
  }
}

export const killEmbedded = killFault('kill-embedded', 'the embedded database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-kill-'))
  return {
    env: { DATA_DIR: folder },
    open: () => openEmbedded(folder),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  }
})

export const killPostgres = killFault('kill-postgres', 'Postgres', async () => {
  const server = await startPostgres()
  const open = () => openPostgres(server.url)
  const forgetLimits = async () => {
    const { rows, close } = await open()
    await rows('delete from rate_limits')
    await close()
  }
  return { env: { DATABASE_URL: server.url }, open, forgetLimits, stop: server.stop }
})
