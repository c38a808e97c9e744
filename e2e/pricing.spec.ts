/** The price page as people of every standing find it, and what it says when something does not answer. */
import type { Page } from 'playwright/test'
import type { PlanOffers } from '@/lib/contract/plan'
import { storeCancelAddress } from '@/lib/site'
import { look } from './setup/look'
import { arrived, signIn, signUp } from './setup/steps'
import { expect, message, newAddress, origin, test, vendors } from './setup/test'
import { declined } from './setup/visit'

// The first look for a person's record answers 404, which a browser writes into its console.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

/** The password of the demonstration accounts, which the local stack prints. */
const demoPassword = 'take-your-time'

const cards = (page: Page) => page.getByRole('region', { name: /^(Monthly|Yearly)$/ })
const byCard = (page: Page) => page.getByRole('button', { name: 'Pay by card' }).first()
const noPayButton = async (page: Page) => {
  await expect(page.getByRole('button', { name: /^(Pay by card|Other ways to pay)$/ })).toHaveCount(0)
}

const error = (status: number, code: string) => ({
  status,
  json: { error: { code, message: 'Because.', requestId: '' } },
})

test('beside each button stand total, trial, first charge, renewal, tax and the way out', async ({ page, context }) => {
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
    await expect(card.getByText(new RegExp(`^By pressing you agree to pay .${price.slice(1)} from`))).toBeVisible()
  }
  await look(page, 'the plans')
})

test('a visitor’s plan and currency come through the sign-in, also by a link that opens elsewhere @once', async ({
  page,
  context,
}) => {
  const email = newAddress()
  await page.goto('/pricing/start')
  await page.getByLabel('Currency').selectOption('GBP')
  await page.getByRole('region', { name: 'Yearly' }).getByRole('link', { name: 'Continue to sign in' }).click()
  await page.waitForURL(/\/auth/)
  await page.getByRole('button', { name: 'Email me a link instead' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Sign-in email sent')).toBeVisible()
  const { links } = await message(page, email)
  const other = await context.newPage()
  await other.goto(links[0] ?? '')
  await arrived(other)
  const yearly = other.getByRole('region', { name: 'Yearly' })
  await expect(yearly.getByText('This is the one you chose.')).toBeVisible()
  await expect(yearly.getByText('£180.00').first()).toBeVisible()
  await expect(yearly.getByRole('button', { name: 'Pay by card' })).toBeVisible()
})

const byStripe = 'Stripe takes the payment.'
const byChargebee = 'Chargebee takes the payment,'
for (const [name, provider, said, unsaid] of [
  ['Stripe alone', 'stripe', byStripe, byChargebee],
  ['Chargebee alone', 'chargebee', byChargebee, byStripe],
] as const) {
  test(`${name}: the page explains the one way to pay that there is @once`, async ({ page }) => {
    const other = provider === 'stripe' ? 'chargebee' : 'stripe'
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
    await expect(page.getByText(said)).toBeVisible()
    await expect(page.getByText(unsaid)).toBeHidden()
    // One that should be selling and is silent is still a way.
    await page.unroute('**/api/config')
    await page.reload()
    await expect(page.locator('[data-ways]')).toHaveAttribute('data-ways', `${provider} ${other}`)
    await expect(page.getByText(unsaid)).toBeVisible()
  })
}

for (const { who, words, pays } of [
  { who: 'subscriber', words: 'Your free trial runs until', pays: false },
  { who: 'pastdue', words: 'The last payment was declined; your profile says what to do.', pays: false },
  { who: 'unsubscribed', words: 'Your plan stays open until', pays: true },
]) {
  test(`${who}: what they have, and ${pays ? 'what buying now means' : 'no way to pay twice'} @once`, async ({
    page,
  }) => {
    await signIn(page, `${who}@demo.unhurried.example`, demoPassword)
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
  test(`a plan of ${store}: the way to that store, and nothing to pay @once`, async ({ page, context }) => {
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

test('every refusal is said at the button, in words that can be acted on, and the button works again @once', async ({
  page,
  context,
  quietConsole,
}) => {
  quietConsole.allow(/status of (409|429|502|503|401)|net::ERR_/)
  await declined(context)
  await signUp(page, newAddress())
  await expect(byCard(page)).toBeVisible()
  const said = page.getByRole('main').getByRole('alert')
  for (const { answer, words } of [
    { answer: error(502, 'provider-unavailable'), words: 'The payment provider is not answering right now.' },
    { answer: error(503, 'unavailable'), words: 'The payment page could not be opened.' },
    {
      answer: { ...error(429, 'too-many-requests'), headers: { 'Retry-After': '3420' } },
      words: 'You can press again in about 57 minutes.',
    },
    { answer: null, words: 'We could not reach the server.' },
    { answer: error(409, 'already-subscribed'), words: 'You already have a plan.' },
  ]) {
    await page.route('**/api/stripe/checkout-session*', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await byCard(page).click()
    await expect(said).toContainText(words)
    // Who has a plan may have paid for it just now, in another tab.
    const charged = expect(said)
    await (answer?.status === 409 ? charged.not : charged).toContainText('Nothing was charged.')
    await expect(byCard(page)).toBeVisible()
    if (answer?.status === 429) await look(page, 'a refusal')
    await page.unroute('**/api/stripe/checkout-session*')
  }
  await byCard(page).click()
  await page.waitForURL((url) => url.origin === new URL(vendors()).origin)
})

test('offline, then on again: nothing is lost and nothing is charged @once', async ({
  page,
  context,
  quietConsole,
}) => {
  quietConsole.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await signUp(page, newAddress())
  await expect(byCard(page)).toBeVisible()
  await context.setOffline(true)
  await byCard(page).click()
  const said = page.getByRole('main').getByRole('alert')
  await expect(said).toContainText('We could not reach the server.')
  await expect(said).toContainText('Nothing was charged.')
  await context.setOffline(false)
  await byCard(page).click()
  await page.waitForURL((url) => url.origin === new URL(vendors()).origin)
})

test('without a price none is guessed, and asking again brings it @once', async ({ page, context, quietConsole }) => {
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

test('while the plan cannot be read, paying waits; then it is there @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 503/)
  await page.route('**/api/users/current-plan*', (route) => route.fulfill(error(503, 'unavailable')))
  await signUp(page, newAddress())
  await expect(page.getByText('We could not read your plan.')).toBeVisible()
  await noPayButton(page)
  await page.unroute('**/api/users/current-plan*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(byCard(page)).toBeVisible()
})

test('twenty presses and a second tab arrive at one page of the provider @once', async ({ page, context }) => {
  await signUp(page, newAddress())
  await expect(byCard(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/pricing/start?c=true')
  await expect(byCard(other)).toBeVisible()
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/checkout-session'))))
  // Neither is answered before both have pressed: the first to leave tells the other, whose button goes until it knows
  // its plan anew.
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
  expect(asked).toBe(1)
  expect(other.url()).toBe(page.url())
})

test('out of the browser’s memory no button is still pressed @once', async ({ page }) => {
  await signUp(page, newAddress())
  await page.route('**/api/stripe/checkout-session*', () => {})
  await byCard(page).click()
  await expect(byCard(page)).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(byCard(page)).toBeVisible()
  await expect(byCard(page)).not.toHaveAttribute('aria-busy')
})

test('turning back at the provider keeps the plan and its currency @once', async ({ page }) => {
  await signUp(page, newAddress())
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByRole('region', { name: 'Yearly' }).getByRole('button', { name: 'Other ways to pay' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.waitForURL(`${origin()}/pricing/start`)
  const yearly = page.getByRole('region', { name: 'Yearly' })
  await expect(yearly.getByText('€180.00').first()).toBeVisible()
  await expect(yearly.getByText('This is the one you chose.')).toBeVisible()
})

test('a session that ends at a press is told in sight of it, and leads back to that plan', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/status of 401/)
  const email = newAddress()
  await signUp(page, email)
  await page.getByLabel('Currency').selectOption('EUR')
  const yearly = page.getByRole('region', { name: 'Yearly' })
  await page.route('**/api/stripe/checkout-session*', (route) => route.fulfill(error(401, 'unauthenticated')))
  await yearly.getByRole('button', { name: 'Pay by card' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Your sign-in session has ended.' })
  await expect(told).toBeInViewport()
  await expect(page.locator(':focus').filter({ has: told })).toHaveCount(1)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.waitForURL('**/auth?**')
  await page.goto('about:blank')
  await signIn(page, email)
  await page.goto('/pricing/start?c=true')
  await expect(yearly.getByText('This is the one you chose.')).toBeVisible()
  await expect(yearly.getByText('€180.00').first()).toBeVisible()
})

test('the address alone proves no sign-in, and nobody is asked to pay before one @once', async ({ page }) => {
  await page.goto('/pricing/start?c=true')
  await expect(page.getByRole('link', { name: 'Continue to sign in' }).first()).toBeVisible()
  await noPayButton(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it needs, and keeps no room for plans that cannot come @once', async ({ page }) => {
    await page.goto('/pricing/start')
    await expect(page.locator('main noscript p')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Before you decide' })).toBeInViewport()
  })
})
