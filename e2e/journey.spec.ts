import { cancelPlan, signUp, subscribe, trialActions } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { wholeWay } from './setup/whole-way'

test('visits, signs up, pays, subscribes, cancels and signs out', async ({ page }, info) => {
  await wholeWay(page, info.project.name === 'phone')
})

test('subscribes and cancels with the other provider @once', async ({ page }) => {
  await signUp(page, newAddress())
  await subscribe(page, 'Other ways to pay')
  await expect(page.getByRole('main')).toContainText(/\$19\.00/)
  await page.goto('/')
  await expect(trialActions(page)).toHaveCount(0)
  await page.goto('/profile')
  await cancelPlan(page)
  await expect(page.getByRole('button', { name: /resume/i })).toBeVisible()
})
