/** The page after a payment, which must never lead to a second payment. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { asNewUser } from './setup/accounts'
import { submitAddress, submitPassword, trialActions } from './setup/steps'
import { expect, test } from './setup/test'
import { declined } from './setup/visit'

const confirmed = (page: Page) => page.getByRole('heading', { name: 'You’re all set.' })

/** There is no pay button and no link to the plans. */
async function noSecondPayment(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /pay/i })).toHaveCount(0)
  await expect(main.locator('a[href*="/pricing/start"]')).toHaveCount(0)
}

/** Records layout shifts from now on. */
async function watchShifts(page: Page) {
  // A late web font would shift the text.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node?.nodeName).join(' ')}`)
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}

test('shows plan and receipt; reload, second tab, Back and a new sign-in are safe', async ({ page, context }) => {
  await declined(context)
  const email = await asNewUser(page)
  await page.getByRole('button', { name: 'Pay by card' }).first().click()
  // The answer waits until "Confirming" is visible.
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/billing/sync*', async (route) => {
    await gate
    await route.continue()
  })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  const shifts = await watchShifts(page)
  answer()
  await expect(page.getByRole('link', { name: /^Open the receipt, / })).toBeVisible()
  expect(await shifts()).toEqual([])

  await expect(confirmed(page)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('$19 a month')).toBeVisible()
  await expect(main.getByText('Trial ends')).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Get the app')
  await expect(main.getByRole('link', { name: 'rehearse one' })).toHaveAttribute('href', '/tools/first-call')
  await expect(main.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expect(main.getByText(/^First charge, \d/)).toBeVisible()
  await expect(main.getByText(/^Renews, \d/)).toBeVisible()
  await noSecondPayment(page)
  await look(page, 'confirmed')

  await page.reload()
  await expect(confirmed(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/pricing/thankyou/')
  await expect(confirmed(other)).toBeVisible()
  await other.close()

  // Back leads to the provider's page, which cannot be paid again.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
  await page.goto('/pricing/start/?c=true')
  await expect(page.getByRole('heading', { name: 'You have a plan.' })).toBeVisible()

  await context.clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
  await page.goto('/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Sign in to see your plan' })).toBeVisible()
  await expect(main).toContainText('You do not need to pay again')
  await noSecondPayment(page)
  await main.getByRole('link', { name: 'Sign in' }).click()
  await submitAddress(page, email)
  await submitPassword(page)
  await page.waitForURL((url) => url.pathname === '/pricing/thankyou/')
  await expect(confirmed(page)).toBeVisible()
})

const unresponsive = {
  status: 502,
  json: { error: { code: 'provider-unavailable', message: 'Because.', requestId: '' } },
}
const inDoubt = (page: Page) => page.getByText('Your payment may be complete. You do not need to pay again.')

test('shows "payment may be complete" until the provider answers', async ({ page, context, quietConsole }) => {
  quietConsole.allow(/status of 502/)
  await declined(context)
  await asNewUser(page)
  await page.getByRole('button', { name: 'Pay by card' }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
  // The plan is unknown: the provider is down, and its webhook has not arrived.
  await context.route('**/api/billing/sync*', (route) => route.fulfill(unresponsive))
  await context.route('**/api/users/current-plan*', (route) =>
    route.fulfill({ json: { productIdentifier: null, isUnSubscribed: false, subscription: null } }),
  )
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/\/pricing\/thankyou\//)
  await page.goto('/profile')
  await expect(inDoubt(page)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).not.toContainText('You have no plan')
  await expect(main.locator('a[href*="/pricing/start"]')).toHaveCount(0)
  await expect(trialActions(page)).toHaveCount(0)
  await look(page, 'a payment in doubt')
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(trialActions(page)).toHaveCount(0)

  await context.unrouteAll()
  await page.goto('/profile')
  await expect(page.getByText(/^Monthly, free trial until/)).toBeVisible()
})
