import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf, report } from './report'

/** JSON values that survive the process. Errors are only logged. */
export type DiskCache = {
  read<T>(name: string): Promise<T | null>
  write(name: string, value: unknown): Promise<void>
}

const fileOf = (folder: string, name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)

/** Writes are atomic, so a crash keeps the previous value. */
export function diskCache(folder: string): DiskCache {
  let count = 0
  return {
    async read<T>(name: string) {
      try {
        return JSON.parse(await readFile(fileOf(folder, name), 'utf8')) as T
      } catch {
        return null
      }
    },
    async write(name, value) {
      const file = fileOf(folder, name)
      const half = `${file}.${process.pid}.${(count += 1)}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(half, JSON.stringify(value))
        await rename(half, file)
      } catch (error) {
        report('the posts could not be cached on disk', { folder, because: reasonOf(error) })
      }
    },
  }
}
