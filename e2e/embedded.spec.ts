/** Payment forms inside the page, for deployments with publishable keys. */
import type { Page } from 'playwright/test'
import { asNewUser } from './setup/accounts'
import { expect } from './setup/test'
import { test, type Forms, type Vendor } from './setup/vendor-scripts'

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const cardForm = (page: Page) => page.frameLocator('iframe[title="Secure payment"]')
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Payment' })

/** Opens the plans as a new user, and clears the vendors' request log. */
async function buyer(page: Page, forms: Forms) {
  await asNewUser(page)
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
  await expect(page.getByRole('main')).toContainText('$19')
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
  await expect(page.getByText(/^By continuing, you agree to pay \$19/)).toBeVisible()
  await cardForm(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
  expect(await made(page, forms, 'stripe', sessions)).toBe(1)
  expect(requestedHosts).toContain('js.stripe.com')
  expect(requestedHosts).not.toContain('js.chargebee.com')
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
