/** Files of recent builds, in the database, so that tabs opened before a deploy go on working. */
import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, inArray, sql } from 'drizzle-orm'
import { encodings } from '@/lib/built-files'
import { trackWork } from '@/lib/shutdown'
import { shared } from '@/lib/process-state'
import { database } from './db/client'
import { buildFiles } from './db/schema'
import { log } from './observability/log'

const folder = join(process.cwd(), '.next/static')

/** For all builds together, at about two million bytes each. */
const maxBytes = 200_000_000

const storeIntervalMs = 10 * 60_000
const staleTime = sql`now() - interval '1 hour'`

const maxNameLength = 200

const compressedSuffix = '.br'
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

async function listFiles(from: string): Promise<string[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !encodings.some(({ extension: ending }) => entry.name.endsWith(ending)))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(from.length + 1)
        .replaceAll(sep, '/'),
    )
}

/** Stores files, marks them as in use, and deletes the oldest beyond the limit. */
export async function storeBuild(from = folder, limitBytes = maxBytes): Promise<void> {
  const [names, db] = await Promise.all([listFiles(from), database()])
  const isInBuild = inArray(buildFiles.path, names)
  const rows = await db.select({ path: buildFiles.path }).from(buildFiles).where(isInBuild)
  const stored = new Set(rows.map(({ path }) => path))
  for (const path of names.filter((name) => !stored.has(name))) {
    const body = await readFile(/*turbopackIgnore: true*/ join(/*turbopackIgnore: true*/ from, path))
    await db.insert(buildFiles).values({ path, body }).onConflictDoNothing()
  }
  // Two processes that lock the same rows in different orders would deadlock.
  const staleRows = db
    .select({ path: buildFiles.path })
    .from(buildFiles)
    .where(and(isInBuild, sql`${buildFiles.lastUsedAt} < ${staleTime}`))
    .for('update', { skipLocked: true })
  await db
    .update(buildFiles)
    .set({ lastUsedAt: sql`now()` })
    .where(inArray(buildFiles.path, staleRows))
  await db.execute(sql`
    delete from ${buildFiles} where path in (
      select path from (
        select path, sum(octet_length(body)) over (order by kept_at desc, path) as total from ${buildFiles}
      ) as newest where total > ${limitBytes}
    )`)
}

export async function storePageData(address: string, body: Buffer): Promise<void> {
  const path = address.replace('/_next/static/', '') + compressedSuffix
  const [db, compressedBody] = await Promise.all([database(), promisify(brotliCompress)(body, compression)])
  await db
    .insert(buildFiles)
    .values({ path, body: compressedBody })
    .onConflictDoUpdate({ target: buildFiles.path, set: { lastUsedAt: sql`now()` } })
}

/** @throws DatabaseUnavailable, or the database's own error */
export async function readStoredFile(name: string): Promise<Buffer | null> {
  if (name.length > maxNameLength || name.includes('\0')) return null
  const db = await database()
  const paths = [name, name + compressedSuffix]
  const [file] = await db.select().from(buildFiles).where(inArray(buildFiles.path, paths)).limit(1)
  if (!file) return null
  return file.path === name ? Buffer.from(file.body) : promisify(brotliDecompress)(file.body)
}

/** Resolves when the build is stored, or could not be. */
export async function startBuildFiles(): Promise<void> {
  // The development server has no build files.
  if (process.env.NODE_ENV === 'development') return
  const store = () =>
    trackWork(storeBuild()).catch((err: unknown) => log().warn({ err }, 'the files of this build could not be stored'))
  setInterval(() => void store(), storeIntervalMs).unref()
  shared.storePageData = (address, data) => trackWork(storePageData(address, data))
  await store()
}
