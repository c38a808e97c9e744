/** Publishing on a site with a folder of posts of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registeredPaths, paths } from '@/lib/site'
import { startSite, type Site } from './setup/site'
import { expect, test } from './setup/test'

test.describe.configure({ mode: 'serial' })

const secret = 'e2e-publisher'
const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-'))

const text = (title: string, more = '') =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: What it says.\ntags: [services]\nwritten: 2026-11-01\n${more}---\nWords of it.\n`

const write = (name: string, content: string) => writeFileSync(join(folder, `${name}.md`), content)

let site: Site
const send = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init })
const read = async (path: string) => (await send(path)).text()

test.beforeAll(async () => {
  const footer = `<p id="own">Mine</p><script>try{parent.document.title='taken'}catch{};try{localStorage.x=1}catch{document.title='alone'};fetch('/api/config').catch(()=>{});document.getElementById('own').append(' ran')</script>`
  write('first', text('As it was'))
  write('hidden', text('Not published', 'draft: true\n'))
  write('footed', text('With a foot', `codeInjectionFooter: ${JSON.stringify(footer)}\n`))
  site = await startSite({ BLOG_FOLDER: folder, REVALIDATE_SECRET: secret, BLOG_ALLOW_CODE_INJECTION: 'true' })
})
test.afterAll(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The post, and one of each kind of page and file that shows it. */
const shown = [paths.post('first'), paths.blog, paths.tag('services'), paths.feed, paths.searchIndex]

test('shows a change everywhere at the next request', async () => {
  for (const path of shown) expect.soft(await read(path), path).toContain('As it was')
  write('first', text('As it is now', 'reviewed: 2026-11-20\n'))
  // Feeds are written at each request, and may be new already.
  for (const path of [paths.post('first'), paths.blog]) expect(await read(path), path).toContain('As it was')

  const answer = await send('/api/revalidate', { method: 'POST', headers: { 'x-revalidate-secret': secret } })
  expect([answer.status, await answer.json()]).toEqual([200, { revalidated: true }])
  for (const path of shown) {
    const after = await read(path)
    expect.soft(after, path).toContain('As it is now')
    expect.soft(after, path).not.toContain('As it was')
  }
  const sitemap = await read('/sitemap.xml')
  expect(sitemap).toMatch(/\/blog\/first<\/loc>\s*<lastmod>2026-11-20T00:00:00\.000Z</)
  // The preview picture must show the new title.
  expect((await send(paths.picture(paths.post('first')))).status).toBe(200)
})

test('shows a draft only to holders of the secret', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  const draft = paths.post('hidden')
  expect((await send(draft)).status).toBe(404)
  await page.goto(`${site.origin}/api/preview?slug=hidden&secret=${secret}`)
  await expect(page).toHaveURL(site.origin + draft)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not published')
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('isn’t published')
  await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/)

  // The newest text without a publish request, once the last reading of the folder is too old.
  write('hidden', text('Still not published', 'draft: true\n'))
  await expect(async () => {
    const headers = (await page.reload())?.headers()
    expect(headers?.['cache-control']).toContain('no-store')
    expect(headers?.['x-robots-tag']).toContain('noindex')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Still not published', { timeout: 1 })
  }).toPass({ intervals: [1000], timeout: 15_000 })

  expect((await send(draft)).status).toBe(404)
  for (const path of [paths.blog, paths.feed, paths.searchIndex, '/sitemap.xml'])
    expect.soft(await read(path), path).not.toMatch(/not published|\/hidden/i)
  await page.getByRole('button', { name: 'Leave the preview' }).click()
  await expect(page).toHaveURL(site.origin + paths.blog)
  expect((await page.goto(site.origin + draft))?.status()).toBe(404)
  expect((await send('/api/preview?slug=hidden&secret=wrong')).status).toBe(401)
  expect((await send(registeredPaths.previewEnd, { method: 'POST' })).status).toBe(303)
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
