/** Payment forms inside the page, for deployments with publishable keys. */
import type { Page } from 'playwright/test'
import { signUp } from './setup/steps'
import { expect, newAddress } from './setup/test'
import { scriptHosts, test, type Forms, type Vendor } from './setup/vendor-scripts'

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const cardForm = (page: Page) => page.frameLocator('iframe[title="Secure payment"]')
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Payment' })

/** Signs up and clears the vendors' request log. */
async function buyer(page: Page, forms: Forms) {
  await signUp(page, newAddress())
  await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeVisible()
  await page.request.delete(`${forms.vendors}/requests`)
}

/** Counts objects that the site created at a vendor. */
async function made(page: Page, forms: Forms, vendor: Vendor, path: RegExp): Promise<number> {
  const answer = await page.request.get(`${forms.vendors}/requests?vendor=${vendor}`)
  const { requests } = (await answer.json()) as { requests: { method: string; path: string }[] }
  return requests.filter((each) => each.method === 'POST' && path.test(each.path)).length
}

const sessions = /\/checkout\/sessions$/
const pages = /\/hosted_pages\/checkout_new_for_items$/

async function confirmed(page: Page) {
  await page.waitForURL((url) => url.pathname === '/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$19.00')
}

test('pays by card in the page and reaches the thank-you page', async ({ page, forms }) => {
  const requestedHosts: string[] = []
  page.on('request', (request) => requestedHosts.push(new URL(request.url()).host))
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  expect(requestedHosts.filter((host) => /stripe|chargebee/.test(host))).toEqual([])

  const button = page.getByRole('button', { name: 'Pay by card' }).first()
  await button.evaluate((element: HTMLElement) => {
    for (let n = 0; n < 20; n++) element.click()
  })
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeFocused()
  await expect(page.getByText(/^By continuing, you agree to pay \$19\.00/)).toBeVisible()
  await cardForm(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
  expect(await made(page, forms, 'stripe', sessions)).toBe(1)
  expect(requestedHosts).toContain('js.stripe.com')
  expect(requestedHosts).not.toContain('js.chargebee.com')
})

test('goes back to the plans by keyboard and reopens the same form', async ({ page, forms }) => {
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  await page.getByLabel('Currency').selectOption('GBP')
  await press(page, 'Pay by card')
  await expect(cardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  // The back link precedes the focused heading.
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Back to the plans' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('£19.00', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(cardForm(page).getByText('£19.00', { exact: false }).first()).toBeVisible()
  expect(await made(page, forms, 'stripe', sessions)).toBe(1)
})

test('pays in Chargebee’s window after closing it once', async ({ page, forms }) => {
  await forms.serve(page, 'chargebee')
  await buyer(page, forms)
  await press(page, 'Other ways to pay')
  await paymentWindow(page).getByRole('button', { name: 'Go back' }).click()
  const button = page.getByRole('button', { name: 'Other ways to pay' }).first()
  await expect(button).toBeFocused()
  await expect(button).not.toHaveAttribute('aria-busy')
  await press(page, 'Other ways to pay')
  await paymentWindow(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
  expect(await made(page, forms, 'chargebee', pages)).toBe(1)
})

for (const { vendor, name, words } of [
  {
    vendor: 'stripe',
    name: 'Pay by card',
    words: 'The card form didn’t load here. Opening Stripe’s own page instead.',
  },
  {
    vendor: 'chargebee',
    name: 'Other ways to pay',
    words: 'The payment form didn’t load here. Opening Chargebee’s own page instead.',
  },
] as const) {
  for (const { how, block } of [
    { how: 'blocked', block: (page: Page) => page.route(scriptHosts[vendor], (route) => route.abort()) },
  ]) {
    test(`${name}: opens the provider’s page with the script ${how} @once`, async ({ page, forms, quietConsole }) => {
      quietConsole.allow(/net::ERR_FAILED/)
      await block(page)
      await buyer(page, forms)
      const { promise: gate, resolve: go } = Promise.withResolvers<void>()
      await page.route('**/api/*/checkout-session*', async (route) => {
        await gate
        await route.continue()
      })
      await press(page, name)
      await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
      go()
      await page.waitForURL((url) => url.origin === forms.vendors)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await confirmed(page)
      expect(await made(page, forms, vendor, vendor === 'stripe' ? sessions : pages)).toBe(1)
    })
  }
}
