import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileLock } from '@/lib/file-lock'

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
