/** The data folder of the local stack, and the secret in it. */
import { constants, rmSync, writeFileSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, FolderInUse, lockFolder } from '@/lib/server/db/file-lock'

/** Its message is for the person who started the stack. */
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
 * Creates and locks the folder.
 * @param origin shown to a second start
 * @throws {FolderInUse} when another start holds it
 * @throws {FolderUnusable} when it cannot be created or written
 */
export async function lockDataFolder(dir: string, origin: string): Promise<FileLock> {
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

/** Lets the owner call a site with a generated secret. Only the owner can read the file. */
export function writeSecretFile(dataDir: string, secret: string): FileLock {
  const path = join(dataDir, 'revalidate-secret')
  const release = () => rmSync(path, { force: true })
  // An existing file would keep its mode.
  release()
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' })
  return { release }
}
