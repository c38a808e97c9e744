import type { DatabaseSync } from 'node:sqlite'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** A lock that ends with the process, even on `kill -9`: an open SQLite transaction. */

export type FileLock = { release(): void }

/** SQLITE_BUSY; extended codes have it in their low byte. */
const busy = 5

/** References that keep connections from being garbage collected, which would release the lock. */
const openConnections = new Set<DatabaseSync>()

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

/** Does not wait. Returns null if another lock is in the way. */
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
  openConnections.add(database)
  return {
    release() {
      if (openConnections.delete(database)) database.close()
    },
  }
}

export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/** @throws {FolderInUse} without waiting */
export async function lockFolder(dir: string, name = 'lock'): Promise<FileLock> {
  const folder = resolve(dir)
  await mkdir(folder, { recursive: true })
  const lock = tryLock(join(folder, `${name}.db`), 'exclusive')
  if (lock) return lock
  const advice = 'Stop that process, or choose another folder with DATA_DIR.'
  throw new FolderInUse(`The folder ${folder} is already in use by another process. ${advice}`)
}
