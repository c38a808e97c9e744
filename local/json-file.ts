import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type JsonFile<T> = {
  /** The present content; change it in place or replace it, then call `changed`. */
  value: T
  /** Says that `value` may have changed: it is written a moment later. */
  changed(): void
  /** Writes at once what is not written yet. */
  flush(): void
}

/** Milliseconds that changes are gathered before they are written. */
const gatherMs = 150

/**
 * A value kept in a JSON file. Writing replaces the file in one step, so that a process that is
 * killed leaves the old content or the new one, never half of it.
 * @param seed the content of a file that does not exist yet; missing top-level fields are taken from it too
 * @throws when the file exists and cannot be read: what a person stored is never silently started over
 */
export function openJsonFile<T extends object>(path: string, seed: T): JsonFile<T> {
  let written = read(path)
  let timer: NodeJS.Timeout | undefined
  const file: JsonFile<T> = {
    value: { ...seed, ...(written === undefined ? {} : parse<T>(path, written)) },
    changed() {
      timer ??= setTimeout(file.flush, gatherMs)
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      const text = JSON.stringify(file.value)
      if (text === written) return
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
      written = text
    },
  }
  return file
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parse<T>(path: string, text: string): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new Error(`${path} is not readable as JSON. Move it away to start without what it held.`, { cause })
  }
}
