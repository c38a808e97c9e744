/** Pages without scripts: what can be read and done, and what a page says about the rest. */
import { offlinePage, paths } from '@/lib/site'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'

test.use({ javaScriptEnabled: false })

test('the sign-in page explains that it needs scripts, and all its links work', async ({ page }) => {
  await page.goto(paths.auth)
  await expect(page.getByRole('main').getByText('We’ll never call.')).toBeVisible()
  // Text locators skip `noscript`, although it is rendered.
  const notice = page.locator('main noscript p')
  expect(await notice.allInnerTexts()).toEqual([
    'Signing in needs JavaScript.',
    'Your browser has JavaScript switched off, so the sign-in form cannot be shown. Switch it on for this site, then reload the page.',
  ])
  await expect(page.getByRole('button', { name: /sign in/i })).toHaveCount(0)
  const hrefs = await page
    .locator('header a[href^="/"], main a[href^="/"], footer a[href^="/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  expect(hrefs.length).toBeGreaterThan(5)
  for (const href of new Set(hrefs)) expect((await page.request.get(href)).status(), href).toBe(200)
})

test('the price page explains that it needs scripts, without space for plans', async ({ page }) => {
  await page.goto(paths.pricing)
  await expect(page.locator('main noscript p')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Before you decide' })).toBeInViewport()
})

test('the thank-you page claims no check, and asks for no second payment', async ({ page }) => {
  await page.goto('/pricing/thankyou/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveAccessibleName('Your payment may be complete')
  await expect(main.getByText('You do not need to pay again.')).toBeVisible()
  await expect(main.getByText('Checking with the payment provider')).toBeHidden()
  await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()
})

test('a post can be read and shared', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(samplePost)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByText('On this page').click()
  await expect(contents.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible()
  const share = page.getByRole('region', { name: /share$/i })
  await expect(share.getByRole('link', { name: 'Email' })).toBeVisible()
  await expect(share.getByRole('button')).toHaveCount(0)
})

test('the search of the blog is hidden', async ({ page }) => {
  await page.goto(paths.blog)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
})

test('the list of saved posts explains itself', async ({ page }) => {
  await page.goto(offlinePage.path)
  await expect(page.getByRole('heading', { level: 1, name: 'Saved on this device', exact: true })).toBeVisible()
  await expect(page.getByText(/switch on JavaScript in this browser/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'All posts', exact: true })).toHaveAttribute('href', paths.blog)
})

test('a question’s address shows it, and the calls are in UTC', async ({ page }) => {
  await page.goto('/faq#recorded')
  await expect(page.locator('#recorded')).toBeInViewport()
  await expect(page.locator('#recorded')).toContainText('Please don’t record')
  await page.goto(paths.sessions)
  const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'First time' }) })
  await expect(first).toContainText('Monday')
  await expect(first).toContainText('UTC')
})
