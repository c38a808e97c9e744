import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from 'playwright/test'
import { registeredPaths, paths } from '@/lib/site'
import { startPostsSite, type PostsSite } from './setup/posts-site'
import { postLists } from './setup/routes'
import { expect, test } from './setup/test'

const secret = 'e2e-publisher'

const text = (title: string, more = '') =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: What it says.\ntags: [services]\nwritten: 2026-11-01\n${more}---\nWords of it.\n`

let site: PostsSite
const write = (name: string, content: string) => writeFileSync(join(site.posts, `${name}.md`), content)
const revalidate = (request: APIRequestContext, given = secret) =>
  request.post(`${site.origin}/api/revalidate`, { headers: { 'x-revalidate-secret': given } })

test.describe('publishing', () => {
  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async () => {
    test.slow()
    const footer = `<p id="own">Mine</p><script>try{parent.document.title='taken'}catch{};try{localStorage.x=1}catch{document.title='alone'};fetch('/api/config').catch(()=>{});document.getElementById('own').append(' ran')</script>`
    site = await startPostsSite(
      (posts) => {
        writeFileSync(join(posts, 'first.md'), text('As it was'))
        writeFileSync(join(posts, 'hidden.md'), text('Not published', 'draft: true\n'))
        writeFileSync(join(posts, 'footed.md'), text('With a foot', `codeInjectionFooter: ${JSON.stringify(footer)}\n`))
      },
      { REVALIDATE_SECRET: secret, BLOG_ALLOW_CODE_INJECTION: 'true' },
    )
  })
  test.afterAll(() => site.stop())

  /** Every page that shows the posts. */
  const shown = [paths.post('first'), ...postLists]

  test('shows a change everywhere at the next request', async ({ request }) => {
    // The site may close an idle connection just as it is reused.
    const read = async (path: string) => (await request.get(site.origin + path, { maxRetries: 2 })).text()
    for (const path of shown) expect.soft(await read(path), path).toContain('As it was')
    write('first', text('As it is now', 'reviewed: 2026-11-20\n'))
    // Feeds are written at each request, and may be new already.
    for (const path of [paths.post('first'), paths.blog]) expect(await read(path), path).toContain('As it was')

    const answer = await revalidate(request)
    expect([answer.status(), await answer.json()]).toEqual([200, { revalidated: true }])
    for (const path of shown) {
      const after = await read(path)
      expect.soft(after, path).toContain('As it is now')
      expect.soft(after, path).not.toContain('As it was')
    }
    const sitemap = await read('/sitemap.xml')
    expect(sitemap).toMatch(/\/blog\/first<\/loc>\s*<lastmod>2026-11-20T00:00:00\.000Z</)
    // The preview picture must show the new title.
    expect((await request.get(site.origin + paths.picture(paths.post('first')))).status()).toBe(200)
  })

  test('shows a draft only to holders of the secret', async ({ page, request, quietConsole }) => {
    quietConsole.allow(/status of 404/)
    const address = site.origin + paths.post('hidden')
    expect((await request.get(address)).status()).toBe(404)
    await page.goto(`${site.origin}/api/preview?slug=hidden&secret=${secret}`)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not published')
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('isn’t published')
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/)
    const again = await page.reload()
    expect(again?.headers()['cache-control']).toContain('no-store')
    expect(again?.headers()['x-robots-tag']).toContain('noindex')

    // The newest text without a publish request.
    write('hidden', text('Still not published', 'draft: true\n'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Still not published')

    expect((await request.get(address)).status()).toBe(404)
    for (const path of [...shown, '/sitemap.xml']) {
      expect.soft(await (await request.get(site.origin + path)).text(), path).not.toMatch(/not published|\/hidden/i)
    }
    await page.getByRole('button', { name: 'Leave the preview' }).click()
    await expect(page).toHaveURL(site.origin + paths.blog)
    expect((await page.goto(address))?.status()).toBe(404)
    expect((await request.get(`${site.origin}/api/preview?slug=hidden&secret=wrong`)).status()).toBe(401)
    expect((await request.post(site.origin + registeredPaths.previewEnd, { maxRedirects: 0 })).status()).toBe(303)
  })

  test('a post’s footer code runs in an isolated frame', async ({ page, quietConsole }) => {
    // The browser logs what the frame is refused.
    quietConsole.allow(/sandbox|Content Security Policy|Blocked|frame with origin|localStorage/i)
    await page.goto(site.origin + paths.post('footed'))
    const frame = page.frameLocator('iframe[title="Attached to “With a foot”"]')
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await expect(frame.locator('#own')).toHaveText('Mine ran')
    await expect(page).toHaveTitle(/^With a foot/)
    expect(await page.evaluate(() => localStorage.getItem('x'))).toBeNull()
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts')
    // Opened directly, it has no origin either.
    await page.goto(site.origin + paths.blogFooter('footed'))
    await expect(page.locator('#own')).toHaveText('Mine ran')
    expect(await page.evaluate(() => self.origin)).toBe('null')
  })
})
