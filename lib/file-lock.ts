/**
 * A lock that the kernel drops when the process ends, however it ends: an open transaction of the
 * SQLite that Node carries. A file that merely exists would outlive a killed process and refuse
 * everybody after it.
 */
import type { DatabaseSync } from 'node:sqlite'

export type FileLock = { release(): void }

/** SQLite's code for a lock that somebody else holds; its extended codes keep it in the low byte. */
const busy = 5

/** A connection that nobody refers to is collected and closed, which would give the lock away. */
const held = new Set<DatabaseSync>()

/** Node calls the module experimental at its first load; only that one notice is kept back. */
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

/**
 * Takes the lock at `path`, a file of its own that is made when it is absent. It never waits.
 * Any number may hold it `shared` at a time, or one `exclusive`.
 * @returns null when somebody else's lock stands against it, in this process or another.
 * @throws when the file cannot be opened or is no lock file.
 */
export function tryLock(path: string, kind: 'shared' | 'exclusive'): FileLock | null {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    if (kind === 'exclusive') {
      database.exec('PRAGMA journal_mode = DELETE')
      database.exec('BEGIN EXCLUSIVE')
    } else {
      database.exec('BEGIN')
      // The transaction takes its lock at the first read, not before.
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
