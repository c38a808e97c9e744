/** The blog: lists, posts and search. */
import { paths } from '@/lib/site'
import { look } from './setup/look'
import { sampleAuthor } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, wide } from './setup/visit'

test('leads from the index by a tag to a post, its sections and the next post', async ({ page, context }) => {
  await declined(context)
  await page.goto(paths.blog)
  await page.getByRole('navigation', { name: 'Posts by tag' }).getByRole('link', { name: 'stuttering' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts about stuttering')
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading', { level: 2 })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
  const title = await page.getByRole('heading', { level: 1 }).textContent()

  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents).toHaveCount(1)
  const folded = contents.getByText(/^On this page, \d+ parts$/)
  if (await folded.isVisible()) await folded.click()
  const links = contents.getByRole('link')
  const here = contents.locator('[aria-current="location"]')
  await expect(here).toHaveCount(0)
  for (const index of [1, 0]) {
    const link = links.nth(index)
    const name = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect(here).toHaveText(name)
  }
  await page.getByRole('heading', { name: 'Sources' }).scrollIntoViewIfNeeded()
  await expect(here).not.toHaveText((await links.first().textContent()) ?? '')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(here).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Posts before and after' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')
})

test('a list continues on further pages', async ({ page, request }) => {
  const nav = page.getByRole('navigation', { name: 'Pages' })
  const titles = page.getByRole('main').locator('li').getByRole('heading', { level: 2 })
  await page.goto(paths.blog)
  await expect(titles).toHaveCount(20)
  await nav.getByRole('link', { name: 'Older posts' }).click()
  await expect(page).toHaveURL(`${paths.blog}/page/2`)
  await expect(page).toHaveTitle(/, page 2\b/)
  await expect(nav.locator('[aria-current=page]')).toHaveText('2')
  await expect(nav.getByRole('link', { name: 'Older posts' })).toHaveCount(0)
  await nav.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(page).toHaveURL(paths.blog)
  for (const list of [paths.blog, paths.tag('stuttering'), sampleAuthor]) {
    const response = await request.get(`${list}/page/1`, { maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([308, list])
  }
})

const field = 'Search the blog'

test.beforeEach(async ({ page }) => {
  await declined(page.context())
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
  await look(page, 'results')
  await page.setViewportSize(wide)
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
