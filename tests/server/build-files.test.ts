import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readStoredFile, startBuildFiles, storeBuild, storePageData } from '@/lib/server/build-files'
import { database } from '@/lib/server/db/client'
import { buildFiles } from '@/lib/server/db/schema'
import { enforceRetention } from '@/lib/server/jobs/retention'
import { stage } from '@/tests/setup/stage'
import { shared } from '@/lib/process-state'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

let world: Awaited<ReturnType<typeof stage>>
beforeAll(async () => {
  world = await stage()
})
beforeEach(async () => {
  await (await database()).delete(buildFiles)
})
afterAll(async () => {
  await world.close()
})

function build(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder('static')
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), body)
  }
  return folder
}

const isStored = async (path: string) => (await readStoredFile(path)) !== null
const age = async (path: string, days: number) => {
  const lastUsedAt = sql`now() - make_interval(days => ${days}::int)`
  await (await database()).update(buildFiles).set({ lastUsedAt }).where(eq(buildFiles.path, path))
}

test('reads the files of every build', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  await storeBuild(build({ 'chunks/one-a.js': 'void 1', 'media/f-s.p.1.woff2': bytes }))
  await storeBuild(build({ 'chunks/two-b.js': 'void 2' }))
  expect((await readStoredFile('chunks/one-a.js'))?.toString()).toBe('void 1')
  expect((await readStoredFile('chunks/two-b.js'))?.toString()).toBe('void 2')
  expect(await readStoredFile('media/f-s.p.1.woff2')).toEqual(bytes)
})

test('finds nothing under an unknown name', async () => {
  await storeBuild(build({ 'chunks/a.js': '' }))
  const names = ['chunks/b.js', '../site.mjs', '', 'chunks', "chunks/a.js' or 1=1", 'chunks/\0a.js', 'x'.repeat(300)]
  expect(await Promise.all(names.map(readStoredFile))).toEqual(names.map(() => null))
})

test('keeps page data while it is marked as used', async () => {
  const address = '/_next/static/pages/ab-C_1.json'
  await storePageData(address, Buffer.from('{"first":1}'))
  expect((await readStoredFile('pages/ab-C_1.json'))?.toString()).toBe('{"first":1}')
  await age('pages/ab-C_1.json.br', 15)
  await storePageData(address, Buffer.from('{"first":1}'))
  await enforceRetention()
  expect(await isStored('pages/ab-C_1.json')).toBe(true)
  await age('pages/ab-C_1.json.br', 15)
  await enforceRetention()
  expect(await isStored('pages/ab-C_1.json')).toBe(false)
})

test('keeps both builds of two processes starting at once', async () => {
  const many = (name: string) =>
    build({
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`chunks/shared-${n}.js`, 'same'])),
      [`chunks/${name}.js`]: name,
    })
  const [one, other] = [many('one'), many('other')]
  await Promise.all([one, other, one, other].map((folder) => storeBuild(folder)))
  await Promise.all([one, other].map((folder) => storeBuild(folder)))
  expect(await (await database()).$count(buildFiles)).toBe(22)
})

test('keeps running builds, and deletes others after their time', async () => {
  const now = build({ 'chunks/shared.js': '', 'chunks/now.js': '' })
  await storeBuild(build({ 'chunks/shared.js': '', 'chunks/before.js': '' }))
  await storeBuild(now)
  for (const path of ['chunks/shared.js', 'chunks/before.js', 'chunks/now.js']) await age(path, 15)
  await storeBuild(now)
  await enforceRetention()
  expect([await isStored('chunks/shared.js'), await isStored('chunks/now.js')]).toEqual([true, true])
  expect(await isStored('chunks/before.js')).toBe(false)
})

test('limits the total size, and keeps the newest build', async () => {
  const own = build({ 'chunks/c.js': 'x'.repeat(400) })
  await storeBuild(build({ 'chunks/a.js': 'x'.repeat(400), 'chunks/b.js': 'x'.repeat(400) }))
  await age('chunks/a.js', 2)
  await age('chunks/b.js', 1)
  await storeBuild(own, 1000)
  const names = ['chunks/a.js', 'chunks/b.js', 'chunks/c.js']
  expect(await Promise.all(names.map(isStored))).toEqual([false, true, true])
})

test('ignores development without a build', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  try {
    await startBuildFiles()
    expect(await (await database()).$count(buildFiles)).toBe(0)
    expect(shared.storePageData).toBeUndefined()
  } finally {
    vi.unstubAllEnvs()
  }
})
