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

test('shows the list and every block type without requests elsewhere', async ({ page, context }) => {
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

test('serves a picture after its signed address expired', async () => {
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

test('shows an edit on every page at the next request', async () => {
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

test('restarts with the last good posts while Notion is down', async () => {
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
