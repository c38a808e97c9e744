/** The plan on /profile: status, cancelling, resuming, declined payments and messages. */
import type { Page } from 'playwright/test'
import { day } from '@/lib/contract/format'
import { currentPlan, type Subscription } from '@/lib/contract/plan'
import { paths } from '@/lib/site'
import { accountsOf, asDemoUser, asNewUser } from './setup/accounts'
import { button, cancelPlan, subscribe } from './setup/steps'
import { expect, message, test, vendors } from './setup/test'
import { answered } from './setup/visit'

/** Opens the profile and returns the plan of its response. */
async function openPlan(page: Page): Promise<Subscription> {
  const { json } = await answered(page, /\/api\/users\/current-plan/, () => page.goto('/profile'))
  const { subscription } = currentPlan.parse(json)
  if (!subscription) throw new Error('there is no plan')
  return subscription
}

async function subscriber(page: Page, way?: Parameters<typeof subscribe>[1]) {
  const email = await asNewUser(page)
  await subscribe(page, way)
  await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
  return { email, plan: await openPlan(page) }
}

test('cancels in two clicks with an email, resumes, becomes yearly', async ({ page }) => {
  const { email, plan } = await subscriber(page, 'Other ways to pay')
  await accountsOf(email).change({ emailVerified: true })
  const next = day(plan.trialEnd)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Monthly, free trial until ${next}`)
  await expect(main).toContainText('7 days left in your free trial')
  await expect(main).toContainText('$19 a month')
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
    new RegExp(`agree to pay \\$19 a month.* from ${next}\\. It renews automatically until you cancel`),
  )
  const sent = page.waitForRequest(/\/api\/users\/resume-plan/)
  await resume.click()
  expect(await (await sent).headerValue('x-consent-wording')).toMatch(/^\d{4}-\d\d-\d\d$/)
  await expect(page.getByText(`Monthly, free trial until ${next}`)).toBeFocused()
  await expect(button(page, 'Cancel plan')).toBeVisible()

  await button(page, 'Switch to yearly and save $48 a year').click()
  const panel = page.getByRole('group', { name: 'Switch to yearly?' })
  await expect(panel).toContainText('Charged today$0')
  await expect(panel).toContainText(`First charge, ${next}$180`)
  await button(page, 'Yes, switch to yearly').click()
  await expect(page.getByText(`Yearly, free trial until ${next}`)).toBeFocused()
  await expect.poll(async () => (await message(page, email)).subject).toBe('Your Unhurried plan has changed')
  await expect(button(page, 'Switch to monthly')).toBeVisible()
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

/** Pixels of the message outside the window or under the fixed bar. */
const unseen = (page: Page, words: string | RegExp) =>
  page.getByText(words).evaluate((element) => {
    const { top, bottom } = (element.closest('[role]') ?? element).getBoundingClientRect()
    const strips = [...document.querySelectorAll('[data-foot], #offline')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
    return Math.max(0, -top, bottom - Math.min(innerHeight, ...strips.map((strip) => strip.top)))
  })

/** Presses a button at the bottom of the window, so that its message would appear below. */
async function pressAtFoot(page: Page, name: string) {
  await button(page, name).evaluate((element) =>
    scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 130),
  )
  await button(page, name).click()
}

test('shows messages in view on a phone, without moving buttons', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 502/)
  await page.setViewportSize({ width: 390, height: 700 })
  await asDemoUser(page, 'subscriber', paths.profile)
  await expect(button(page, 'Cancel plan')).toBeVisible()
  await page.route(/\/api\/(billing\/portal|users\/cancel-plan)/, (route) =>
    route.fulfill({ status: 502, json: { error: { code: 'provider-unavailable', message: 'Not now.' } } }),
  )
  const row = ['Card and receipts', 'Add the renewal date to your calendar', 'Cancel plan']
  const places = async () => {
    const boxes = await Promise.all(row.map((name) => button(page, name).boundingBox()))
    const top = boxes[0]?.y ?? 0
    return boxes.map((box) => box && [box.x, box.y - top, box.width])
  }
  const before = await places()
  await pressAtFoot(page, 'Card and receipts')
  await expect.poll(() => unseen(page, 'Nothing was changed.')).toBe(0)
  await pressAtFoot(page, 'Add the renewal date to your calendar')
  await expect.poll(() => unseen(page, /^Your browser has saved the file/)).toBe(0)
  expect(await places()).toEqual(before)
  await button(page, 'Cancel plan').click()
  await pressAtFoot(page, 'Yes, cancel my plan')
  await expect.poll(() => unseen(page, /^Nothing was cancelled/)).toBe(0)
})
