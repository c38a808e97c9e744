/** Rendered pages in one process's memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageMemory, type Options, type Set as Put } from '@/server/page-memory'

const request = () =>
  new PageMemory({ maxMemoryCacheSize: 1_000_000, revalidatedTags: [], fs: {} } as unknown as Options)
const page = (html: string): Put => [
  '/blog',
  { kind: 'APP_PAGE', html, headers: { 'x-next-cache-tags': 'posts' } } as unknown as Put[1],
  { cacheControl: { revalidate: 300, expire: 3600 }, isFallback: false } as Put[2],
]
const kind = { kind: 'APP_PAGE', isFallback: false } as Parameters<PageMemory['get']>[1]
const shown = async () => ((await request().get('/blog', kind))?.value as { html: string } | undefined)?.html ?? null

test('a page is kept until its tag is revalidated', async () => {
  await request().set(...page('<p>1</p>'))
  expect(await shown()).toBe('<p>1</p>')
  await sleep(2)
  await request().revalidateTag('posts', { expire: 0 })
  await sleep(2)
  expect(await shown()).toBeNull()
})

test('what was still being rendered when its tag was revalidated is not kept', async () => {
  const rendering = request()
  await sleep(2)
  await request().revalidateTag('posts', { expire: 0 })
  await sleep(2)
  await rendering.set(...page('<p>before</p>'))
  expect(await shown()).toBeNull()
  await request().set(...page('<p>after</p>'))
  expect(await shown()).toBe('<p>after</p>')
})
