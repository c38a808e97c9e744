/** A lock that ends with the process, even with `kill -9`: an open transaction of Node's SQLite. */
import type { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/** SQLITE_BUSY; extended codes have it in their low byte. */
const busy = 5

/** An unreferenced connection is garbage collected and closed, which would release the lock. */
const held = new Set<DatabaseSync>()

function loadSqlite() {
  const emitWarning = process.emitWarning
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
}

/** Never waits. Returns null if another lock excludes this one. */
export function tryLock(path: string, kind: 'shared' | 'exclusive'): FileLock | null {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    if (kind === 'exclusive') {
      database.exec('PRAGMA journal_mode = DELETE')
      database.exec('BEGIN EXCLUSIVE')
    } else {
      database.exec('BEGIN')
      database.prepare('SELECT count(*) FROM sqlite_master').get()
    }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}
