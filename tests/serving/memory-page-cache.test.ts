import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MemoryPageCache, type Context, type Value } from '@/server/cache/memory-page-cache'

type Put = [key: string, value: Value, context: Context]

const request = () => new MemoryPageCache()
const page = (html: string): Put => [
  '/blog',
  { kind: 'APP_PAGE', html, headers: { 'x-next-cache-tags': 'posts' } } as unknown as Value,
  { cacheControl: { revalidate: 300, expire: 3600 } },
]
const shown = async () => ((await request().get('/blog', {}))?.value as { html: string } | undefined)?.html ?? null

test('stores a page until its tag is revalidated', async () => {
  await request().set(...page('<p>1</p>'))
  expect(await shown()).toBe('<p>1</p>')
  await sleep(2)
  await request().revalidateTag('posts')
  await sleep(2)
  expect(await shown()).toBeNull()
})

test('does not store a page whose tag was revalidated meanwhile', async () => {
  const rendering = request()
  await sleep(2)
  await request().revalidateTag('posts')
  await sleep(2)
  await rendering.set(...page('<p>before</p>'))
  expect(await shown()).toBeNull()
  await request().set(...page('<p>after</p>'))
  expect(await shown()).toBe('<p>after</p>')
})

test('stores a 404 only in place of a page', async () => {
  const at = (key: string, status: number, kind = 'APP_PAGE'): Put => [
    key,
    { kind, html: '', body: '', headers: {}, status } as unknown as Value,
    { cacheControl: { revalidate: 300, expire: 3600 } },
  ]
  const cached = async (key: string) => (await request().get(key, {}))?.value as { status?: number } | undefined
  const prefix = '/route-cache/APP_PAGE/0123456789abcdef/$'
  for (const key of ['/blog/random', '/blog/_not-found', `${prefix}/blog/random`]) {
    await request().set(...at(key, 404))
    expect(await cached(key), key).toBeUndefined()
  }
  await request().set(...at('/og/random.png', 404, 'APP_ROUTE'))
  expect(await cached('/og/random.png')).toBeUndefined()
  for (const key of ['/_not-found', `${prefix}/_not-found`]) {
    await request().set(...at(key, 404))
    expect((await cached(key))?.status, key).toBe(404)
  }
  await request().set(...at('/blog/withdrawn', 200))
  await request().set(...at('/blog/withdrawn', 404))
  expect((await cached('/blog/withdrawn'))?.status).toBe(404)
})
