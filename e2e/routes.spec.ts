import { paths } from '@/lib/site'
import { routes } from './setup/routes'
import { expect, origin, test } from './setup/test'

test('every route has its own title, description and canonical link @once', async ({ request }) => {
  const seen = { title: new Map<string, string>(), description: new Map<string, string>() }
  for (const path of routes) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const html = await response.text()
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(new URL(canonical).href, path).toBe(new URL(path, origin()).href)
    expect(title, path).not.toBe('')
    expect(description.length, path).toBeGreaterThan(40)
    expect(seen.title.get(title), `${path} has the title of another page`).toBeUndefined()
    expect(seen.description.get(description), `${path} has the description of another page`).toBeUndefined()
    seen.title.set(title, path)
    seen.description.set(description, path)
  }
})

test('a trailing slash causes no redirect and is not canonical @once', async ({ request }) => {
  for (const path of routes.filter((route) => route !== '/')) {
    const response = await request.get(`${path}/?c=true`, { maxRedirects: 0 })
    expect(response.status(), path).toBe(200)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(await response.text())?.[1]).toBe(`${origin()}${path}`)
  }
})

test('canonical links ignore forwarded headers @once', async ({ request }) => {
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' }
  for (const path of ['/', '/about', '/blog/rss.xml', '/sitemap.xml']) {
    expect(await (await request.get(path, { headers })).text()).not.toContain('evil.example')
  }
})

test('unknown addresses answer 404 with a full page', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  for (const path of ['/nothing-here', '/blog/tag/nothing', '/therapist/nobody', '/blog/no-such-post']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  }
})

test('the feed is XML with a link to the blog @once', async ({ request }) => {
  const response = await request.get(paths.feed)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/xml/)
  expect(await response.text()).toContain(`<link>${origin()}/blog`)
})

test('pages have no script errors and no horizontal scrolling', async ({ page }) => {
  for (const path of routes) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})
