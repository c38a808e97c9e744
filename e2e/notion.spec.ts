/** The blog from Notion, with and without failures. These tests share their own site and stand-in. */
import type { Page } from 'playwright/test'
import { startNotionSite, type NotionSite } from './setup/notion-site'
import { expect, test } from './setup/test'
import { declined, unfold } from './setup/visit'

test.describe.configure({ timeout: 120_000 })

const every = '/blog/sample-every-kind-of-block'
const first = '/blog/sample-how-a-post-gets-here'
const slugOf = (path: string) => path.slice('/blog/'.length)
/** Every page that shows the first post. */
const pages = ['/blog', first, '/blog/tag/information', '/blog/by/unhurried', '/blog/rss.xml', '/sitemap.xml']

let site: NotionSite
test.beforeAll(async () => {
  site = await startNotionSite()
})
test.afterAll(async () => {
  if (test.info().errors.length > 0) console.log(site?.output())
  await site?.stop()
})
test.beforeEach(async () => {
  await site.control('reset')
  await site.fault({ times: 0 })
  // A fault armed by the last test may still delay requests.
  await expect.poll(async () => (await site.revalidate()).status, { timeout: 60_000 }).toBe(200)
  await site.takeRequests()
})

/** The texts of the pages, all of which must answer. */
async function read(paths: readonly string[] = pages): Promise<string[]> {
  const texts: string[] = []
  for (const path of paths) {
    const response = await site.get(path)
    expect(response.status, path).toBe(200)
    texts.push(await response.text())
  }
  return texts
}

/** The visible HTML, because data chunks and their order vary between renderings. */
const seen = (texts: readonly string[]) =>
  texts.map((text) => /<main[\s\S]*<\/main>/.exec(text)?.[0].replaceAll(/<script[\s\S]*?<\/script>/g, '') ?? text)

/** Optimiser addresses of the post's pictures. */
async function pictures(path = every): Promise<string[]> {
  const [html = ''] = await read([path])
  const found = [...html.matchAll(/\/_next\/image\?url=%2Fblog%2Ffile[^"\s,]+/g)].map(([each]) => each)
  return [...new Set(found.map((each) => each.replaceAll('&amp;', '&').replaceAll('&#x26;', '&')))]
}
const fileIn = (picture: string) => new URL(picture, site.origin).searchParams.get('url') ?? ''

/** Gives the post a picture that is not in the optimiser's persistent cache. */
async function replaced(picture: string): Promise<void> {
  await site.control('edit', { page: slugOf(every), picture })
  expect((await site.revalidate()).status).toBe(200)
}

/** Requests to other origins. */
function foreignRequests(page: Page): string[] {
  const found: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== site.origin) found.push(request.url())
  })
  return found
}

test('shows the list and every block type without requests elsewhere @once', async ({ page, context }) => {
  await declined(context)
  const foreign = foreignRequests(page)
  await page.goto(`${site.origin}/blog`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Sample: / })).toHaveCount(5)
  await expect(main).not.toContainText('not published yet')
  await main.getByRole('link', { name: 'Sample: a post with every kind of block' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample: a post with every kind of block')
  await unfold(page)
  for (const words of ['Deeper still', 'folded away, too', 'second paragraph', 'The right column']) {
    await expect(main.getByText(words)).toBeVisible()
  }
  await expect(main.getByRole('table')).toContainText('1200')
  await expect(main.locator('math')).toHaveCount(2)
  await expect(main.getByRole('link', { name: 'An address to keep.' })).toHaveAttribute(
    'href',
    'https://www.example.org/',
  )
  const picture = main.locator('img')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/_next/image?url=%2Fblog')
  expect(foreign).toEqual([])
})

test('posts from files are not served @once', async () => {
  for (const path of ['/blog/the-telephone', '/blog/page/2']) expect((await site.get(path)).status).toBe(404)
})

test('a hostile page runs nothing @once', async ({ page, context }) => {
  await declined(context)
  const hurt = 'document.body.dataset.hurt = 1'
  const markup = `"><script>${hurt}</script><img src=x onerror="${hurt}"><svg onload="${hurt}">`
  const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: markup }
  const richText = (href: string | null) => [{ type: 'text', plain_text: markup, href, annotations: plain }]
  const textual = (type: string, href: string | null, more: object = {}) => ({
    type,
    value: { rich_text: richText(href), color: markup, ...more },
  })
  await site.control('edit', {
    page: slugOf(first),
    title: `Sample: ${markup}`.slice(0, 120),
    description: markup,
    answer: markup,
    blocks: [
      textual('heading_2', null),
      textual('paragraph', `javascript:${hurt}`),
      textual('quote', `JaVa\tScript:${hurt}`),
      textual('callout', `data:text/html,${markup}`, { icon: { type: 'emoji', emoji: markup } }),
      textual('code', null, { language: markup, caption: richText(null) }),
      { type: 'equation', value: { expression: `\\href{javascript:${hurt}}{x} ${markup}` } },
      { type: 'bookmark', value: { url: `javascript:${hurt}`, caption: richText(null) } },
      { type: 'embed', value: { url: `vbscript:${hurt}`, caption: [] } },
      { type: 'image', value: { type: 'external', external: { url: `javascript:${hurt}` }, caption: richText(null) } },
    ],
  })
  expect((await site.revalidate()).status).toBe(200)
  for (const path of ['/blog', first]) {
    await page.goto(site.origin + path)
    await expect(page.getByRole('main')).toContainText('<script>')
    expect(await page.evaluate(() => document.body.dataset.hurt)).toBeUndefined()
    const wrong = page
      .locator('main :is([href], [src])')
      .evaluateAll((all) =>
        all
          .map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? '')
          .filter((address) => !/^(https?:|mailto:|\/|#)/.test(address)),
      )
    expect(await wrong).toEqual([])
    expect(await page.locator('main :is([onerror], [onload])').count()).toBe(0)
  }
})

test('a draft appears nowhere @once', async () => {
  expect((await site.get('/blog/sample-not-published-yet')).status).toBe(404)
  for (const text of await read()) expect(text).not.toContain('not-published-yet')
})

test('serves a picture after its signed address expired @once', async () => {
  await replaced('reed.png')
  const [one = '', other = ''] = await pictures()
  expect((await site.get(one)).headers.get('content-type')).toMatch(/^image\//)
  await site.control('expire-files')
  await site.takeRequests()
  const again = await site.get(other)
  expect([again.status, again.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image'])
  expect((await site.takeRequests()).filter(({ path }) => path.startsWith('/v1/blocks/'))).toHaveLength(1)

  const direct = await site.get(fileIn(one))
  expect(Object.fromEntries(direct.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await site.get(fileIn(one), { method: 'HEAD' })).status).toBe(200)
})

test('recovers after a picture was unavailable @once @long', async () => {
  await replaced('tide.png')
  const file = fileIn((await pictures())[0] ?? '')
  await site.control('file-status', { status: 500 })
  const failed = await site.get(file)
  expect([failed.status, failed.headers.get('cache-control')]).toEqual([502, 'no-store'])
  expect(failed.headers.get('retry-after')).toBe('30')
  const small = await site.get(`/_next/image?url=${encodeURIComponent(file)}&w=320&q=80`)
  expect(small.status).toBeGreaterThanOrEqual(400)
  await site.control('file-status', { status: null })
  expect((await site.get(file)).status).toBe(200)
  expect((await site.get(`/_next/image?url=${encodeURIComponent(file)}&w=320&q=80`)).status).toBe(200)
})

test('shows an edit on every page at the next request @once', async () => {
  const before = await read()
  for (const text of before.slice(0, -1)) expect(text).toContain('Sample: how a post gets here')
  await site.control('edit', { page: slugOf(first), title: 'Sample: how it got here', text: 'A last line.' })
  expect((await site.revalidate()).status).toBe(200)
  const after = await read()
  for (const text of after.slice(0, -1)) {
    expect(text).toContain('Sample: how it got here')
    expect(text).not.toContain('Sample: how a post gets here')
  }
  expect(after[1]).toContain('A last line.')
  expect(after[4]).toContain('A last line.')
  expect(after.at(-1)).not.toBe(before.at(-1))
  await site.control('edit', { page: slugOf(first), published: false })
  expect((await site.revalidate()).status).toBe(200)
  expect((await site.get(first)).status).toBe(404)
  for (const text of await read(pages.filter((path) => path !== first))) expect(text).not.toContain(slugOf(first))
})

test('serves the old or the new post while it is rebuilt @once @long', async () => {
  await read([first])
  const reading = Array.from({ length: 40 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 25))
    const response = await site.get(first)
    return [response.status, /<h1[^>]*>([^<]*)/.exec(await response.text())?.[1]]
  })
  await site.control('edit', { page: slugOf(first), title: 'Sample: another title' })
  expect((await site.revalidate()).status).toBe(200)
  const allowed = [
    [200, 'Sample: how a post gets here'],
    [200, 'Sample: another title'],
  ]
  for (const one of await Promise.all(reading)) expect(allowed).toContainEqual(one)
})

for (const [name, how] of [
  ['answers 500', { status: 500 }],
  ['cuts every connection', { drop: true }],
] as const) {
  test(`serves the last good posts while Notion ${name} @once${'status' in how ? '' : ' @long'}`, async () => {
    const before = await read([...pages, every])
    // Every page must be rebuilt while Notion is unavailable.
    expect((await site.revalidate()).status).toBe(200)
    await site.fault({ ...how, times: 1_000_000 })
    expect(seen(await read([...pages, every]))).toEqual(seen(before))
    const answer = await site.revalidate()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(seen(await read([...pages, every]))).toEqual(seen(before))
  })
}

test('waits after a 429 as long as Notion asks @once @long', async () => {
  await read()
  await site.takeRequests()
  await site.fault({ status: 429, retryAfter: 6, times: 1 })
  const named = Date.now() + 6000
  const answer = await site.revalidate()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '6'])
  while (Date.now() < named - 1000) {
    const { status } = await site.revalidate()
    // On a busy machine the answer may come later than that.
    if (Date.now() < named) expect(status).toBe(503)
    await read()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const requests = await site.takeRequests()
  expect(requests.filter(({ at }) => at < named)).toHaveLength(1)
  await expect.poll(async () => (await site.revalidate()).status, { timeout: 30_000 }).toBe(200)
})

test('ignores an empty answer and never caches it @once @long', async () => {
  const before = await read()
  await site.control('empty')
  expect((await site.revalidate()).status).toBe(503)
  expect(await read()).toEqual(before)

  await site.stopSite()
  site.forget()
  await site.startSite()
  for (const path of ['/blog', '/blog/rss.xml', '/sitemap.xml']) {
    const response = await site.get(path)
    expect(response.status, path).toBeGreaterThanOrEqual(500)
    expect(response.headers.get('cache-control') ?? '', path).not.toMatch(/s-maxage|public/)
    if (path !== '/blog') continue
    expect(await response.text(), 'readable without any script').toMatch(/<h1[^>]*>Something went wrong on our side\./)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self'; script-src 'self' 'sha256-/)
  }
  await site.control('empty', { empty: false })
  await expect.poll(async () => (await site.get('/blog')).status, { timeout: 60_000 }).toBe(200)
  await read()
})

test('a broken block leaves the last good text @once @long', async () => {
  await read()
  await site.control('edit', { page: slugOf(first), text: 'A last line.' })
  await site.control('break', { page: slugOf(first), block: 2 })
  expect((await site.revalidate()).status).toBe(200)
  const [, post] = await read()
  expect(post).toContain('A page in the database is a post')
  expect(post).not.toContain('A last line.')
  expect(site.output()).toContain('post has broken parts')
})

test('restarts with the last good posts while Notion is down @once @long', async () => {
  const before = await read([...pages, every])
  expect(await (await site.health()).json()).toMatchObject({ blog: 'ok' })
  await site.stopVendors()
  await expect.poll(async () => (await site.health()).json()).toMatchObject({ blog: 'down' })
  await site.stopSite()
  await site.startSite()
  const after = await read([...pages, every])
  expect(seen(after)).toEqual(seen(before))
  expect(after.at(-1)).toContain('Deeper still')
  expect((await site.revalidate()).status).toBe(503)
  await site.startVendors()
})
