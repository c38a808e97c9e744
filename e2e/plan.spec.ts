/** The plan on /profile: status, cancelling, resuming, receipts and calendar entry. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { day } from '@/lib/contract/format'
import { currentPlan, type CurrentPlan, type Subscription } from '@/lib/contract/plan'
import { storeCancelAddress } from '@/lib/site'
import { look } from './setup/look'
import { button, cancelPlan, confirmEmail, signUp, subscribe } from './setup/steps'
import { expect, message, newAddress, test, vendors } from './setup/test'
import { answered, declined } from './setup/visit'

const receipts = (page: Page) => page.getByRole('heading', { name: 'Receipts' }).locator('..').getByRole('listitem')

/** Opens the profile and returns the plan of its response. */
async function openPlan(page: Page): Promise<Subscription> {
  const { json } = await answered(page, /\/api\/users\/current-plan/, () => page.goto('/profile'))
  const { subscription } = currentPlan.parse(json)
  if (!subscription) throw new Error('there is no plan')
  return subscription
}

async function subscriber(page: Page, way?: Parameters<typeof subscribe>[1]) {
  const email = newAddress()
  await signUp(page, email)
  await subscribe(page, way)
  await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
  return { email, plan: await openPlan(page) }
}

for (const way of ['Pay by card', 'Other ways to pay'] as const) {
  test(`${way}: cancels in two clicks with an email, and resumes${way === 'Pay by card' ? '' : ' @long'}`, async ({
    page,
  }) => {
    const { email, plan } = await subscriber(page, way)
    await confirmEmail(page, email)
    const next = day(plan.trialEnd)
    const main = page.getByRole('main')
    await expect(main).toContainText(`Monthly, free trial until ${next}`)
    await expect(main).toContainText('7 days left in your free trial')
    await expect(main).toContainText('$19.00 a month')
    await expect(main).toContainText(`First charge, ${next}`)
    await button(page, 'Cancel plan').click()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Cancel plan')).toBeFocused()
    await cancelPlan(page)
    await expect(main).toContainText(`You keep the app and the calls until ${day(plan.currentPeriodEnd)}`)
    await expect(main).toContainText(`We email ${email} when a plan is cancelled.`)
    await expect(page.getByText(/^Monthly, ends on/)).toBeFocused()
    await expect.poll(async () => (await message(page, email)).subject).toBe('Your Unhurried plan is cancelled')

    await page.reload()
    await expect(main).toContainText('Cancelled. Nothing more will be charged.')
    await expect(main).not.toContainText('on its way')
    const resume = button(page, 'Resume plan')
    await expect(resume).toHaveAccessibleDescription(
      new RegExp(`agree to pay \\$19\\.00 a month.* from ${next}\\. It renews automatically until you cancel`),
    )
    const sent = page.waitForRequest(/\/api\/users\/resume-plan/)
    await resume.click()
    expect(await (await sent).headerValue('x-consent-wording')).toMatch(/^\d{4}-\d\d-\d\d$/)
    await expect(page.getByText(`Monthly, free trial until ${next}`)).toBeFocused()
    await expect(button(page, 'Cancel plan')).toBeVisible()
  })
}

test('reports "nothing was cancelled" if the provider does not answer', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 502.*cancel-plan/)
  await subscriber(page)
  const reason = 'The payment provider does not answer.'
  await page.route(
    /\/api\/users\/cancel-plan/,
    (route) => route.fulfill({ status: 502, json: { error: { code: 'provider-unavailable', message: reason } } }),
    { times: 1 },
  )
  await cancelPlan(page)
  await expect(page.getByRole('alert').filter({ hasText: `Nothing was cancelled. ${reason}` })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Monthly, free trial until/)).toBeVisible()
})

test('lists recent receipts and links all, without delaying the plan @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 502.*invoices/)
  await subscriber(page)
  await expect(receipts(page)).toHaveCount(1)
  await expect(receipts(page).first()).toContainText(day(new Date().toISOString()))

  const late = Promise.withResolvers<void>()
  await page.route(
    /\/api\/billing\/invoices/,
    async (route) => {
      await late.promise
      await route.fulfill({ status: 502, json: { error: { code: 'provider-unavailable', message: 'Not now.' } } })
    },
    { times: 1 },
  )
  await page.reload()
  await expect(button(page, 'Cancel plan')).toBeVisible()
  await expect(page.getByText('Loading your receipts.')).toBeVisible()
  late.resolve()
  await expect(page.getByText('We couldn’t load your receipts just now.')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(receipts(page)).toHaveCount(1)

  await button(page, 'Card and receipts').click()
  await page.waitForURL((url) => url.href.startsWith(vendors()))
})

test('offers a calendar entry for the next charge or the end @long', async ({ page }) => {
  const { plan } = await subscriber(page)
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
    const text = (await readFile(await download.path(), 'utf8')).replaceAll(/\r\n[ \t]/g, '')
    const value = (key: string) =>
      new RegExp(`^${key}[:;](.*)$`, 'm')
        .exec(text)?.[1]
        ?.trim()
        .replaceAll(/\\([,;\\])/g, '$1')
    return { name: download.suggestedFilename(), value }
  }
  const compact = (iso: string | null) =>
    `VALUE=DATE:${new Date(iso ?? '').toISOString().slice(0, 10).replaceAll('-', '')}`
  const renewal = await fileOf('Add the renewal date to your calendar')
  expect(renewal.name).toBe('unhurried-renewal.ics')
  expect(renewal.value('SUMMARY')).toBe('Unhurried trial ends, first charge: $19.00')
  expect(renewal.value('DTSTART')).toBe(compact(plan.trialEnd))
  expect(renewal.value('TRIGGER')).toBe('-P1DT15H')
  await expect(page.getByRole('status').filter({ hasText: 'Your browser has saved the file.' })).toBeVisible()

  await cancelPlan(page)
  const end = await fileOf('Add the end date to your calendar')
  expect(end.value('SUMMARY')).toBe('Unhurried plan ends')
  expect(end.value('UID')).toBe(renewal.value('UID'))
})

test('explains a declined payment and links the fix', async ({ page }) => {
  const { plan } = await subscriber(page)
  const declines = await page.request.post(`${vendors()}/stripe/control/past-due`, { data: { subscription: plan.id } })
  expect(declines.ok()).toBe(true)
  await expect
    .poll(async () => {
      await openPlan(page)
      return page.getByText('Monthly, last payment declined').isVisible()
    })
    .toBe(true)
  await expect(page.getByText('You still have your plan.')).toBeVisible()
  await expect(button(page, 'Cancel plan')).toBeVisible()
  await button(page, 'Change the card').click()
  await page.waitForURL((url) => url.href.startsWith(vendors()))
  await button(page, 'Pay the open invoice').click()
  await expect(button(page, 'Pay the open invoice')).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to the site' }).click()
  await expect(page.getByText(/^Monthly, renews on/)).toBeVisible()
})

test('cancels and resumes by keyboard alone @once @long', async ({ page }) => {
  await subscriber(page)
  await button(page, 'Cancel plan').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Cancel plan')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Yes, cancel my plan')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Monthly, ends on/)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Resume plan')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Monthly, free trial until/)).toBeFocused()
})

/** A plan in states that the stand-ins do not provide. */
const planOf = (change: Partial<Subscription>, isUnSubscribed = false): CurrentPlan => ({
  productIdentifier: 'prod_1',
  isUnSubscribed,
  subscription: {
    id: 'sub_1',
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2999-12-05T12:00:00.000Z',
    trialEnd: null,
    price: { id: 'price_1', amount: 18_000, currency: 'EUR', interval: 'year' },
    ...change,
  },
})

const states: Record<string, { plan: CurrentPlan; line: string }> = {
  active: { plan: planOf({}), line: 'Yearly, renews on 5 December 2999' },
  cancelling: { plan: planOf({}, true), line: 'Yearly, ends on 5 December 2999' },
  ended: {
    plan: planOf({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true),
    line: 'Yearly, ended on 5 December 2020',
  },
  unpaid: { plan: planOf({ status: 'unpaid' }, true), line: 'Yearly, stopped because a payment didn’t go through' },
  paused: { plan: planOf({ status: 'paused' }, true), line: 'Yearly, paused' },
  incomplete: { plan: planOf({ status: 'incomplete' }, true), line: 'Yearly, the payment wasn’t completed' },
  'of a store': { plan: planOf({ store: 'play_store' }), line: 'Yearly, renews on 5 December 2999' },
}

const answerWith = (page: Page, plan: CurrentPlan) =>
  page.route(/\/api\/users\/current-plan/, (route) => route.fulfill({ json: plan }))

test('every plan state is accessible in both themes @once @long', async ({ page, context }) => {
  test.setTimeout(300_000)
  await declined(context)
  await signUp(page, newAddress())
  for (const [name, { plan, line }] of Object.entries(states)) {
    await answerWith(page, plan)
    await page.goto('/profile')
    await expect(page.getByText(line, { exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await look(page, `a plan that is ${name}`)
  }
  const link = page.getByRole('link', { name: 'open the Play Store' })
  await expect(link).toHaveAttribute('href', storeCancelAddress.play_store)
})

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }

/** Layout shifts in the main element since the page loaded. */
const shifted = (page: Page) =>
  page.evaluate(() => {
    const entries = new Promise<Shift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as unknown as Shift[]))
      observer.observe({ type: 'layout-shift', buffered: true })
      // Without shifts the observer is never called.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]), 100)))
    })
    return entries.then((all) =>
      all
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .flatMap(({ sources }) => sources.map(({ node }) => node))
        .filter((node) => node?.closest?.('main'))
        .map((node) => node?.textContent?.slice(0, 60)),
    )
  })

test('shifts nothing when plans and receipts arrive late @long', async ({ page }) => {
  await signUp(page, newAddress())
  const late = { plan: Promise.withResolvers<void>(), receipts: Promise.withResolvers<void>() }
  const receipt = (id: string, month: string) => ({
    id,
    date: `2026-${month}-05T12:00:00Z`,
    amount: 18_000,
    currency: 'EUR',
    status: 'paid',
    url: null,
  })
  await page.route(/\/api\/users\/current-plan/, async (route) => {
    await late.plan.promise
    await route.fulfill({ json: states.active?.plan })
  })
  await page.route(/\/api\/billing\/invoices/, async (route) => {
    await late.receipts.promise
    await route.fulfill({ json: { invoices: [receipt('1', '09'), receipt('2', '10'), receipt('3', '11')] } })
  })
  // The page after sign-in has cached the plan in this tab.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => sessionStorage.clear())
  for (const known of [false, true]) {
    late.plan = Promise.withResolvers()
    late.receipts = Promise.withResolvers()
    await page.goto('/profile')
    await expect(page.getByText('Loading your plan.')).toBeVisible()
    if (known) await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
    else await expect(page.getByRole('heading', { name: 'You', exact: true })).toBeHidden()
    late.plan.resolve()
    await expect(page.getByText('Yearly, renews on 5 December 2999')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
    late.receipts.resolve()
    await expect(receipts(page)).toHaveCount(3)
    expect(await shifted(page)).toEqual([])
  }
})
