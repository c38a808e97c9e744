/** The price page: its terms, and one checkout for many presses. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { asNewUser } from './setup/accounts'
import { expect, test, vendors } from './setup/test'
import { declined } from './setup/visit'

const byCard = (page: Page) => page.getByRole('button', { name: 'Pay by card' }).first()

test('the plans are accessible, with their terms beside the button', async ({ page, context }) => {
  await declined(context)
  await asNewUser(page)
  await expect(byCard(page)).toBeVisible()
  await expect(page.getByText(/^By continuing, you agree to pay \$180 a year from/)).toBeVisible()
  await look(page, 'the plans')
})

test('a phone’s first window has the price and the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing/start')
  const monthly = page.getByRole('region', { name: 'Monthly' })
  const seen = async (name: string, role: 'link' | 'button') => {
    await expect(monthly.getByText('$19').first()).toBeInViewport({ ratio: 1 })
    await expect(monthly.getByRole(role, { name })).toBeInViewport({ ratio: 1 })
  }
  await seen('Continue to sign in, monthly plan', 'link')
  await asNewUser(page)
  await seen('Pay by card', 'button')
  await expect(
    monthly.getByText(/^\$0 today, then \$19 a month from \d+ \w+\. Cancel online any time\.$/),
  ).toBeVisible()
})

test('many presses and a second tab open one checkout', async ({ page, context }) => {
  await asNewUser(page)
  await expect(byCard(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/pricing/start?c=true')
  await expect(byCard(other)).toBeVisible()
  let requestCount = 0
  page.on('request', (request) => (requestCount += Number(request.url().includes('/checkout-session'))))
  // Both must press before either is answered, because the first one to leave disables the other's button.
  const { promise: bothPressed, resolve } = Promise.withResolvers<void>()
  const waiting = new Set<Page>()
  await context.route('**/api/stripe/checkout-session*', async (route) => {
    waiting.add(route.request().frame().page())
    if (waiting.size === 2) resolve()
    await bothPressed
    await route.continue()
  })
  const many = (element: HTMLElement) => {
    for (let n = 0; n < 20; n++) element.click()
  }
  await Promise.all([page, other].map((tab) => byCard(tab).evaluate(many)))
  const atVendor = (url: URL) => url.origin === new URL(vendors()).origin
  await Promise.all([page, other].map((tab) => tab.waitForURL(atVendor)))
  expect(requestCount).toBe(1)
  expect(other.url()).toBe(page.url())
})
