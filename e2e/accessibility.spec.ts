/** WCAG 2.2 AA with 7:1 contrast and 44 px targets, at every width, zoom, text size and direction. */
import { chromium } from 'playwright/test'
import { paths } from '@/lib/site'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { asDemoUser } from './setup/accounts'
import { fitFindings } from './setup/fit'
import { look } from './setup/look'
import { expect, test } from './setup/test'
import { declined, narrow, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ viewport: wide })

test('the open menu is accessible', async ({ page }) => {
  await page.setViewportSize(narrow)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await look(page, 'the menu', { viewports: [narrow, { width: 844, height: 390 }], within: 'html' })
})

test('the consent bar is accessible', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('region', { name: 'Privacy choices' })
  await expect(bar.getByRole('button', { name: 'Accept' })).toBeVisible()
  await look(page, 'the consent bar', { within: 'html' })
})

for (const who of ['subscriber', 'pastdue', 'unsubscribed']) {
  test(`pricing and profile are accessible: ${who}`, async ({ page, context }) => {
    await declined(context)
    await asDemoUser(page, who, paths.pricing)
    if (who === 'subscriber') {
      await expect(page.getByRole('heading', { name: 'You have a plan.' })).toBeVisible()
      await look(page, 'the plans')
    }
    await visit(page, paths.profile)
    for (const name of ['Cancel plan', 'Delete my account']) {
      const button = page.getByRole('button', { name })
      if (await button.isVisible()) await button.click()
    }
    await look(page, 'the profile')
  })
}

test.describe('zoomed to 400 percent', () => {
  // A window of 1280 × 1024 pixels at this zoom.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })

  test('the country list shows several entries and can be closed', async ({ page, context }) => {
    await declined(context)
    await page.goto(paths.auth)
    await page.getByRole('button', { name: 'Continue with phone' }).click()
    await page.getByRole('button', { name: /^Country code/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a country code' })
    const list = dialog.getByRole('group', { name: 'Countries' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBeGreaterThan(2 * 44)
    await expect(dialog.getByText('Search by country or code')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: /^Uruguay/ }).click()
    await page.getByRole('button', { name: 'Country code: Uruguay +598' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('busy pages fit with letters of twice the size, which media queries follow', async ({ baseURL }) => {
  const args = [...browserFlags, '--blink-settings=defaultFontSize=32']
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args })
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 320, height: 640 } })
    for (const path of [paths.home, paths.contact, paths.faq]) {
      await page.goto(path)
      expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32)
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
    }
  } finally {
    await browser.close()
  }
})
