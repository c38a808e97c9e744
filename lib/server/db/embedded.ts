import 'server-only'
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockFolder } from '@/lib/folder-lock'
import { log } from '@/lib/server/observability/log'
import { tracedQueries } from '@/lib/server/observability/traced'
import { DatabaseUnavailable } from './failure'
import * as schema from './schema'

/**
 * Free bytes that are left alone: with less the database is only read. Its log grows by pieces of 16 MB, and where
 * it cannot, nothing can be read either.
 */
const reserve = 64 * 1024 * 1024

/** Milliseconds after which whoever waited for an opening that failed may try again: opening stops all else here. */
const againMs = 1000

/**
 * Of what Postgres sets aside at its start, all of which is there from then on, what one connection needs. The system
 * keeps the files of the database: with less for its pages it is as quick.
 */
const memory = {
  shared_buffers: '1MB',
  max_connections: 4,
  max_wal_senders: 0,
  max_replication_slots: 0,
  autovacuum_max_workers: 1,
  autovacuum_worker_slots: 1,
}
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(memory).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** An error of one statement, after which the engine goes on; every other has ended it. */
const isOfStatement = (error: unknown) =>
  error instanceof Error && 'severity' in error && error.severity !== 'PANIC' && error.severity !== 'FATAL'

/**
 * PGlite, which does not end after an error that would end a server: asked once more, it would turn in a circle
 * for ever, and this process with it. So nobody asks it again.
 */
class Engine extends PGlite {
  /** What has ended it. */
  cause: unknown

  constructor(
    folder: string,
    private readonly onEnd: () => void,
  ) {
    super(folder, { startParams })
  }

  override async execProtocolStream(...[message, options]: Parameters<PGlite['execProtocolStream']>) {
    if (this.cause !== undefined) throw new DatabaseUnavailable(this.cause)
    try {
      return await super.execProtocolStream(message, options)
    } catch (error) {
      if (!isOfStatement(error)) {
        this.cause = error
        this.onEnd()
      }
      throw error
    }
  }
}

/** Also what is asked within a transaction, which the engine hands out as a connection of its own. */
function tracedEmbedded(engine: Engine): Engine {
  const transact = engine.transaction.bind(engine)
  return Object.assign(tracedQueries(engine), {
    transaction: <T>(run: (tx: Transaction) => Promise<T>) => transact((tx) => run(tracedQueries(tx))),
  })
}

/**
 * Opens the embedded database in a folder, for this process alone, and brings its tables up to date.
 * @param onEnd the engine has broken, and the folder may be opened anew
 */
export async function openEmbedded(dataDir: string, migrations: { migrationsFolder: string }, onEnd: () => void) {
  const folder = join(dataDir, 'db')
  // PGlite has no lock of its own, and two processes on one folder lose rows without a word.
  const lock = await lockFolder(folder, 'site')
  const engine = new Engine(join(folder, 'pglite'), () => {
    log().error({ err: engine.cause }, 'the embedded database has broken and is opened anew')
    lock.release()
    onEnd()
  })
  const db = drizzle(engine, { schema })
  let onlyRead = false
  try {
    await engine.waitReady
    await migrate(db, migrations)
    tracedEmbedded(engine)
  } catch (error) {
    if (engine.ready) await engine.close().catch(() => {})
    await sleep(againMs)
    lock.release()
    throw error
  }
  return {
    db,
    pool: null,
    /** Before each use: whether there is room for writing. What is asked for after it waits its turn behind the change. */
    heed(): void {
      const { bavail, bsize } = statfsSync(folder)
      const full = bavail * bsize < reserve
      if (full === onlyRead) return
      onlyRead = full
      if (full) log().error('the disk is nearly full: the embedded database is only read until there is room again')
      engine.exec(`set default_transaction_read_only = ${full ? 'on' : 'off'}`).catch(() => {
        onlyRead = !full
      })
    },
    /** What a server's own processes do beside it, and this engine has none: some 50 ms. */
    async tidy(): Promise<void> {
      if (!onlyRead) await engine.exec('vacuum')
      await engine.exec('checkpoint')
    },
    async close(): Promise<void> {
      await engine.close()
      lock.release()
    },
  }
}
