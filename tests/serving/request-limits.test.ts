import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { expect, test, vi } from 'vitest'
import { redactText } from '@/lib/server/observability/log'
import { areaOf, commonHeaders, isPage, isProxied } from '@/server/headers'
import { startSite, whole } from './site-under-test'

vi.stubEnv('SITE_ORIGIN', 'https://unhurried.example')

const readers: Record<string, (text: string) => unknown> = {
  isPage,
  isProxied,
  areaOf,
  commonHeaders: (text) => commonHeaders(text, true),
  redactText,
}

/** So long that a reader in quadratic time would run for hours. */
const long = (part: string) => `/${part.repeat(1_000_000 / part.length)}/`

test.each(Object.entries(readers).flatMap(([name, read]) => ['%', '/.'].map((part) => ({ name, part, read }))))(
  '$name reads a million characters of "$part" in linear time',
  ({ part, read }) => {
    expect(() => read(long(part))).not.toThrow()
  },
)

const seenBy = async (headers: Record<string, string>) => {
  let seen: IncomingHttpHeaders = {}
  const next: RequestListener = (request, response) => {
    seen = request.headers
    void whole(request, response)
  }
  await (
    await startSite(next)
  )('/faq?a', headers)
  return seen
}

test.each([
  'x-prerender-revalidate',
  'x-middleware-subrequest',
  'x-matched-path',
  'x-invoke-path',
  'x-nextjs-data',
  'next-action',
  'content-security-policy',
])('ignores the header %s of a request', async (name) => {
  expect(await seenBy({ [name]: 'a' })).not.toHaveProperty(name)
})

test('keeps the headers of a navigation in a browser', async () => {
  const headers = { rsc: '1', 'next-router-state-tree': '[]', 'next-router-prefetch': '1', 'next-url': '/' }
  expect(await seenBy(headers)).toMatchObject(headers)
})

test('shortens the name of a browser, which Next reads in quadratic time', async () => {
  expect((await seenBy({ 'user-agent': 'a'.repeat(9000) }))['user-agent']).toHaveLength(512)
})

test('passes no cookies of visitors on, because Next reads them in quadratic time', async () => {
  const cookie = Array.from({ length: 1500 }, (_, n) => `a${n}=b`).join('; ')
  expect(await seenBy({ cookie })).not.toHaveProperty('cookie')
})
