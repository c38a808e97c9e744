import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type JsonFile<T> = {
  /** After a change, call `changed`. */
  value: T
  changed(): void
  flush(): void
}

const saveDelayMs = 150

/**
 * A value in a JSON file that is replaced atomically.
 * @param seed initial content, and defaults for missing top-level fields
 * @throws when an existing file cannot be read, so that stored data is never overwritten
 */
export function openJsonFile<T extends object>(path: string, seed: T): JsonFile<T> {
  let savedText = read(path)
  let timer: NodeJS.Timeout | undefined
  const file: JsonFile<T> = {
    value: { ...seed, ...(savedText === undefined ? {} : parse<T>(path, savedText)) },
    changed() {
      timer ??= setTimeout(file.flush, saveDelayMs)
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      const text = JSON.stringify(file.value)
      if (text === savedText) return
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
      savedText = text
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
    throw new Error(`${path} is not readable as JSON. Move it away to start with empty data.`, { cause })
  }
}
