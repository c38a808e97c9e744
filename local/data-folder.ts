/** The data folder of the local stack and the secret in it. */
import { constants, rmSync, writeFileSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileLock } from '@/lib/file-lock'
import { FolderInUse, lockFolder } from '@/lib/folder-lock'

/** Thrown with a sentence for the person. */
export class FolderUnusable extends Error {}

const reasons: Record<string, string> = {
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
}

/**
 * Makes the stack's data folder if it is absent, and holds it for this process alone.
 * @param origin what a second start is told about this one
 * @throws {FolderInUse} when another start holds it
 * @throws {FolderUnusable} when it cannot be made or written
 */
export async function takeFolder(dir: string, origin: string): Promise<FileLock> {
  try {
    await mkdir(dir, { recursive: true })
    await access(dir, constants.W_OK)
    return await lockFolder(dir, 'stack', origin)
  } catch (error) {
    if (error instanceof FolderInUse) throw error
    throw new FolderUnusable(`The folder ${dir} cannot be used: ${reasonOf(error)}. Choose another with DATA_DIR.`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && reasons[String(error.code)]) || error.message
}

/**
 * Leaves the secret of this start in the data folder, readable by its owner alone, so that
 * `npm run billing:reconcile` may speak to a site whose secret nobody has chosen. It goes with the stack.
 */
export function secretFile(dataDir: string, secret: string): FileLock {
  const path = join(dataDir, 'revalidate-secret')
  const release = () => rmSync(path, { force: true })
  // A file that is there would keep its own mode.
  release()
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' })
  return { release }
}
