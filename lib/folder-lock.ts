import { rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { tryLock, type FileLock } from './file-lock'

/** Thrown by `lockFolder`: another process, or another part of this one, has the folder. */
export class FolderInUse extends Error {
  constructor(
    readonly folder: string,
    holder: Holder | null,
  ) {
    const by = holder ? ` by process ${holder.pid}${holder.note ? ` (${holder.note})` : ''}` : ''
    super(`The folder ${folder} is already in use${by}. Stop that process, or choose another folder with DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

type Holder = { pid: number; note: string }

/** Who wrote the file beside the lock, unless that process has ended: the lock decides, the file only explains. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Holder
    process.kill(holder.pid, 0)
    return holder
  } catch {
    return null
  }
}

/**
 * Makes the folder if it is absent and holds it for this process alone, until `release()` or the
 * process's end, kill -9 included. It never waits.
 * @param name base name of the lock's two files (`lock.db`, `lock.json`), so that one folder can carry several.
 * @param note what the refusal tells others about the holder, such as its address.
 * @throws {FolderInUse} when somebody holds it.
 */
export async function lockFolder(dir: string, name = 'lock', note = ''): Promise<FileLock> {
  const folder = resolve(dir)
  await mkdir(folder, { recursive: true })
  const explanation = join(folder, `${name}.json`)
  const lock = tryLock(join(folder, `${name}.db`), 'exclusive')
  if (!lock) throw new FolderInUse(folder, await readHolder(explanation))
  // On a full disk others are told less; the lock is held all the same.
  await writeFile(explanation, JSON.stringify({ pid: process.pid, note } satisfies Holder)).catch(() => {})
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      // Before the lock goes: the next holder writes a file of its own here.
      rmSync(explanation, { force: true })
      lock.release()
    },
  }
}
