/**
 * Pages that no post changes, and what the site's server has read in them, kept from one start of a process to the
 * next: with the same build, the same settings and the same texts they would come out just so again. Each is one file,
 * which is there as a whole or not at all.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { fixedTexts } from './fixed-texts.ts'

/** Names the folder to the cache of pages, which Next loads on its own; where it is not set, nothing is kept. */
export const pagesFolder = 'UNHURRIED_PAGES_FOLDER'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * The folder of pages that would come out the same.
 * @param dir where the build and the texts lie
 * @param settings the same for processes whose settings make the same pages
 */
export function folderOf(dir: string, settings: string): string {
  const build = readFileSync(join(dir, '.next/BUILD_ID'), 'utf8').trim()
  return join(dir, '.next/cache/pages', digest([build, settings, fixedTexts(dir)].join('\n')))
}

/** As old as a page may be that a running process keeps, too. Milliseconds. */
const longestMs = 24 * 60 * 60_000

/** Milliseconds after which a page is written: whoever is waiting for the first pages of a start goes first. */
const laterMs = 2000

/** There are some twenty; more than this many would be addresses that somebody made up. */
const most = 100

export type PageFiles = {
  /** @returns null for what is not kept, is too old or cannot be read */
  read(key: string): Promise<unknown>
  /** The same for whoever cannot wait; there are few of them, and each asks once. */
  readNow(key: string): unknown
  /** Soon, and where it cannot be written it is not kept, and that is all. */
  write(key: string, page: unknown): Promise<void>
}

/** @param folder as `folderOf` names it */
export function pageFiles(folder: string): PageFiles {
  const written = new Set<string>()
  const fileOf = (key: string) => join(folder, digest(key))
  const isOld = (mtimeMs: number) => Date.now() - mtimeMs > longestMs
  return {
    async read(key) {
      try {
        const file = fileOf(key)
        const { mtimeMs } = await stat(file)
        return isOld(mtimeMs) ? null : (deserialize(await readFile(file)) as unknown)
      } catch {
        return null
      }
    },
    readNow(key) {
      try {
        const file = fileOf(key)
        return isOld(statSync(file).mtimeMs) ? null : (deserialize(readFileSync(file)) as unknown)
      } catch {
        return null
      }
    },
    async write(key, page) {
      if (written.has(key) || written.size >= most) return
      written.add(key)
      const file = fileOf(key)
      const part = `${file}.${process.pid}`
      await sleep(laterMs, undefined, { ref: false })
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(part, serialize(page))
        await rename(part, file)
      } catch {
        await rm(part, { force: true }).catch(() => {})
      }
    },
  }
}
