import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { cachedHeaders, htmlHeaders, page, startSite } from './site-under-test'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewCookie } from '@/lib/preview-cookie'
import { errorPagePaths } from '@/lib/site'
import { shared } from '@/lib/process-state'
import { words } from '@/tests/setup/words'

const secret = 'a secret of thirty-two characters'

/** The manifests of a build with a few routes. */
const dir = temporaryFolder('routes')
const dynamic = (route: string, namedRegex: string, ...keys: string[]) => ({
  page: route,
  namedRegex,
  routeKeys: Object.fromEntries(keys.map((key) => [key, key])),
})

beforeAll(() => {
  mkdirSync(join(dir, '.next/static/chunks'), { recursive: true })
  mkdirSync(join(dir, 'public/pictures'), { recursive: true })
  writeFileSync(join(dir, '.next/static/chunks/own.js'), 'x')
  writeFileSync(join(dir, 'public/pictures/lake.jpg'), 'x')
  writeFileSync(
    join(dir, '.next/routes-manifest.json'),
    JSON.stringify({
      staticRoutes: ['/', '/faq', '/blog', '/api/plans', '/_not-found'].map((route) => ({ page: route })),
      dynamicRoutes: [
        dynamic('/api/[[...path]]', '^/api(?:/(?<nxtPpath>.+?))?(?:/)?$', 'nxtPpath'),
        dynamic('/blog/tag/[tag]/rss.xml', '^/blog/tag/(?<nxtPtag>[^/]+?)/rss\\.xml(?:/)?$', 'nxtPtag'),
        dynamic('/blog/[slug]', '^/blog/(?<nxtPslug>[^/]+?)(?:/)?$', 'nxtPslug'),
        dynamic('/og/[...page]', '^/og/(?<nxtPpage>.+?)(?:/)?$', 'nxtPpage'),
        dynamic('/v0/[...path]', '^/v0/(?<nxtPpath>.+?)(?:/)?$', 'nxtPpath'),
      ],
    }),
  )
  writeFileSync(
    join(dir, '.next/app-path-routes-manifest.json'),
    JSON.stringify({ '/blog/[slug]/page': '/blog/[slug]', '/og/[...page]/route': '/og/[...page]' }),
  )
})

const known = new Set(['/blog/[slug] known', '/blog/tag/[tag]/rss.xml posts', '/og/[...page] faq.png'])
const requested: string[] = []
beforeEach(() => {
  requested.length = 0
  shared.isKnownRoute = async (route: string, params: Record<string, string>) =>
    known.has(`${route} ${Object.values(params).join(' ')}`)
})
afterEach(() => {
  delete shared.isKnownRoute
})

const framework: RequestListener = (request, response) => {
  const { url = '' } = request
  requested.push(url)
  if (url === errorPagePaths.missing) return void response.writeHead(404, htmlHeaders).end(page('nothing here'))
  response.writeHead(200, { ...cachedHeaders, 'x-cookie': String(request.headers.cookie) }).end(page(url))
}

async function site(more: Record<string, string> = {}, next = framework) {
  const send = await startSite(next, { REVALIDATE_SECRET: secret, ...more }, dir)
  return async (...request: Parameters<typeof send>) => {
    const { body, ...answer } = await send(...request)
    return { ...answer, body: body.toString() }
  }
}

test.each(
  words`
    / /faq /faq/ /faq?a=b /blog /blog/known /blog/known/ /blog/known?utm=x /blog/%6bnown /blog/x/../known
    /blog/%2e/known /blog//known /blog/tag/posts/rss.xml /og/faq.png /og/%66aq.png /api/plans /api/plans/
    /_next/image?url=%2Fpictures%2Flake.jpg&w=320&q=80 /pictures/%6cake.jpg
  `,
)('passes the existing address %s on to Next', async (path) => {
  expect((await (await site())(path)).status).toBe(200)
  expect(requested).toEqual([path])
})

describe('a missing address never reaches Next', () => {
  test.each([
    ['/blog/unknown', 404, 'text/html; charset=utf-8'],
    ['/blog/unknown/', 404, 'text/html; charset=utf-8'],
    ['/blog/unknown?known', 404, 'text/html; charset=utf-8'],
    ['/blog/Known', 404, 'text/html; charset=utf-8'],
    ['/blog/known%00', 404, 'text/html; charset=utf-8'],
    ['/blog/%FF', 404, 'text/html; charset=utf-8'],
    ['/Blog/known', 404, 'text/html; charset=utf-8'],
    ['/%66aq', 404, 'text/html; charset=utf-8'],
    ['/faq.rsc', 404, 'text/html; charset=utf-8'],
    ['/_not-found', 404, 'text/html; charset=utf-8'],
    ['/nothing.php', 404, 'text/html; charset=utf-8'],
    ['/_next/data/x.json', 404, 'text/html; charset=utf-8'],
    ['/blog/tag/nothing/rss.xml', 404, 'text/plain; charset=utf-8'],
    ['/og/nothing.png', 404, 'text/plain; charset=utf-8'],
    ['/v0/b/x', 404, 'text/plain; charset=utf-8'],
    ['/_next/static/chunks/unknown.js', 404, 'text/plain; charset=utf-8'],
    ['/_next/image?url=%2Fpictures%2Fnothing.jpg&w=320&q=80', 404, 'text/html; charset=utf-8'],
    ['/api/nothing', 404, 'application/json'],
    ['/_next/static/%c0', 400, 'text/html; charset=utf-8'],
    ['/og/%c0', 400, 'text/html; charset=utf-8'],
    ['/v0/%c0', 400, 'text/html; charset=utf-8'],
  ])('answers %s with %i, as %s', async (path, status, type) => {
    for (const headers of [{}, { rsc: '1' }, { cookie: 'a=b' }, { cookie: '__prerender_bypass=x' }]) {
      const answer = await (await site())(path, headers as Record<string, string>)
      expect([answer.status, answer.headers['content-type']]).toEqual([status, type])
      expect(answer.headers['cache-control']).toMatch(/no-store/)
      expect(answer.headers['content-security-policy']).toMatch(
        type.startsWith('text/html') ? /^default-src 'self'; .*object-src 'none'/ : /^default-src 'none'/,
      )
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=63072000',
      })
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body))
    }
    expect(requested.filter((url) => url !== errorPagePaths.missing)).toEqual([])
  })

  test('renders one page for all of them', async () => {
    const at = await site()
    for (let n = 0; n < 50; n++) expect((await at(`/blog/random-${n}`)).body).toBe(page('nothing here'))
    expect(requested).toEqual([errorPagePaths.missing])
  })

  test('answers HEAD without a body, and refuses POST', async () => {
    const at = await site()
    const got = await at('/blog/unknown')
    const headed = await at('/blog/unknown', {}, 'HEAD')
    expect({ ...headed.headers, date: '' }).toEqual({ ...got.headers, date: '' })
    expect([headed.status, headed.body]).toEqual([404, ''])
    expect((await at('/blog/unknown', {}, 'POST')).status).toBe(405)
    expect((await at('/blog/unknown', {}, 'OPTIONS')).status).toBe(404)
  })

  test('answers in the shape of the API for any method', async () => {
    const at = await site()
    for (const method of ['GET', 'POST', 'DELETE', 'TRACE']) {
      const { body, headers } = await at('/api/nothing', {}, method)
      expect(JSON.parse(body)).toEqual({
        error: {
          code: 'not-found',
          message: 'There is nothing at this address.',
          requestId: headers['x-request-id'],
        },
      })
    }
  })

  test('sends a plain page if rendering fails, and tries again', async () => {
    let isBroken = true
    const at = await site({}, (_, response) =>
      isBroken
        ? void response.writeHead(500, htmlHeaders).end('<html id="__next_error__">')
        : void response.writeHead(404, htmlHeaders).end(page('nothing here')),
    )
    const first = await at('/blog/unknown')
    expect([first.status, first.body]).toEqual([404, expect.stringContaining('There is no page at this address.')])
    isBroken = false
    expect((await at('/blog/unknown')).body).toBe(page('nothing here'))
  })

  test('does not render for the data of a missing page', async () => {
    const at = await site()
    await at('/_next/static/pages/unknown.json', {
      referer: 'https://unhurried.example/blog/unknown',
      host: 'unhurried.example',
    })
    expect(requested).toEqual([errorPagePaths.missing])
  })
})

describe('an address that cannot be looked up reaches Next', () => {
  test('before the lookup is provided', async () => {
    delete shared.isKnownRoute
    const at = await site()
    expect((await at('/blog/unknown')).status).toBe(200)
  })

  test('while the source of posts is unavailable', async () => {
    shared.isKnownRoute = () => Promise.reject(new Error('away'))
    const at = await site()
    expect((await at('/blog/unknown')).status).toBe(200)
  })
})

describe('a preview', () => {
  const pass = (by: string, now = Date.now()) => previewCookie(by, true, now).split(';')[0] ?? ''

  test('shows drafts to a publisher', async () => {
    const cookie = `__prerender_bypass=x; ${pass(secret)}`
    const { status, headers } = await (await site())('/blog/a-draft', { cookie: `a=b; ${cookie}; c=d` })
    expect([status, headers['x-cookie']]).toEqual([200, cookie])
  })

  test.each(['/', '/blog', '/blog/a-draft', '/faq', '/blog/known'])(
    'of %s runs every script that Next adds',
    async (path) => {
      const at = await site({}, (request, response) => {
        const nonce = /'nonce-(.+)'/.exec(String(request.headers['content-security-policy']))?.[1]
        response.writeHead(200, htmlHeaders).end(`<p>a</p><script nonce="${nonce}">$RC("B:0","S:0")</script><p>b</p>`)
      })
      const sources = []
      for (let n = 0; n < 2; n++) {
        const { body, headers } = await at(path, { cookie: `__prerender_bypass=x; ${pass(secret)}` })
        const [, nonce] = /nonce="([\w+/=]{24})"/.exec(body) ?? []
        expect(headers['content-security-policy']).toMatch(
          new RegExp(`script-src [^;]*'nonce-${RegExp.escape(nonce ?? '')}'`),
        )
        sources.push(nonce)
      }
      expect(new Set(sources).size).toBe(2)
      expect((await at(path, {})).body).toContain('nonce="undefined"')
    },
  )

  test.each([
    ['only the build’s cookie', '__prerender_bypass=x'],
    ['a pass by another secret', `a=b; __prerender_bypass=x; ${pass('another secret of thirty-two letters')}`],
    [
      'a pass that has ended',
      `__prerender_bypass=x; __next_preview_data=y; ${pass(secret, Date.now() - 9 * 3_600_000)}`,
    ],
    ['a cookie with a changed expiry', `__prerender_bypass=x; ${pass(secret).replace(/=\d/, '=9')}`],
    ['a pass without a signature', `__prerender_bypass=x; unhurried-preview=9999999999999.`],
  ])('is refused with %s', async (_, cookie) => {
    const at = await site()
    expect((await at('/blog/a-draft', { cookie })).status).toBe(404)
    expect((await at('/blog/known', { cookie })).headers['x-cookie']).not.toMatch(
      /__prerender_bypass|__next_preview_data/,
    )
  })

  test('is refused if no secret is set', async () => {
    const at = await site({ REVALIDATE_SECRET: '' })
    expect((await at('/blog/a-draft', { cookie: `__prerender_bypass=x; ${pass('')}` })).status).toBe(404)
  })
})
