/** Cancelling while the provider fails, on a separate stack, because a fault hits the next request of any test. */
import type { Page } from 'playwright/test'
import { test } from './setup/own-stack'
import { button, confirmEmail, signUp, subscribe } from './setup/steps'
import { expect, inbox, newAddress } from './setup/test'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const running = (page: Page) => page.getByText(/^Monthly, free trial until/)

for (const [way, vendor] of [['Pay by card', 'stripe']] as const) {
  test(`${way}: a failing provider cancels nothing and sends no email @once`, async ({ page, stack, quietConsole }) => {
    quietConsole.allow(/status of 502.*cancel-plan/)
    const fault = async (what: object) => {
      const armed = await page.request.post(`${stack.vendors}/faults`, { data: { vendor, ...what } })
      expect(armed.ok()).toBe(true)
    }
    const email = newAddress()
    const emails = async () => {
      return (await inbox(page, stack.vendors)).filter(
        ({ to, subject }) => to === email && /cancelled/.test(subject ?? ''),
      )
    }
    await signUp(page, email)
    // Unconfirmed addresses get only the first email, about the start of the plan.
    await confirmEmail(page, email, stack.identity)
    await subscribe(page, way)
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
    await page.goto('/profile')
    await button(page, 'Cancel plan').click()

    for (const failure of [{ status: 500 }, { drop: true }]) {
      await fault({ ...failure, times: 1000 })
      await button(page, 'Yes, cancel my plan').click()
      await expect(alert(page)).toContainText('Nothing was cancelled, as far as we can tell.')
      await expect(running(page)).toBeVisible()
      await fault({ times: 0 })
      await button(page, 'Check again').click()
      await expect(alert(page)).toContainText('Nothing was cancelled. Please try again in a moment.')
      await expect(running(page)).toBeVisible()
    }
    expect(await emails()).toEqual([])

    await button(page, 'Yes, cancel my plan').click()
    await expect(page.getByText(/^Monthly, ends on/)).toBeVisible()
    await expect.poll(emails).toMatchObject([{ subject: 'Your Unhurried plan is cancelled' }])
  })
}
