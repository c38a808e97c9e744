import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf, report } from './report'

/** JSON values that survive the process. Errors are only logged. */
export type LastGoodFiles = {
  read<T>(name: string): Promise<T | null>
  write(name: string, value: unknown): Promise<void>
}

/** Writes are atomic, so a crash keeps the previous value. */
export function lastGoodFiles(folder: string): LastGoodFiles {
  const fileOf = (name: string) => path.join(folder, `${name.replace(/[^\w-]/g, '_')}.json`)
  let count = 0
  return {
    async read<T>(name: string) {
      try {
        return JSON.parse(await readFile(fileOf(name), 'utf8')) as T
      } catch {
        return null
      }
    },
    async write(name, value) {
      const temporary = `${fileOf(name)}.${process.pid}.${(count += 1)}`
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(temporary, JSON.stringify(value))
        await rename(temporary, fileOf(name))
      } catch (error) {
        report('the last good posts could not be saved', { folder, reason: reasonOf(error) })
      }
    },
  }
}
