import type { Page } from 'playwright/test'
import { quietly } from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'
import { expect, test } from './setup/test'

quietly()

type Way = string | Record<string, unknown>

/** Methods without a button, with the heading of their first step. */
const steps: [name: string, way: Way, heading: string][] = [
  ['password', 'password', 'Continue with email'],
  ['an emailed link', { provider: 'password', signInMethod: 'emailLink' }, 'Continue with email'],
  ['phone', 'phone', 'Enter your phone number'],
]
const places = {
  'on the page': (way: Way) => ({ signInOptions: [way] }),
  'in a tenant': (way: Way) => ({ tenants: { north: { displayName: 'North clinic', signInOptions: [way] } } }),
}

const widget = (page: Page) => page.locator('#firebaseui-auth-container')

for (const [where, settingsOf] of Object.entries(places)) {
  test(`a single method ${where} shows its first step @once`, async ({ page }) => {
    for (const [name, way, heading] of steps) {
      await withSignIn(page, settingsOf(way))
      await page.goto('/auth?tenantId=north')
      await expect(page.getByRole('heading', { name: heading }), name).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toHaveCount(0)
    }
  })
}

test('a single provider waits for a press @once', async ({ page }) => {
  await withSignIn(page, { signInOptions: ['google.com'] })
  await page.goto('/auth')
  await expect(widget(page).getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  // A single button is not a list.
  await expect(widget(page).getByRole('list')).toHaveCount(0)
  await expect(page).toHaveURL(/\/auth$/)
})

test('going back from a single provider offers no other methods @once', async ({ page }) => {
  await withSignIn(page, { signInOptions: ['google.com'] })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Other ways to sign in' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByText('was not finished')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
