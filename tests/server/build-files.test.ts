import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildFile, hasFile, keepBuild, keepFile, startBuildFiles } from '@/lib/server/build-files'
import { database } from '@/lib/server/db/client'
import { buildFiles } from '@/lib/server/db/schema'
import { enforceRetention } from '@/lib/server/jobs/retention'
import { stage } from '@/tests/setup/stage'
import { shared } from '@/lib/process-state'

let world: Awaited<ReturnType<typeof stage>>
const folders: string[] = []
beforeAll(async () => {
  world = await stage()
})
beforeEach(async () => {
  await (await database()).delete(buildFiles)
})
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true })
  await world.close()
})

/** A folder such as a build leaves, with these files. */
function build(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-static-'))
  folders.push(folder)
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), body)
  }
  return folder
}

const status = async (path: string) => (await buildFile(path)).status
/** Turns back when a file was last said to be in use. */
const age = async (path: string, days: number) => {
  const keptAt = sql`now() - make_interval(days => ${days}::int)`
  await (await database()).update(buildFiles).set({ keptAt }).where(eq(buildFiles.path, path))
}

test('a file of another build is served with its own bytes and kind, for good', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  await keepBuild(build({ 'chunks/one-a.js': 'void 1', 'chunks/s.css': 'a{}', 'media/f-s.p.1.woff2': bytes }))
  await keepBuild(build({ 'chunks/two-b.js': 'void 2' }))
  const script = await buildFile('chunks/one-a.js')
  expect([script.status, await script.text()]).toEqual([200, 'void 1'])
  expect(Object.fromEntries(script.headers)).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect((await buildFile('chunks/s.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  const font = await buildFile('media/f-s.p.1.woff2')
  expect(font.headers.get('content-type')).toBe('font/woff2')
  expect(new Uint8Array(await font.arrayBuffer())).toEqual(bytes)
})

test('what no build has is not found, and nobody keeps that answer', async () => {
  await keepBuild(build({ 'chunks/a.js': '' }))
  for (const path of ['chunks/b.js', '../site.mjs', '', 'chunks', "chunks/a.js' or 1=1", 'chunks/\u0000a.js']) {
    const response = await buildFile(path)
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
})

test('what was made while a build runs is kept like its files, for as long as it is said to be in use', async () => {
  const address = '/_next/static/pages/ab-C_1.json'
  await keepFile(address, Buffer.from('{"first":1}'))
  const found = await buildFile('pages/ab-C_1.json')
  expect([found.status, await found.text(), found.headers.get('content-type')]).toEqual([
    200,
    '{"first":1}',
    'application/json; charset=utf-8',
  ])
  await age('pages/ab-C_1.json.br', 15)
  await keepFile(address, Buffer.from('{"first":1}'))
  await enforceRetention()
  expect(await status('pages/ab-C_1.json')).toBe(200)
  await age('pages/ab-C_1.json.br', 15)
  await enforceRetention()
  expect(await status('pages/ab-C_1.json')).toBe(404)
})

test('processes of two builds that start at once keep both', async () => {
  const many = (name: string) =>
    build({
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`chunks/shared-${n}.js`, 'same'])),
      [`chunks/${name}.js`]: name,
    })
  const [one, other] = [many('one'), many('other')]
  await Promise.all([one, other, one, other].map((folder) => keepBuild(folder)))
  await Promise.all([one, other].map((folder) => keepBuild(folder)))
  expect(await (await database()).$count(buildFiles)).toBe(22)
})

test('what runs is kept, however long; what has not run for its time goes', async () => {
  const now = build({ 'chunks/shared.js': '', 'chunks/now.js': '' })
  await keepBuild(build({ 'chunks/shared.js': '', 'chunks/before.js': '' }))
  await keepBuild(now)
  for (const path of ['chunks/shared.js', 'chunks/before.js', 'chunks/now.js']) await age(path, 15)
  await keepBuild(now)
  await enforceRetention()
  expect([await status('chunks/shared.js'), await status('chunks/now.js')]).toEqual([200, 200])
  expect(await status('chunks/before.js')).toBe(404)
})

test('all of it together stays within its bound, and the newest stays', async () => {
  const own = build({ 'chunks/c.js': 'x'.repeat(400) })
  await keepBuild(build({ 'chunks/a.js': 'x'.repeat(400), 'chunks/b.js': 'x'.repeat(400) }))
  await age('chunks/a.js', 2)
  await age('chunks/b.js', 1)
  await keepBuild(own, 1000)
  expect([await status('chunks/a.js'), await status('chunks/b.js'), await status('chunks/c.js')]).toEqual([
    404, 200, 200,
  ])
})

test('in development there is no build, and nothing is said of it', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  try {
    await startBuildFiles()
    expect(await (await database()).$count(buildFiles)).toBe(0)
    expect(shared.storePageData).toBeUndefined()
  } finally {
    vi.unstubAllEnvs()
  }
})

test('which names any build has is known without reading a file, also of one that was just made', async () => {
  await keepBuild(build({ 'chunks/known.js': 'x' }))
  await keepFile('/_next/static/pages/early.json', Buffer.from('{}'))
  const names = [
    'chunks/known.js',
    'pages/early.json',
    'chunks/unknown.js',
    'pages/late.json',
    '',
    'a\0b',
    'x'.repeat(300),
  ]
  expect(await Promise.all(names.map(hasFile))).toEqual([true, true, false, false, false, false, false])
  await keepFile('/_next/static/pages/late.json', Buffer.from('{}'))
  expect(await hasFile('pages/late.json')).toBe(true)
})

test('a thousand names at once are a few statements', async () => {
  const db = await database()
  await hasFile('chunks/first.js')
  const select = vi.spyOn(db, 'select')
  const found = await Promise.all(Array.from({ length: 1000 }, (_, n) => hasFile(`chunks/${n}.js`)))
  expect(found.includes(true)).toBe(false)
  expect(select.mock.calls.length).toBeLessThanOrEqual(3)
  select.mockRestore()
})
