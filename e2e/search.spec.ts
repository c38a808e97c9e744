import { paths } from '@/lib/site'
import { look } from './setup/look'
import { expect, origin, test } from './setup/test'
import { declined } from './setup/visit'

const part = paths.searchPart(1)
const field = 'Search the blog'

test.beforeEach(async ({ page }) => {
  await declined(page.context())
})

test('loads the index on first use, and sends no typed text', async ({ page }) => {
  const requests: string[] = []
  const sent: string[] = []
  page.on('request', (request) => {
    requests.push(new URL(request.url()).pathname)
    sent.push(request.url(), request.headers().referer ?? '', request.postData() ?? '')
  })
  await page.goto(paths.blog)
  await page.waitForLoadState('networkidle')
  expect(requests).not.toContain(part)
  const scripts = () => requests.filter((path) => path.endsWith('.js')).length
  const before = scripts()
  const box = page.getByRole('searchbox', { name: field })
  await box.focus()
  await expect.poll(() => requests).toContain(part)
  await expect.poll(scripts).toBeGreaterThan(before)
  await box.fill('stammering')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ posts found\.$/)
  await page.getByRole('search').getByRole('link').first().click()
  await page.waitForURL(/\/blog\/[a-z0-9-]+$/)
  expect(sent.filter((text) => text.includes('stammering'))).toEqual([])
})

test('searches while typing, and Back restores the results', async ({ page }) => {
  await page.goto(paths.blog)
  const box = page.getByRole('searchbox', { name: field })
  const results = page.getByRole('search').getByRole('link')
  const listed = page.getByRole('main').locator('[href^="/blog/tag/"]').first()
  await expect(listed).toBeVisible()
  await box.pressSequentially('phone')
  await expect(results.first()).toBeVisible()
  await expect(page.getByRole('search').locator('mark').first()).toHaveText(/phone/i)
  await expect(listed).toBeHidden()
  await expect(page).toHaveURL(/\/blog#q=phone$/)
  // Results are plain links, next in tab order.
  await box.press('Tab')
  await expect(results.first()).toBeFocused()
  const title = await results.first().textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await page.goBack()
  await expect(box).toHaveValue('phone')
  await expect(results.first()).toHaveText(title ?? '')
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(results).toHaveCount(0)
  await expect(listed).toBeVisible()
  await expect(page).toHaveURL(/\/blog$/)
})

test('a query in the address runs the search', async ({ page }) => {
  await page.goto(`${paths.blog}?q=stutter`)
  await expect(page.getByRole('searchbox', { name: field })).toHaveValue('stutter')
  await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
  await expect(page).toHaveURL(/\/blog#q=stutter$/)
})

test('a link to the search box focuses it', async ({ page }) => {
  await page.goto(`${paths.blog}#search`)
  await expect(page.getByRole('searchbox', { name: field })).toBeFocused()
})

test('the whole result card is clickable', async ({ page }) => {
  await page.goto(`${paths.blog}#q=telephone`)
  const card = page.getByRole('search').getByRole('listitem').first()
  const path = await card.getByRole('link').getAttribute('href')
  const box = await card.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) - 40)
  await page.waitForURL((url) => url.pathname === path)
})

test('an index that failed to load can be retried', async ({ page, quietConsole }) => {
  quietConsole.allow(/503/)
  let fails = true
  await page.route(`**${part}`, (route) => (fails ? route.fulfill({ status: 503 }) : route.continue()))
  await page.goto(paths.blog)
  await page.getByRole('searchbox', { name: field }).fill('stutter')
  const again = page.getByRole('search').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  fails = false
  await again.click()
  await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
})

test('without scripts the search box is hidden @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin()}${paths.blog}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await context.close()
})

test('results and empty results are accessible @once @long', async ({ page }) => {
  await page.goto(paths.blog)
  const box = page.getByRole('searchbox', { name: field })
  await box.fill('stutter')
  await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
  await look(page, 'results')
  await box.fill('zebra')
  await expect(page.getByText(/^No post has these words\./)).toBeVisible()
  await look(page, 'no results')
})
