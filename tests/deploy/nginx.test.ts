/** Tests deploy/nginx.conf in a real nginx before two scripted sites: what is cached, for whom and for how long. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { startNginx, type Nginx } from '@/tests/setup/nginx'
import { startScriptedSite, type ReceivedRequest, type ScriptedSite } from './scripted-site'

const ofNewBuild = '/_next/static/new/'

describe.skipIf(process.env.TEST_NGINX === 'off')('before two sites', () => {
  let sites: [ScriptedSite, ScriptedSite]
  let nginx: Nginx
  let turn = 0
  /** A new address for each test. */
  let page = ''

  beforeAll(async () => {
    sites = [await startScriptedSite('a'), await startScriptedSite('b', ofNewBuild)]
    nginx = await startNginx(sites.map(({ port }) => port))
  })
  beforeEach(() => {
    page = `/page-${++turn}`
  })
  afterAll(async () => {
    await nginx.stop()
    for (const site of sites) await site.stop()
  })

  type Options = { headers?: Record<string, string>; method?: 'GET' | 'POST'; body?: string }

  async function ask(path: string, { headers = {}, method = 'GET', body }: Options = {}) {
    const answer = await request(nginx.url + path, { method, headers, body: body ?? null })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const encoding = String(answer.headers['content-encoding'] ?? 'identity')
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    const received = answer.statusCode === 200 ? (JSON.parse(text.toString()) as ReceivedRequest) : null
    return { status: answer.statusCode, headers: answer.headers, encoding, received, cache: answer.headers['x-cache'] }
  }
  const countOf = (path: string) => sites.flatMap(({ requests }) => requests).filter((one) => one.path === path).length

  /** Two simultaneous requests. Returns how often the site was called. */
  async function twice(path: string, options: Options = {}): Promise<number> {
    const before = countOf(path)
    await ask(path, options)
    await ask(path, options)
    return countOf(path) - before
  }

  test('caches pages, and never mixes documents with router data', async () => {
    const marks: Record<string, string>[] = [
      {},
      { rsc: '1' },
      { rsc: '1', 'next-router-prefetch': '1' },
      { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
    ]
    const takes: [header: string | null, expected: string][] = [
      [null, 'identity'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ]
    const cases = marks.flatMap((mark) => takes.map(([header, expected]) => ({ mark, header, expected })))
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        cases.map(async ({ mark, header, expected }) => {
          const answer = await ask(page, {
            headers: { ...mark, ...(header !== null && { 'accept-encoding': header }) },
          })
          expect(answer.status).toBe(200)
          expect(`${header} → ${answer.encoding}`).toBe(`${header} → ${expected}`)
          const { headers } = answer.received ?? { headers: {} }
          const nextHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(rsc|next-)/.test(name)))
          expect(nextHeaders).toEqual(mark)
          expect(answer.headers['content-type']).toBe('rsc' in mark ? 'text/x-component' : 'text/html')
        }),
      )
    }
    // Four kinds in three encodings; one or two seconds may have passed.
    expect(countOf(page)).toBeGreaterThanOrEqual(12)
    expect(countOf(page)).toBeLessThanOrEqual(36)
  })

  test('includes query and host in the cache key', async () => {
    expect((await ask(`${page}?a=1`)).received?.path).toBe(`${page}?a=1`)
    expect((await ask(`${page}?a=2`)).received?.path).toBe(`${page}?a=2`)
    expect((await ask(page, { headers: { host: 'one.example' } })).received?.headers.host).toBe('one.example')
    expect((await ask(page, { headers: { host: 'two.example' } })).received?.headers.host).toBe('two.example')
  })

  test.each(['/plain', '/private', '/both', '/cookie', '/foreign', '/api/plans', '/__/auth/handler'])(
    'never caches private responses: %s',
    async (path) => {
      expect(await twice(path)).toBe(2)
    },
  )

  test.each<Record<string, string>>([
    { cookie: 'a=1; __prerender_bypass=secret' },
    { authorization: 'Bearer somebody' },
    { 'firebase-auth-token': 'somebody' },
  ])('does not cache drafts or personal pages: %o', async (headers) => {
    await ask(page)
    expect(await twice(page, { headers })).toBe(2)
    const [name = '', value = ''] = Object.entries(headers)[0] ?? []
    expect((await ask(page, { headers })).received?.headers[name]).toBe(value)
    expect((await ask(page)).received?.headers[name]).toBeUndefined()
  })

  test('caches pages for a second, but not in browsers', async () => {
    const first = await ask(page)
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    await expect.poll(async () => (await ask(page)).received?.count, { interval: 200 }).not.toBe(first.received?.count)
    expect((await ask('/both')).headers['cache-control']).toBe('no-store, s-maxage=60')
  })

  test('overwrites forwarding headers of clients', async () => {
    const forged = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      host: 'site.example',
    }
    const { headers } = (await ask('/api/echo', { headers: forged })).received ?? { headers: {} }
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'site.example',
      'x-forwarded-proto': 'http',
      'x-real-ip': '127.0.0.1',
    })
    expect(headers).not.toHaveProperty('forwarded')
  })

  test('accepts a webhook of a megabyte, and no more', async () => {
    const post = (bytes: number) => ask('/api/stripe/webhook', { method: 'POST', body: 'x'.repeat(bytes) })
    expect((await post(1024 * 1024)).received?.body).toBe(1024 * 1024)
    expect((await post(1200 * 1024)).status).toBe(413)
  })

  test('never repeats a POST', async () => {
    expect((await ask('/broken', { method: 'POST', body: 'pay' })).status).toBe(502)
    expect(countOf('/broken')).toBe(1)
    // Neither site is marked as down.
    for (let n = 0; n < 4; n++) expect((await ask('/api/up')).status).toBe(200)
  })

  test('finds build files at either site, and does not cache a 404', async () => {
    for (let n = 0; n < 6; n++) expect((await ask(`${ofNewBuild}${n}.js`)).status).toBe(200)
    expect(sites[0].requests.some(({ path }) => path.startsWith(ofNewBuild))).toBe(true)
    const lost = '/_next/static/chunks/lost.js'
    expect((await ask(lost)).status).toBe(404)
    const before = countOf(lost)
    await ask(lost)
    expect(countOf(lost)).toBeGreaterThan(before)
  })

  test('hides one stopped site, and serves cached pages without any', async () => {
    await ask(page)
    await sites[0].stop()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0 ? ask('/api/contact', { method: 'POST', body: 'x' }) : ask(`/other-${n}`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await sites[1].stop()
    await expect.poll(async () => (await ask(page)).cache).toBe('STALE')
    expect((await ask(page)).status).toBe(200)
    expect((await ask('/api/plans')).status).toBe(502)
    const silent = await request(`${nginx.url}/never-asked-for`)
    expect(silent.statusCode).toBe(502)
    expect(silent.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      'content-security-policy': expect.stringMatching(/^default-src 'none';/),
    })
    expect(await silent.body.text()).toContain('<h1>The site isn’t answering right now.</h1>')
  })

  test('logs no addresses or queries on any error', async () => {
    const uid = 'uid-of-somebody'
    await ask(`/api/users/get-user?uid=${uid}`)
    await ask(`/api/users/insert-or-update?uid=${uid}`, { method: 'POST', body: 'x'.repeat(64 * 1024) })
    await ask(`/api/users/insert-or-update?uid=${uid}`, { method: 'POST', body: 'x'.repeat(1200 * 1024) })
    await ask(`/profile-${turn}?uid=${uid}`)
    expect(nginx.printed()).not.toMatch(/uid-of-somebody|client:/)
  })
})
