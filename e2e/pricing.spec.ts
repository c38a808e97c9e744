/** The price page for every kind of user, and its error states. */
import type { Page } from 'playwright/test'
import type { PlanOffers } from '@/lib/contract/plan'
import { storeCancelAddress } from '@/lib/site'
import { look } from './setup/look'
import { signInDemo, signUp } from './setup/steps'
import { expect, newAddress, test, vendors } from './setup/test'
import { declined } from './setup/visit'

const cards = (page: Page) => page.getByRole('region', { name: /^(Monthly|Yearly)$/ })
const byCard = (page: Page) => page.getByRole('button', { name: 'Pay by card' }).first()
const noPayButton = async (page: Page) => {
  await expect(page.getByRole('button', { name: /^(Pay by card|Other ways to pay)/ })).toHaveCount(0)
}

const error = (status: number, code: string) => ({
  status,
  json: { error: { code, message: 'Because.', requestId: '' } },
})

test('shows total, trial, first charge, renewal, tax and cancellation', async ({ page, context }) => {
  await declined(context)
  await signUp(page, newAddress())
  await expect(byCard(page)).toBeVisible()
  for (const [name, price] of [
    ['Monthly', '$19.00 a month'],
    ['Yearly', '$180.00 a year'],
  ] as const) {
    const card = page.getByRole('region', { name })
    const date = String.raw`\d{1,2} \w+ \d{4}`
    await expect(card.getByText('Free trial, 7 days, ends')).toBeVisible()
    await expect(card.getByText(new RegExp(`^First charge, ${date}$`))).toBeVisible()
    await expect(card.getByText(new RegExp(`^Renews, ${date}$`))).toBeVisible()
    await expect(card.getByText('Two clicks on your profile. No phone call.')).toBeVisible()
    await expect(card.getByText('Tax', { exact: true })).toBeVisible()
    await expect(card.getByText(new RegExp(`^By continuing, you agree to pay .${price.slice(1)} from`))).toBeVisible()
  }
  await look(page, 'the plans')
})

test('a phone’s first window has the price and the button @once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pricing/start')
  const monthly = page.getByRole('region', { name: 'Monthly' })
  const seen = async (name: string, role: 'link' | 'button') => {
    await expect(monthly.getByText('$19.00').first()).toBeInViewport({ ratio: 1 })
    await expect(monthly.getByRole(role, { name })).toBeInViewport({ ratio: 1 })
  }
  await seen('Continue to sign in, monthly plan', 'link')
  await signUp(page, newAddress())
  await seen('Pay by card', 'button')
  await expect(
    monthly.getByText(/^\$0 today, then \$19 a month from \d+ \w+\. Cancel online any time\.$/),
  ).toBeVisible()
})

test('the home page shows today’s prices, or where to find them @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 503/)
  const price = page.locator('#price')
  await page.goto('/')
  await price.scrollIntoViewIfNeeded()
  await expect(price).toContainText('$19.00 a month')
  await expect(price).toContainText('Saves $48.00 a year')
  await page.route('**/api/plans', (route) => route.fulfill(error(503, 'unavailable')))
  await page.reload()
  await price.scrollIntoViewIfNeeded()
  await expect(price).toContainText('The plans page asks the payment provider for today’s prices.')
  await expect(price).not.toContainText('$')
})

const byStripe = 'Stripe takes the payment.'
const byChargebee = 'Chargebee takes the payment,'
for (const [name, provider, other, shown, hidden] of [
  ['Stripe alone', 'stripe', 'chargebee', byStripe, byChargebee],
  ['Chargebee alone', 'chargebee', 'stripe', byChargebee, byStripe],
] as const) {
  test(`${name}: explains the only way to pay @once`, async ({ page }) => {
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), [other]: null } })
    })
    await page.route('**/api/plans', async (route) => {
      const response = await route.fetch()
      const { plans } = (await response.json()) as PlanOffers
      await route.fulfill({ response, json: { plans: plans.filter((plan) => plan.provider === provider) } })
    })
    await page.goto('/pricing/start')
    await expect(cards(page)).toHaveCount(2)
    await expect(page.getByText(shown)).toBeVisible()
    await expect(page.getByText(hidden)).toBeHidden()
    // A provider that is only unavailable still counts.
    await page.unroute('**/api/config')
    await page.reload()
    await expect(page.locator('[data-ways]')).toHaveAttribute('data-ways', `${provider} ${other}`)
    await expect(page.getByText(hidden)).toBeVisible()
  })
}

for (const { who, words, pays } of [
  { who: 'subscriber', words: 'Your free trial runs until', pays: false },
  { who: 'pastdue', words: 'Your last payment was declined. Your profile shows what to do.', pays: false },
  { who: 'unsubscribed', words: 'Your plan stays open until', pays: true },
]) {
  test(`${who}: shows the plan, and ${pays ? 'what buying now means' : 'no way to pay twice'} @once`, async ({
    page,
  }) => {
    await signInDemo(page, who)
    await expect(page.getByText(words).first()).toBeVisible()
    if (pays) {
      await expect(page.getByRole('link', { name: 'resume it on your profile' })).toBeVisible()
      await expect(cards(page).first().getByText('Today, first charge')).toBeVisible()
      return
    }
    await noPayButton(page)
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(page).toHaveURL('/profile')
  })
}

for (const store of ['play_store', 'app_store'] as const) {
  test(`a ${store} plan links to the store and offers no payment @once`, async ({ page, context }) => {
    await declined(context)
    const subscription = {
      id: 'GPA.1',
      store,
      status: 'active',
      currentPeriodEnd: '2999-12-05T12:00:00.000Z',
      trialEnd: null,
      price: null,
    }
    await page.route('**/api/users/current-plan*', (route) =>
      route.fulfill({ json: { productIdentifier: 'x', isUnSubscribed: false, subscription } }),
    )
    await signUp(page, newAddress())
    await expect(page.getByText('It renews on 5 December 2999.')).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: /^open your plans in/ })
    await expect(link).toHaveAttribute('href', storeCancelAddress[store])
    await noPayButton(page)
    await look(page, store)
  })
}

test('going offline loses and charges nothing @once', async ({ page, context, quietConsole }) => {
  quietConsole.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await signUp(page, newAddress())
  await expect(byCard(page)).toBeVisible()
  await context.setOffline(true)
  await byCard(page).click()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('We couldn’t reach the server.')
  await expect(notice).toContainText('Nothing was charged.')
  await context.setOffline(false)
  await byCard(page).click()
  await page.waitForURL((url) => url.origin === new URL(vendors()).origin)
})

test('shows no price when it is unavailable, and retries @once', async ({ page, context, quietConsole }) => {
  quietConsole.allow(/status of 503/)
  await declined(context)
  await page.route('**/api/plans', (route) => route.fulfill(error(503, 'unavailable')))
  await page.goto('/pricing/start')
  await expect(page.getByRole('heading', { name: 'Price shown at checkout' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('$')
  await look(page, 'no price')
  await page.unroute('**/api/plans')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Monthly' })).toBeFocused()
})

test('delays paying until the plan is known @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 503/)
  await page.route('**/api/users/current-plan*', (route) => route.fulfill(error(503, 'unavailable')))
  await signUp(page, newAddress())
  await expect(page.getByText('We couldn’t load your plan.')).toBeVisible()
  await noPayButton(page)
  await page.unroute('**/api/users/current-plan*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(byCard(page)).toBeVisible()
})

test('many presses and a second tab open one checkout @once', async ({ page, context }) => {
  await signUp(page, newAddress())
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

test('no button stays pressed after a restore from the page cache @once', async ({ page }) => {
  await signUp(page, newAddress())
  await page.route('**/api/stripe/checkout-session*', () => {})
  await byCard(page).click()
  await expect(byCard(page)).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(byCard(page)).toBeVisible()
  await expect(byCard(page)).not.toHaveAttribute('aria-busy')
})

test('the address parameter alone does not count as signed in @once', async ({ page }) => {
  await page.goto('/pricing/start?c=true')
  await expect(page.getByRole('link', { name: 'Continue to sign in' }).first()).toBeVisible()
  await noPayButton(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('explains that it needs scripts, without space for plans @once', async ({ page }) => {
    await page.goto('/pricing/start')
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Before you decide' })).toBeInViewport()
  })
})
