/** The plan on /profile: status, cancelling, resuming, receipts and calendar entry. */
import type { Page } from 'playwright/test'
import { day } from '@/lib/contract/format'
import { currentPlan, type Subscription } from '@/lib/contract/plan'
import { button, cancelPlan, confirmEmail, signUp, subscribe } from './setup/steps'
import { expect, message, newAddress, test, vendors } from './setup/test'
import { answered } from './setup/visit'

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
  test(`${way}: cancels in two clicks with an email, and resumes`, async ({ page }) => {
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
