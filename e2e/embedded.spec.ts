/** Paying inside the page, where the deployment has the vendors' keys. */
import type { Page } from 'playwright/test'
import { axeFindingsInBothThemes } from './setup/axe'
import { signIn, signUp } from './setup/steps'
import { expect, newAddress } from './setup/test'
import { scriptHosts, test, type Forms, type Vendor } from './setup/vendor-scripts'
import { declined, narrow, wide } from './setup/visit'

// The first look for a person's record answers 404, which a browser writes into its console.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const cardForm = (page: Page) => page.frameLocator('iframe[title="Secure payment"]')
const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Payment' })

/** Where the stand-in has the page that stands in the form's frame. */
async function formAddress(page: Page, forms: Forms): Promise<string> {
  const { pathname } = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
  return forms.vendors + pathname
}

/** Signs up and forgets what the vendors were asked until now. */
async function buyer(page: Page, forms: Forms) {
  await signUp(page, newAddress())
  await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeVisible()
  await page.request.delete(`${forms.vendors}/requests`)
}

/** What the site has asked a vendor to make. */
async function made(page: Page, forms: Forms, vendor: Vendor, path: RegExp): Promise<number> {
  const answer = await page.request.get(`${forms.vendors}/requests?vendor=${vendor}`)
  const { requests } = (await answer.json()) as { requests: { method: string; path: string }[] }
  return requests.filter((each) => each.method === 'POST' && path.test(each.path)).length
}

const sessions = /\/checkout\/sessions$/
const pages = /\/hosted_pages\/checkout_new_for_items$/

async function confirmed(page: Page) {
  await page.waitForURL((url) => url.pathname === '/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Your plan is on.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$19.00')
}

test('by card: the form opens in the page, and paying leads to the thank-you page', async ({ page, forms }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  expect(asked.filter((host) => /stripe|chargebee/.test(host))).toEqual([])

  const button = page.getByRole('button', { name: 'Pay by card' }).first()
  await button.evaluate((element: HTMLElement) => {
    for (let n = 0; n < 20; n++) element.click()
  })
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeFocused()
  await expect(page.getByText(/^By pressing you agree to pay \$19\.00/)).toBeVisible()
  await cardForm(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
  expect(await made(page, forms, 'stripe', sessions)).toBe(1)
  expect(asked).toContain('js.stripe.com')
  expect(asked).not.toContain('js.chargebee.com')
})

test('back to the plans by keyboard, with nothing lost, and to the same form again', async ({ page, forms }) => {
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  await page.getByLabel('Currency').selectOption('GBP')
  await press(page, 'Pay by card')
  await expect(cardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  // The way back stands right before the heading that has the focus.
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

test('the browser’s Back ends the form and keeps the page; Forward begins nothing', async ({ page, forms }) => {
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  const address = page.url()
  await page.getByLabel('Currency').selectOption('GBP')
  const yearly = page.getByRole('region', { name: 'Yearly' }).getByRole('button', { name: 'Pay by card' })
  const heading = page.getByRole('heading', { name: 'Pay by card' })
  for (const leave of [
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Back to the plans' }).click(),
    () => page.goBack(),
  ]) {
    await yearly.click()
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await leave()
    await expect(yearly).toBeFocused()
    await expect(yearly).toBeInViewport()
    await expect(page.getByText('£180.00', { exact: false }).first()).toBeVisible()
    await page.goForward()
    await expect(yearly).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.goBack()
    expect(page.url()).toBe(address)
  }
  expect(await made(page, forms, 'stripe', sessions)).toBe(1)
})

test('while the form is open the page begins with it, its terms and the way out @once', async ({ page, forms }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  await press(page, 'Pay by card')
  const way = page.getByRole('button', { name: 'Open Stripe’s own page' })
  await expect(way).toBeInViewport()
  await expect(page.getByText(/^By pressing you agree/)).toBeInViewport()
  await expect(page.locator('iframe')).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The plans, their prices and their dates.')
})

test('bought on another device: a press here says so, and the plan is in sight', async ({
  page,
  browser,
  forms,
  quietConsole,
}) => {
  quietConsole.allow(/status of 409/)
  const email = newAddress()
  await forms.serve(page, 'stripe')
  await signUp(page, email)
  const yearly = page.getByRole('region', { name: 'Yearly' }).getByRole('button', { name: 'Pay by card' })
  await expect(yearly).toBeVisible()
  const elsewhere = await browser.newContext({ baseURL: forms.origin })
  const other = await elsewhere.newPage()
  await forms.serve(other, 'stripe')
  await signIn(other, email)
  await press(other, 'Pay by card')
  await cardForm(other).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(other)
  await elsewhere.close()
  await yearly.click()
  const heading = page.getByRole('heading', { name: 'You have a plan.' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('so this press bought nothing.')
})

test('paid in Chargebee’s window, then back: the plan is in sight', async ({ page, forms }) => {
  await forms.serve(page, 'chargebee')
  await buyer(page, forms)
  await page.getByRole('button', { name: 'Other ways to pay' }).last().click()
  await paymentWindow(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Your plan is on.' })).toBeVisible()
  await page.goBack()
  const heading = page.getByRole('heading', { name: 'You have a plan.' })
  await expect(heading).toBeVisible()
  await expect(heading).toBeInViewport()
  await expect(page.getByText('Before you decide')).toBeHidden()
})

test('out of the form to Stripe’s own page, which can be paid, and the form is closed @once', async ({
  page,
  forms,
}) => {
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  await press(page, 'Pay by card')
  await expect(cardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  const form = await formAddress(page, forms)
  await press(page, 'Open Stripe’s own page')
  await page.waitForURL((url) => url.origin === forms.vendors)
  expect(await (await page.request.get(form)).text()).toContain('This page has expired')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
})

test('other ways to pay: a window over the page, closed without loss, then paid', async ({ page, forms }) => {
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

test('from a form of one provider to the other: one plan comes of it @once', async ({ page, forms }) => {
  await forms.serve(page, 'stripe')
  await forms.serve(page, 'chargebee')
  await buyer(page, forms)
  await press(page, 'Pay by card')
  await expect(cardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  const form = await formAddress(page, forms)
  await press(page, 'Back to the plans')
  await press(page, 'Other ways to pay')
  await expect(paymentWindow(page)).toBeVisible()
  expect(await (await page.request.get(form)).text()).toContain('This page has expired')
  await paymentWindow(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
})

for (const { vendor, name, words } of [
  {
    vendor: 'stripe',
    name: 'Pay by card',
    words: 'The card form did not load here. Opening Stripe’s own page instead.',
  },
  {
    vendor: 'chargebee',
    name: 'Other ways to pay',
    words: 'The payment form did not load here. Opening Chargebee’s own page instead.',
  },
] as const) {
  for (const { how, block } of [
    { how: 'blocked', block: (page: Page) => page.route(scriptHosts[vendor], (route) => route.abort()) },
    { how: 'held back', block: (page: Page) => page.route(scriptHosts[vendor], () => {}) },
  ]) {
    test(`${name}: with the script ${how}, the provider’s own page opens by itself @once`, async ({
      page,
      forms,
      quietConsole,
    }) => {
      quietConsole.allow(/net::ERR_FAILED/)
      await block(page)
      await buyer(page, forms)
      let go = () => {}
      const held = new Promise<void>((resolve) => (go = resolve))
      await page.route('**/api/*/checkout-session*', async (route) => {
        await held
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

test('the card form’s page holds to WCAG 2.2 AA and a contrast of 7:1 @once', async ({ page, context, forms }) => {
  await declined(context)
  await forms.serve(page, 'stripe')
  await buyer(page, forms)
  await press(page, 'Pay by card')
  await expect(cardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  // What is in the frame is the vendor's.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport)
    expect.soft(await axeFindingsInBothThemes(page), String(viewport.width)).toEqual([])
  }
})
