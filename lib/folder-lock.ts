import { rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { tryLock, type FileLock } from './file-lock'

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

/** Null if the holder has ended. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Holder
    process.kill(holder.pid, 0)
    return holder
  } catch {
    return null
  }
}

/** @throws {FolderInUse} at once, without waiting */
export async function lockFolder(dir: string, name = 'lock', note = ''): Promise<FileLock> {
  const folder = resolve(dir)
  await mkdir(folder, { recursive: true })
  const explanation = join(folder, `${name}.json`)
  const lock = tryLock(join(folder, `${name}.db`), 'exclusive')
  if (!lock) throw new FolderInUse(folder, await readHolder(explanation))
  await writeFile(explanation, JSON.stringify({ pid: process.pid, note } satisfies Holder)).catch(() => {})
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      // Before the release, because the next holder writes its own file here.
      rmSync(explanation, { force: true })
      lock.release()
    },
  }
}
