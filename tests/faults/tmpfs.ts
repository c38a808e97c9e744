/** A disk of its own, small enough to be filled: kept in memory, which root may mount on Linux. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Disk = {
  folder: string
  /** Bytes that are free. */
  free(): number
  /** Takes up all that is free, but for so many bytes. */
  fill(leave?: number): void
  /** Gives all of that back. */
  clear(): void
  remove(): void
}

const block = 64 * 1024

/** @returns null where this process may not mount one */
export function mountDisk(megabytes: number): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    free,
    fill(leave = 0) {
      try {
        while (free() > leave) writeFileSync(filler, Buffer.alloc(Math.min(block, free() - leave)), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    clear: () => unlinkSync(filler),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
