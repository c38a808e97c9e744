/** Returning from checkout while the provider does not answer must not show “no plan” or ask to pay again. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { signUp, trialActions } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { declined } from './setup/visit'

const unresponsive = {
  status: 502,
  json: { error: { code: 'provider-unavailable', message: 'Because.', requestId: '' } },
}
const inDoubt = (page: Page) => page.getByText('Your payment may be complete. You do not need to pay again.')

test('shows "payment may be complete" until the provider answers', async ({ page, context, quietConsole }) => {
  quietConsole.allow(/status of 502/)
  await declined(context)
  await signUp(page, newAddress())
  await page.getByRole('button', { name: 'Pay by card' }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
  // The plan is unknown: the provider is down, and its webhook has not arrived.
  await context.route('**/api/billing/sync*', (route) => route.fulfill(unresponsive))
  await context.route('**/api/users/current-plan*', (route) =>
    route.fulfill({ json: { productIdentifier: null, isUnSubscribed: false, subscription: null } }),
  )
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/\/pricing\/thankyou\//)
  for (const path of ['/profile', '/profile']) {
    await page.goto(path)
    await expect(inDoubt(page)).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).not.toContainText('You have no plan')
    await expect(main.locator('a[href*="/pricing/start"]')).toHaveCount(0)
    await expect(trialActions(page)).toHaveCount(0)
  }
  await look(page, 'a payment in doubt')
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(trialActions(page)).toHaveCount(0)

  await context.unrouteAll()
  await page.goto('/profile')
  await expect(page.getByText(/^Monthly, free trial until/)).toBeVisible()
})

test('“Check again” asks the provider', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 502/)
  await signUp(page, newAddress())
  await page.getByRole('button', { name: 'Pay by card' }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
  await page.route('**/api/billing/sync*', (route) => route.fulfill(unresponsive))
  // Leaves checkout without paying.
  await page.goto('/profile')
  await expect(inDoubt(page)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('You have no plan.')).toBeFocused()
  await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible()
})
