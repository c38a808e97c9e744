import 'server-only'
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { lockFolder } from '@/lib/server/db/file-lock'
import { DatabaseUnavailable } from '@/lib/server/http/errors'
import { log, traceQueries } from '@/lib/server/observability/log'
import * as schema from './schema'

/** Free bytes below which the database becomes read-only. Its log grows by 16 MB at once. */
const reserveBytes = 64 * 1024 * 1024

/** Opening blocks the whole process. */
const retryMs = 1000

/** There is only one connection, and the operating system caches the files. */
const settings = {
  shared_buffers: '1MB',
  max_connections: 4,
  max_wal_senders: 0,
  max_replication_slots: 0,
  autovacuum_max_workers: 1,
  autovacuum_worker_slots: 1,
}
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

const isStatementError = (error: unknown) =>
  error instanceof Error && 'severity' in error && error.severity !== 'PANIC' && error.severity !== 'FATAL'

/** Refuses queries after a fatal error, because PGlite would loop forever. */
class Engine extends PGlite {
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
      if (!isStatementError(error)) {
        this.cause = error
        this.onEnd()
      }
      throw error
    }
  }
}

/** Includes transactions, which PGlite runs on another object. */
function traceEmbedded(engine: Engine): Engine {
  const transaction = engine.transaction.bind(engine)
  return Object.assign(traceQueries(engine), {
    transaction: <T>(run: (tx: Transaction) => Promise<T>) => transaction((tx) => run(traceQueries(tx))),
  })
}

export async function openEmbedded(dataDir: string, migrations: { migrationsFolder: string }, onEnd: () => void) {
  const folder = join(dataDir, 'db')
  // PGlite does not lock, and two processes on one folder silently lose rows.
  const lock = await lockFolder(folder, 'site')
  const engine = new Engine(join(folder, 'pglite'), () => {
    log().error({ err: engine.cause }, 'the embedded database failed and is being reopened')
    lock.release()
    onEnd()
  })
  const db = drizzle(engine, { schema })
  let isReadOnly = false
  try {
    await engine.waitReady
    await migrate(db, migrations)
    traceEmbedded(engine)
  } catch (error) {
    if (engine.ready) await engine.close().catch(() => {})
    await sleep(retryMs)
    lock.release()
    throw error
  }
  return {
    db,
    pool: null,
    beforeUse(): void {
      const { bavail, bsize } = statfsSync(folder)
      const isFull = bavail * bsize < reserveBytes
      if (isFull === isReadOnly) return
      isReadOnly = isFull
      if (isFull) log().error('the disk is nearly full: the embedded database is read-only until there is space')
      engine.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`).catch(() => {
        isReadOnly = !isFull
      })
    },
    /** PGlite has no autovacuum. Takes about 50 ms. */
    async vacuum(): Promise<void> {
      if (!isReadOnly) await engine.exec('vacuum')
      await engine.exec('checkpoint')
    },
    async close(): Promise<void> {
      await engine.close()
      lock.release()
    },
  }
}
