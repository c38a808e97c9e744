import { signUp, subscribe, trialActions } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { wholeWay } from './setup/whole-way'

// The first look for a person's record answers 404, which a browser writes into its console.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

test('the whole way: visit, sign up, choose a plan, pay, be a subscriber, cancel, leave', async ({ page }, info) => {
  await wholeWay(page, info.project.name === 'phone')
})

test('the other way to pay ends at the same place @once', async ({ page }) => {
  await signUp(page, newAddress())
  await subscribe(page, 'Other ways to pay')
  await expect(page.getByRole('main')).toContainText(/\$19\.00/)
  await page.goto('/')
  await expect(trialActions(page)).toHaveCount(0)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: 'Yes, cancel my plan' }).click()
  await expect(page.getByRole('button', { name: /resume/i })).toBeVisible()
})
