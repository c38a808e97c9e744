/** The blog from Notion, on a site of its own. */
import type { Page } from 'playwright/test'
import { startSite, type Site } from './setup/site'
import { expect, test } from './setup/test'
import { declined, unfold } from './setup/visit'

let site: Site
test.beforeAll(async () => {
  const secret = 'e2e-notion'
  site = await startSite({ BLOG_SOURCE: 'notion', REVALIDATE_SECRET: secret })
  // The pages of the build have the posts of the repository.
  const headers = { 'x-revalidate-secret': secret }
  expect((await fetch(`${site.origin}/api/revalidate`, { method: 'POST', headers })).status).toBe(200)
})
test.afterAll(() => site?.stop())

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
