/** After a payment: whatever comes of it, nobody is led to pay a second time. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { signIn, signUp, subscribe } from './setup/steps'
import { expect, newAddress, password, test, vendors } from './setup/test'
import { declined } from './setup/visit'

// The first look for a person's record answers 404, which a browser writes into its console.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

const confirmed = (page: Page) => page.getByRole('heading', { name: 'Your plan is on.' })
const inDoubt = (page: Page) =>
  page.getByRole('heading', { name: 'Your payment may be complete. You do not need to pay again.' })

/** There is neither a button that pays nor a link to the plans. */
async function noSecondPayment(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /pay/i })).toHaveCount(0)
  await expect(main.locator('a[href*="/pricing/start"]')).toHaveCount(0)
}

for (const [way, tag] of [
  ['Pay by card', ''],
  ['Other ways to pay', ' @once'],
] as const) {
  test(`${way}: the plan with its dates and a receipt; reload, a second tab and back are safe${tag}`, async ({
    page,
    context,
  }) => {
    await declined(context)
    await signUp(page, newAddress())
    await subscribe(page, way)
    await expect(confirmed(page)).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('$19.00 a month')).toBeVisible()
    await expect(main.getByText('Trial ends')).toBeVisible()
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

    // Back is the provider's page, which cannot be paid again, and before it the plans, which are now one's own.
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
    await page.goto('/pricing/start/?c=true')
    await expect(page.getByRole('heading', { name: 'You have a plan.' })).toBeVisible()
  })
}

test('the receipt is the provider’s own page of what was paid just now @once', async ({ page }) => {
  await signUp(page, newAddress())
  await subscribe(page)
  await expect(confirmed(page)).toBeVisible()
  const receipt = page.getByRole('link', { name: /^Open the receipt, / })
  await expect(receipt).toBeVisible()
  expect(new URL((await receipt.getAttribute('href')) ?? '').origin).toBe(new URL(vendors()).origin)
  await receipt.click()
  await expect(page.getByRole('heading', { name: /invoice/i })).toBeVisible()
})

test('without a receipt the plan is confirmed all the same @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 502/)
  await page.route('**/api/billing/invoices*', (route) =>
    route.fulfill({ status: 502, json: { error: { code: 'provider-unavailable', message: 'x', requestId: '' } } }),
  )
  await signUp(page, newAddress())
  await subscribe(page)
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'On your profile' })).toHaveAttribute('href', '/profile')
})

test('paid, and cancelled on the profile: a reload shows until when the plan stays open @once', async ({ page }) => {
  await signUp(page, newAddress())
  await subscribe(page)
  await expect(confirmed(page)).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: 'Yes, cancel my plan' }).click()
  await expect(page.getByRole('button', { name: 'Resume plan' })).toBeVisible()
  await page.goto('/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Your plan will not renew.' })).toBeVisible()
  await expect(page.getByText(/^It was cancelled, and stays open until \d/)).toBeVisible()
  await noSecondPayment(page)
})

test('a plan that does not come in time: the payment may be complete, and nothing is to be paid @once', async ({
  page,
  context,
}) => {
  await declined(context)
  await signUp(page, newAddress())
  await page.clock.install()
  await page.goto('/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(inDoubt(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  await noSecondPayment(page)
  await expect(page.getByRole('link', { name: 'See your profile' })).toBeVisible()
  await look(page, 'in doubt')
})

test('no connection at all is named as such, with a way to try again @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/net::ERR_FAILED/)
  await signUp(page, newAddress())
  await page.route(/\/api\/(billing\/sync|users\/current-plan)/, (route) => route.abort())
  await page.clock.install()
  await page.goto('/pricing/thankyou/')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(inDoubt(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(page.getByText(/^We could not ask just now/)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
})

test('signed out meanwhile: sign in, and back to the plan that was paid @once', async ({ page, context }) => {
  const email = newAddress()
  await signUp(page, email)
  await subscribe(page)
  await expect(confirmed(page)).toBeVisible()
  await context.clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
  await page.goto('/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Sign in to see your plan' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You do not need to pay again')
  await noSecondPayment(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await page.waitForURL((url) => url.pathname === '/pricing/thankyou/')
  await expect(confirmed(page)).toBeVisible()
})

test('from confirming to confirmed, or to doubt, nothing moves', async ({ page, context }) => {
  await declined(context)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node?.nodeName).join(' ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shifts = () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  // The font may come in the moment that a browser waits for it: letters take their own width then.
  const lettered = async () => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    // Shifts are told after the frame that they happened in.
    await page.waitForTimeout(200)
    await page.evaluate(() => void ((window as unknown as { shifts: string[] }).shifts.length = 0))
  }
  await signUp(page, newAddress())
  await page.getByRole('button', { name: 'Pay by card' }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
  // The answer is held until the question stands on the page; after that it is none.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/billing/sync*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await lettered()
  answer()
  await expect(page.getByRole('link', { name: /^Open the receipt, / })).toBeVisible()
  expect(await shifts()).toEqual([])

  await page.unrouteAll()
  const nothing = { productIdentifier: null, isUnSubscribed: false, subscription: null }
  await page.route(/\/api\/(billing\/sync|users\/current-plan)/, (route) => route.fulfill({ json: nothing }))
  await page.clock.install()
  await page.goto('/pricing/thankyou/')
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
  await lettered()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(inDoubt(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(await shifts()).toEqual([])
})

test('a demonstration subscriber who comes by sees the plan that runs @once', async ({ page }) => {
  await signIn(page, 'subscriber@demo.unhurried.example', 'take-your-time')
  await page.goto('/pricing/thankyou/')
  await expect(confirmed(page)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing is said to be asked, and nothing is to be paid again @once', async ({ page }) => {
    await page.goto('/pricing/thankyou/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveAccessibleName('Your payment may be complete')
    await expect(main.getByText('You do not need to pay again.')).toBeVisible()
    await expect(main.getByText('We have asked')).toBeHidden()
    await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()
  })
})
