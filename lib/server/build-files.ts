import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { and, inArray, sql } from 'drizzle-orm'
import { encodedAs, fileTypes } from '@/lib/built-files'
import { underWay } from '@/lib/ending'
import { env } from '@/lib/env'
import { shared } from '@/lib/process-state'
import { database } from './db/client'
import { buildFiles } from './db/schema'
import { log } from './observability/log'

/** Where a build has them; beside each other on the disk, and at the same names under `/_next/static/`. */
const folder = join(process.cwd(), '.next/static')

/** Bytes of all builds together; what was said to be in use longest ago goes first. A build has about two million. */
const mostBytes = 200_000_000

/** A process says again and again that its files are in use, and makes good what it could not store before. */
const everyMs = 10 * 60_000
const stale = sql`now() - interval '1 hour'`

async function namesIn(from: string): Promise<string[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !encodedAs.some(({ ending }) => entry.name.endsWith(ending)))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(from.length + 1)
        .replaceAll(sep, '/'),
    )
}

/**
 * Stores what of a build is not stored yet. Any number of processes may do so at once.
 * @param from the folder that is served at `/_next/static/`
 * @returns the names of all its files
 */
async function storeBuild(from: string): Promise<string[]> {
  const [names, db] = await Promise.all([namesIn(from), database()])
  const own = inArray(buildFiles.path, names)
  const stored = new Set(
    (await db.select({ path: buildFiles.path }).from(buildFiles).where(own)).map(({ path }) => path),
  )
  for (const path of names.filter((name) => !stored.has(name))) {
    await db
      .insert(buildFiles)
      .values({ path, body: await readFile(/*turbopackIgnore: true*/ join(/*turbopackIgnore: true*/ from, path)) })
      .onConflictDoNothing()
  }
  return names
}

/** Says of all of a build that it is in use, and lets go of the oldest of all builds beyond the bound. */
async function holdBuild(names: string[], most: number): Promise<void> {
  const db = await database()
  const own = inArray(buildFiles.path, names)
  // Two processes that touch the same rows in different order would wait for each other for good.
  const quiet = db
    .select({ path: buildFiles.path })
    .from(buildFiles)
    .where(and(own, sql`${buildFiles.keptAt} < ${stale}`))
    .for('update', { skipLocked: true })
  await db
    .update(buildFiles)
    .set({ keptAt: sql`now()` })
    .where(inArray(buildFiles.path, quiet))
  await db.execute(sql`
    delete from ${buildFiles} where path in (
      select path from (
        select path, sum(octet_length(body)) over (order by kept_at desc, path) as total from ${buildFiles}
      ) as newest where total > ${most}
    )`)
}

/** Keeps a build for other processes, and the oldest of all builds no longer than there is room. */
export async function keepBuild(from = folder, most = mostBytes): Promise<void> {
  await holdBuild(await storeBuild(from), most)
}

/** The ending of what is stored compressed; a build's own files are few, and are stored as they are. */
const compressed = '.br'

/** As small as it gets without anybody noticing: there is one of these for each page. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Stores one more file of this build that was made while it runs, or says that it is still in use.
 * @param address where pages find it
 */
export async function keepFile(address: string, body: Buffer): Promise<void> {
  const path = address.replace('/_next/static/', '') + compressed
  const [db, small] = await Promise.all([database(), promisify(brotliCompress)(body, compression)])
  await db
    .insert(buildFiles)
    .values({ path, body: small })
    .onConflictDoUpdate({ target: buildFiles.path, set: { keptAt: sql`now()` } })
  await allPaths?.then((all) => all.add(path))
}

/** Milliseconds in which names are gathered, so that many look-ups are one statement. */
const gatherMs = 10
const mostTogether = 500
/** Longer than the path of any file that a build writes. */
const longestName = 200

let gathered: { names: Set<string>; found: Promise<Set<string>> } | null = null

async function findTogether(names: Set<string>): Promise<Set<string>> {
  await sleep(gatherMs)
  gathered = null
  const db = await database()
  const paths = [...names].flatMap((name) => [name, name + compressed])
  const rows = await db.select({ path: buildFiles.path }).from(buildFiles).where(inArray(buildFiles.path, paths))
  return new Set(rows.map(({ path }) => path))
}

/** Every stored path, where no other process can store any: over the embedded database. */
let allPaths: Promise<Set<string>> | null = null

async function storedPaths(): Promise<Set<string>> {
  const db = await database()
  return new Set((await db.select({ path: buildFiles.path }).from(buildFiles)).map(({ path }) => path))
}

/** Whether a file of any build has this name under `/_next/static/`. */
export async function hasFile(name: string): Promise<boolean> {
  if (name.length > longestName || name.includes('\0')) return false
  if (env().databaseUrl === null) {
    allPaths ??= storedPaths()
    allPaths.catch(() => (allPaths = null))
    const all = await allPaths
    return all.has(name) || all.has(name + compressed)
  }
  if (!gathered || gathered.names.size >= mostTogether) {
    const names = new Set<string>()
    gathered = { names, found: findTogether(names) }
  }
  gathered.names.add(name)
  const found = await gathered.found
  return found.has(name) || found.has(name + compressed)
}

const notFound = () => new Response('Not Found', { status: 404, headers: { 'Cache-Control': 'no-store' } })

/**
 * A file of another build, at the address that pages of that build name.
 * @param path behind `/_next/static/`
 * @throws DatabaseUnavailable, or what the database says
 */
export async function buildFile(path: string): Promise<Response> {
  // No database stores a NUL, and each says so as of a mistake of ours.
  if (path.includes('\0')) return notFound()
  const db = await database()
  const [found] = await db
    .select()
    .from(buildFiles)
    .where(inArray(buildFiles.path, [path, path + compressed]))
    .limit(1)
  if (!found) return notFound()
  const body = found.path === path ? found.body : await promisify(brotliDecompress)(found.body)
  return new Response(new Uint8Array(body), {
    headers: {
      'Content-Type': fileTypes[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

/**
 * Keeps this process's build for the others, now and for as long as it runs.
 * @returns when it is stored, or could not be: pages of this build may lead to processes that have only the store
 */
export async function startBuildFiles(): Promise<void> {
  // There is no build: Next makes each file anew when a page is changed.
  if (process.env.NODE_ENV === 'development') return
  const missed = (err: unknown) => log().warn({ err }, 'the files of this build could not be kept')
  setInterval(() => void keepBuild().catch(missed), everyMs).unref()
  // A process that ends early has led somebody to its files, too.
  const storing = underWay(storeBuild(folder))
  void storing.then((names) => underWay(holdBuild(names, mostBytes))).catch(missed)
  await storing.catch(() => undefined)
  shared.isStoredFile = hasFile
  shared.storePageData = (address, data) => underWay(keepFile(address, data))
}
