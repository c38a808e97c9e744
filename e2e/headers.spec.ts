/** Headers of the running site's answers, and the weight of its pages as sent. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { everyKind, missing, samplePost } from './setup/routes'
import { pageAt, requestPage, type Served } from './setup/served'
import { expect, test } from './setup/test'

const pages = [...everyKind, '/blog/no-such-post', '/blog/tag/nothing', '/therapist/nobody', '/blog/page/999']

/** Inline scripts without data blocks, parsed independently of the server's own parser. */
const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = '', text = '']) =>
    /\ssrc=|application\/(ld\+)?json/.test(attributes) ? [] : [text],
  )

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function checkPolicy({ headers, html }: Served, what: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, what).toMatch(/^default-src 'self'; script-src 'self' 'sha256-/)
  expect(policy, what).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|'strict-dynamic'|\*)/)
  expect(policy, what).toContain("frame-ancestors 'none'")
  const named = new Set(policy.split(/[ ;]+/))
  expect(html, `${what}: has a heading without scripts`).toMatch(/<h1/)
  const refused = scriptsOf(html).filter((text) => !named.has(hashOf(text)))
  expect(refused, `${what}: scripts without a hash`).toEqual([])
}

test('every page has a policy with its script hashes', async () => {
  for (const path of pages) checkPolicy(await pageAt(path), path)
})

test('a page of the blog has it in every state of the cache', async ({ request }) => {
  const seen = new Set<string | null>()
  const look = async () => {
    const page = await requestPage(samplePost)
    const state = page.headers.get('x-nextjs-cache')
    checkPolicy(page, `${samplePost} ${state}`)
    seen.add(state)
  }
  await look()
  const headers = { 'x-revalidate-secret': process.env.E2E_SECRET ?? '' }
  expect((await request.post('/api/revalidate', { headers })).status()).toBe(200)
  await look()
  await look()
  // A long run may see STALE as well.
  expect([...seen]).toEqual(expect.arrayContaining(['MISS', 'HIT']))
})

test('API answers are closed to other sites; pictures and feeds are shared', async ({ request }) => {
  const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  for (const path of ['/api/health', '/api/plans', '/api/users/get-user?uid=a', '/api/nothing']) {
    const {
      'content-security-policy': policy,
      'cross-origin-resource-policy': shared,
      'cache-control': control,
    } = (await request.get(path)).headers()
    expect([policy, shared], path).toEqual([closed, 'same-origin'])
    expect(control, path).toMatch(path === '/api/plans' ? /max-age=60|no-store/ : /no-store/)
  }
  for (const path of ['/og/home.png', '/blog/rss.xml', '/icon.svg']) {
    const response = await request.get(path)
    expect([response.status(), response.headers()['cross-origin-resource-policy']], path).toEqual([200, 'cross-origin'])
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
  }
  const worker = (await request.get('/worker.js')).headers()
  expect(worker['content-security-policy'], 'the worker would inherit it').toBeUndefined()
})

test('an injected script does not run, our own does', async ({ page, quietConsole }) => {
  quietConsole.allow(/Content Security Policy/)
  // Injected into the body only, as a rendering bug would do; the headers stay unchanged.
  await page.route(samplePost, async (route) => {
    const response = await route.fetch()
    const planted = `<script>window.planted=1</script><img src="x:" onerror="window.planted=2"><a id="bad" href="javascript:window.planted=3">a</a>`
    await route.fulfill({ response, body: (await response.text()).replace('<main', `${planted}<main`) })
  })
  await page.goto(samplePost)
  await page.locator('#bad').click({ force: true })
  expect(await page.evaluate(() => [Reflect.get(window, 'planted'), document.documentElement.dataset.session])).toEqual(
    [undefined, 'out'],
  )
})

type HeaderRule = { regex: string; has?: unknown; headers: { key: string; value: string }[] }

test('Next sends security headers where another server starts it', () => {
  const { headers } = JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8')) as { headers: HeaderRule[] }
  for (const path of ['/', '/auth', '/pricing/start', '/blog', samplePost, missing]) {
    const rules = headers.filter(({ regex, has }) => !has && new RegExp(regex).test(path))
    const sent = Object.fromEntries(rules.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])))
    expect(sent['X-Content-Type-Options'], path).toBe('nosniff')
    expect(sent['Content-Security-Policy'], path).toContain("frame-ancestors 'none'")
  }
})
