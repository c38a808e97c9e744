import { pages } from '@/lib/pages'
import { blogTags, paths, sampleTherapist } from '@/lib/site'
import { samplePost } from './setup/routes'
import { expect, origin, test } from './setup/test'

type Data = { '@type'?: string; '@graph'?: Data[]; itemListElement?: unknown[]; mainEntity?: unknown[] }

type Posting = {
  mainEntityOfPage: string
  datePublished: string
  dateModified: string
  image: { url: string }
  author: { url: string }
}

const scripts = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text]) => {
    const data = JSON.parse(text ?? '') as Data
    return data['@graph'] ?? [data]
  })

const inner = [...Object.values(pages).filter(({ path }) => path !== paths.home), { path: paths.tag('treatment') }]

test('JSON-LD has organization, breadcrumbs and questions @once', async ({ request }) => {
  const types = async (path: string) => scripts(await (await request.get(path)).text()).map((data) => data['@type'])
  expect(await types(paths.home)).toEqual(['Organization', 'WebSite'])
  for (const page of inner) {
    expect((await types(page.path)).includes('BreadcrumbList'), page.path).toBe(!('index' in page))
  }
  expect(await types(paths.therapist(sampleTherapist))).toContain('BreadcrumbList')
  const faq = scripts(await (await request.get(paths.faq)).text()).find((data) => data['@type'] === 'FAQPage')
  expect(faq?.mainEntity?.length).toBeGreaterThanOrEqual(20)
})

test('a post’s JSON-LD has author, dates and picture @once', async ({ request }) => {
  const html = await (await request.get(samplePost)).text()
  const found = scripts(html)
  expect(found.map((data) => data['@type'])).toEqual(expect.arrayContaining(['BlogPosting', 'BreadcrumbList']))
  const posting = found.find((data) => data['@type'] === 'BlogPosting') as Posting
  expect(posting.mainEntityOfPage).toBe(origin() + samplePost)
  expect(posting.datePublished).toMatch(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/)
  expect(posting.dateModified >= posting.datePublished).toBe(true)
  expect(posting.image.url).toBe(/<meta property="og:image" content="([^"]+)"/.exec(html)?.[1])
  for (const address of [posting.image.url, posting.author.url]) expect((await request.get(address)).status()).toBe(200)
  expect(posting.author.url.startsWith(origin() + paths.by(''))).toBe(true)
  const blog = scripts(await (await request.get(paths.blog)).text())
  expect(blog.map((data) => data['@type'])).toContain('Blog')
})

test('every page has its own preview picture of 1200 by 630 @once', async ({ request }) => {
  const seen = new Set<string>()
  for (const { path } of [pages.home, ...inner]) {
    const html = await (await request.get(path)).text()
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(image, path).toMatch(new RegExp(`^${origin()}/og/`))
    seen.add(image)
  }
  expect(seen.size).toBe(inner.length + 1)
  for (const image of [...seen].slice(0, 3)) {
    const response = await request.get(image)
    expect(response.headers()['content-type']).toBe('image/png')
    const bytes = await response.body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  }
  expect((await request.get('/og/nothing.png')).status()).toBe(404)
  for (const path of ['/og/features', '/og/blog/no-such-post.png', '/og/blog/by/nobody.png', '/og/blog/page/999.png']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('the manifest’s icons have the declared sizes @once', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; type: string }[]
  }
  for (const { src, sizes, type } of manifest.icons) {
    const response = await request.get(src)
    expect(response.headers()['content-type'], src).toContain(type)
    if (type === 'image/png') expect(`${(await response.body()).readUInt32BE(16)}x`).toBe(sizes.replace(/\d+$/, ''))
  }
  expect((await request.get('/app-icon/1.png')).status()).toBe(404)
})

test('robots.txt and sitemap exclude private pages and list the others @once', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  for (const path of [paths.auth, paths.profile, paths.thankyou]) expect(robots).toContain(`Disallow: ${path}`)
  expect(robots).toContain(`Sitemap: ${origin()}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '')
  for (const path of [paths.auth, paths.profile, paths.thankyou]) expect(listed).not.toContain(origin() + path)
  const wanted = Object.values(pages).filter((page) => !('index' in page))
  for (const { path } of wanted) expect(listed).toContain(path === paths.home ? origin() : origin() + path)
  expect(listed).toContain(origin() + paths.therapist(sampleTherapist))
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toContain(origin() + samplePost)
  expect(listed).toContain(origin() + paths.by('unhurried'))
  const days = [...sitemap.matchAll(/<lastmod>([^<]+)<\/lastmod>/g)].map(([, day]) => day ?? '')
  expect(days.length).toBeGreaterThan(listed.length / 2)
  for (const day of days) expect(Date.parse(day)).toBeLessThanOrEqual(Date.now())
  for (const url of listed) expect((await request.get(url)).status(), url).toBe(200)
})

test('private pages and empty tags are noindex @once', async ({ request }) => {
  for (const page of Object.values(pages)) {
    const html = await (await request.get(page.path)).text()
    expect(/<meta name="robots" content="noindex/.test(html), page.path).toBe('index' in page)
  }
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const tag of blogTags) {
    const html = await (await request.get(paths.tag(tag))).text()
    expect(html.includes('noindex'), tag).toBe(!sitemap.includes(`${origin()}${paths.tag(tag)}<`))
  }
})

test('prefetches each page once when its link comes near', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose'] === 'prefetch') requests.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect.poll(() => requests).toContain(paths.pricing)
  expect(requests).not.toContain(paths.terms)
  expect(new Set(requests).size).toBe(requests.length)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => requests).toContain(paths.terms)
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test('prefetches pages of a list only on hover or focus, once', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose'] === 'prefetch') requests.push(new URL(request.url()).pathname)
  })
  await page.goto(paths.blog)
  await page.waitForLoadState('networkidle')
  const posts = page.getByRole('main').locator('li h2 a')
  for (const post of await posts.all()) await post.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForLoadState('networkidle')
  // A prefetched footer link proves that the scrolling was noticed.
  await expect.poll(() => requests).toContain(paths.terms)
  expect(requests.filter((path) => path.startsWith(paths.blog))).toEqual([])
  const [post, other] = [posts.last(), posts.nth(1)]
  const path = (await post.getAttribute('href')) ?? ''
  await post.hover()
  await expect.poll(() => requests).toContain(path)
  await other.focus()
  await expect.poll(() => requests).toContain(await other.getAttribute('href'))
  await post.hover()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((each) => each === path)).toHaveLength(1)
})

test('prefetches nothing for data savers', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.resourceType() === 'other') requests.push(request.url())
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => !/\.(svg|png|webmanifest|ico)$/.test(url))).toEqual([`${origin()}/`])
})

test('announces a lost and a restored connection', async ({ page, context }) => {
  await page.goto('/therapy-protocol')
  // A pending prefetch would log an error.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.locator('#offline')).toContainText('You’re offline')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('#offline')).toContainText('online again')
})
