/** Every page as crawlers and validators see it, the files about the site, and its feeds. */
import { blogTags, pages, paths, sampleTherapist } from '@/lib/site'
import { everyKind, missing, routes, sampleAuthor, samplePost } from './setup/routes'
import { htmlOf, pageAt } from './setup/served'
import { expect, origin, test } from './setup/test'
import { markupFindings } from './setup/validator'

type Data = { '@type'?: string; '@graph'?: Data[]; mainEntity?: unknown[]; mainEntityOfPage?: string; image?: unknown }

const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text]) => {
    const data = JSON.parse(text ?? '') as Data
    return data['@graph'] ?? [data]
  })

const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const noIndex = (html: string) => /<meta name="robots" content="noindex/.test(html)

test('every page is valid HTML with its own title, description, picture and address', async () => {
  const seen = new Set<string>()
  for (const path of [...routes, missing]) {
    const { status, html } = await pageAt(path)
    expect(status, path).toBe(path === missing ? 404 : 200)
    if (everyKind.includes(path)) expect.soft(await markupFindings(html), path).toEqual([])
    if (path === missing) continue
    const canonical = first(html, /<link rel="canonical" href="([^"]+)"/)
    expect(new URL(canonical).href, path).toBe(new URL(path, origin()).href)
    expect(first(html, /<meta property="og:image" content="([^"]+)"/), path).toContain(`${origin()}/og/`)
    for (const pattern of [/<title>([^<]+)<\/title>/, /<meta name="description" content="([^"]{40,})"/]) {
      const own = first(html, pattern)
      expect(own, path).not.toBe('')
      expect(seen, `${path} has the words of another page`).not.toContain(own)
      seen.add(own)
    }
  }
})

/** Addresses of the sitemap. */
const listed = async () =>
  [...(await htmlOf('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '')

test('every address of the sitemap answers, and its links find the parts of a page', async () => {
  const parts = new Map<string, Set<string>>()
  const links: { from: string; to: URL }[] = []
  for (const url of await listed()) {
    const path = new URL(url).pathname
    const { status, html } = await pageAt(path)
    expect(status, url).toBe(200)
    parts.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]*#[^"=]+)"/g))
      links.push({ from: path, to: new URL(href, origin() + path) })
  }
  for (const path of [paths.home, paths.features, paths.protocol, paths.sessions, paths.faq, paths.personal])
    expect(await htmlOf(path), `${path} has footnotes`).toMatch(/<sup[^>]*>\s*<a /)
  const broken = links.filter(({ to }) => parts.has(to.pathname) && !parts.get(to.pathname)?.has(to.hash.slice(1)))
  expect(links.length).toBeGreaterThan(100)
  expect(broken.map(({ from, to }) => `${from} → ${to.pathname}${to.hash}`)).toEqual([])
})

test('a trailing slash causes no redirect and is not canonical', async ({ request }) => {
  for (const path of [paths.pricing, paths.faq, samplePost]) {
    const response = await request.get(`${path}/?c=true`, { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    expect(first(await response.text(), /<link rel="canonical" href="([^"]+)"/)).toBe(`${origin()}${path}`)
  }
})

test('canonical links ignore forwarded headers', async ({ request }) => {
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' }
  for (const path of ['/', '/about', '/blog/rss.xml', '/sitemap.xml']) {
    expect(await (await request.get(path, { headers })).text()).not.toContain('evil.example')
  }
})

test('unknown addresses answer 404 with a full page', async ({ page, request, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  const response = await page.goto(missing)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page at this address.')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Blog' })).toBeVisible()
  const lists = [paths.blog, paths.tag('stuttering'), sampleAuthor]
  const wrong = [
    ...lists.flatMap((list) => ['0', '01', '999999', 'two', '%FF'].map((number) => `${list}/page/${number}`)),
    paths.tag('nothing'),
    paths.by('%3Cscript%3E'),
    paths.therapist('nobody'),
    ...['nothing', 'A-Post', '__proto__', 'x'.repeat(500), '%FF', '..%2F..%2Fpackage', '%zz'].map(paths.post),
  ]
  for (const path of wrong) {
    const answer = await request.get(path)
    expect.soft(answer.status(), path).toBe(404)
    expect.soft(await answer.text(), path).toContain('There is no page at this address.')
  }
})

test('structured data has organization, breadcrumbs, questions and the post', async () => {
  const dataOf = async (path: string) => structuredData(await htmlOf(path))
  expect((await dataOf(paths.home)).map((data) => data['@type'])).toEqual(['Organization', 'WebSite'])
  for (const page of Object.values(pages).filter(({ path }) => path !== paths.home)) {
    const types = (await dataOf(page.path)).map((data) => data['@type'])
    expect(types.includes('BreadcrumbList'), page.path).toBe(!('index' in page))
  }
  const faq = (await dataOf(paths.faq)).find((data) => data['@type'] === 'FAQPage')
  expect(faq?.mainEntity?.length).toBeGreaterThanOrEqual(20)
  const posting = (await dataOf(samplePost)).find((data) => data['@type'] === 'BlogPosting')
  expect(posting?.mainEntityOfPage).toBe(origin() + samplePost)
})

test('preview pictures are 1200 by 630, and unknown ones answer 404', async ({ request }) => {
  const html = await (await request.get(samplePost)).text()
  const response = await request.get(first(html, /<meta property="og:image" content="([^"]+)"/))
  expect(response.headers()['content-type']).toBe('image/png')
  const bytes = await response.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  for (const path of ['/og/nothing.png', '/og/features', '/og/blog/no-such-post.png', '/og/blog/page/999.png']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('the manifest’s icons have the declared sizes', async ({ request }) => {
  const arabic = await (await request.get('/ar/manifest.webmanifest')).json()
  expect(arabic).toMatchObject({ lang: 'ar', dir: 'rtl', start_url: '/ar' })
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; type: string }[]
  }
  for (const { src, sizes, type } of manifest.icons) {
    const response = await request.get(src)
    expect(response.headers()['content-type'], src).toContain(type)
    if (type === 'image/png') expect(`${(await response.body()).readUInt32BE(16)}x`).toBe(sizes.replace(/\d+$/, ''))
  }
})

test('robots.txt, sitemap and noindex agree on private pages', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${origin()}/sitemap.xml`)
  const urls = await listed()
  for (const path of [paths.auth, paths.profile, paths.thankyou, '/ar/auth']) {
    expect(robots).toContain(`Disallow: ${path}`)
    expect(urls).not.toContain(origin() + path)
  }
  for (const page of Object.values(pages)) {
    const isHidden = 'index' in page
    expect(noIndex(await htmlOf(page.path)), page.path).toBe(isHidden)
    expect(urls.includes(page.path === paths.home ? origin() : origin() + page.path), page.path).toBe(!isHidden)
  }
  for (const tag of blogTags)
    expect(noIndex(await htmlOf(paths.tag(tag))), tag).toBe(!urls.includes(origin() + paths.tag(tag)))
  for (const path of [paths.therapist(sampleTherapist), samplePost, sampleAuthor])
    expect(urls).toContain(origin() + path)
})

test('security.txt names a contact and a date to come', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt')
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toMatch(/^Contact: mailto:.+@.+/m)
  expect(text).toContain(`Canonical: ${origin()}/.well-known/security.txt`)
  const days = (Date.parse(first(text, /^Expires: (.+)$/m)) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

test('password managers are sent to the profile', async ({ request }) => {
  const answer = await request.get('/.well-known/change-password', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, '/profile'])
})

test('source maps are not served', async ({ request }) => {
  const html = await (await request.get(paths.contact)).text()
  const script = first(html, /(\/_next\/static\/chunks\/[^"\\]+\.js)/)
  expect(await (await request.get(script)).text()).not.toContain('sourceMappingURL')
  for (const path of [`${script}.map`, '/site.mjs.map', '/.next/site.mjs.map']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('every feed has its content type, and may be cached', async ({ request }) => {
  for (const path of [paths.feed, ...blogTags.map(paths.tagFeed)]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toBe('application/rss+xml; charset=utf-8')
    expect(response.headers()['cache-control'], path).toBe('public, max-age=300')
  }
})
