/** Pages that are kept from one start of a process to the next. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { folderOf, pageFiles, pagesFolder } from '@/server/page-files'
import type { Options, PageMemory, Set as Put } from '@/server/page-memory'

const above = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(above, { recursive: true, force: true }))

let folder: string
let made = 0
beforeEach(() => {
  folder = join(above, `of-build-${made++}`)
})

/** The cache of a process that keeps its pages in the folder. */
async function started() {
  vi.stubEnv(pagesFolder, folder)
  vi.resetModules()
  const { PageMemory: Memory } = await import('@/server/page-memory')
  vi.unstubAllEnvs()
  return () => new Memory({ maxMemoryCacheSize: 1_000_000, revalidatedTags: [], fs: {} } as unknown as Options)
}

type Made = { tags?: string; revalidate?: number | false; status?: number }

const page = (key: string, { tags = '_N_T_/layout,_N_T_/', revalidate = false, status }: Made = {}): Put => [
  key,
  {
    kind: 'APP_PAGE',
    html: `<p>${key}</p>`,
    rscData: Buffer.from('data'),
    segmentData: new Map([['/_tree', Buffer.from('tree')]]),
    headers: { 'x-next-cache-tags': tags },
    postponed: undefined,
    status,
  } as unknown as Put[1],
  { cacheControl: { revalidate, expire: undefined }, isFallback: false } as Put[2],
]
const kind = { kind: 'APP_PAGE', isFallback: false } as Parameters<PageMemory['get']>[1]
const kept = () =>
  readdirSync(above, { recursive: true }).filter((name) => String(name).startsWith(`of-build-${made - 1}/`))
const written = () => vi.waitFor(() => expect(kept()).toHaveLength(1), { timeout: 6000, interval: 50 })

test('a page that nothing changes is there for the next process', async () => {
  const [key, value, context] = page('/about-us')
  await pageFiles(folder).write(key, { value, context })
  await written()
  const request = await started()
  const found = await request().get(key, kind)
  expect(found?.value).toEqual(value)
  expect(found?.cacheControl).toEqual({ revalidate: false, expire: undefined })
})

test('a process keeps such a page, and no part of a file stays', async () => {
  const request = await started()
  await request().set(...page('/fixed'))
  await written()
  expect(await pageFiles(folder).read('/fixed')).toMatchObject({ value: { html: '<p>/fixed</p>' } })
  expect(pageFiles(folder).readNow('/fixed')).toEqual(await pageFiles(folder).read('/fixed'))
})

test.each<[string, Made]>([
  ['whose content is published', { tags: '_N_T_/layout,content' }],
  ['that grows old', { revalidate: 300 }],
  ['about what is missing', { status: 404 }],
])('a page %s is not kept', async (name, given) => {
  const request = await started()
  await request().set(...page(`/not/${name}`, given))
  await request().set(...page(`/beside/${name}`))
  await written()
  expect(await pageFiles(folder).read(`/not/${name}`)).toBeNull()
})

test('a page of yesterday is rendered anew, and so is one that cannot be read', async () => {
  await pageFiles(folder).write('/old', page('/old'))
  await written()
  const [file = ''] = kept()
  expect(await pageFiles(folder).read('/old')).not.toBeNull()
  utimesSync(join(above, String(file)), Date.now() / 1000, Date.now() / 1000 - 25 * 60 * 60)
  expect(await pageFiles(folder).read('/old')).toBeNull()
  expect(pageFiles(folder).readNow('/old')).toBeNull()
  writeFileSync(join(above, String(file)), 'half of i')
  expect(await pageFiles(folder).read('/old')).toBeNull()
  expect(pageFiles(folder).readNow('/old')).toBeNull()
})

test('where nothing can be written, pages are rendered as ever', async () => {
  writeFileSync(folder, 'not a folder')
  const request = await started()
  await request().set(...page('/nowhere'))
  await sleep(2200)
  expect((await request().get('/nowhere', kind))?.value).toMatchObject({ html: '<p>/nowhere</p>' })
  expect(await pageFiles(folder).read('/nowhere')).toBeNull()
})

test('another build, another setting and another text have pages of their own; a post changes none of them', () => {
  const dir = join(above, 'a-site')
  const write = (name: string, text: string) => writeFileSync(join(dir, name), text)
  for (const name of ['.next', 'content/policies', 'content/posts']) mkdirSync(join(dir, name), { recursive: true })
  write('.next/BUILD_ID', 'one\n')
  write('content/policies/privacy.md', 'We keep little.')
  const first = folderOf(dir, 'beta')
  expect(folderOf(dir, 'beta')).toBe(first)
  expect(folderOf(dir, 'prod')).not.toBe(first)
  mkdirSync(join(dir, 'content/posts/new'))
  write('content/posts/new.md', 'A post.')
  expect(folderOf(dir, 'beta')).toBe(first)
  write('content/policies/privacy.md', 'We keep little.')
  expect(folderOf(dir, 'beta'), 'the same text, written anew').toBe(first)
  write('content/policies/privacy.md', 'We keep less.')
  const second = folderOf(dir, 'beta')
  expect(second).not.toBe(first)
  write('.next/BUILD_ID', 'two\n')
  expect(folderOf(dir, 'beta')).not.toBe(second)
})
