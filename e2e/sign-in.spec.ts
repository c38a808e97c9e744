/** The steps of the form, and tenants. */
import { withSignIn } from './setup/sign-in-settings'
import { arrived, signOut, submitAddress, submitNewAccount } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

test('preselects new visitors on the way from a plan only', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('radio', { name: 'Sign in' })).toBeChecked()
  await page.goto('/pricing/start')
  await page.getByRole('link', { name: 'Continue to sign in' }).first().click()
  await expect(page.getByRole('radio', { name: 'I’m new here' })).toBeChecked()
  await expect(page.getByRole('main').getByText(/sign in with/i)).toHaveCount(0)
})

test('Back and the form’s own buttons lead one step back, Forward one on', async ({ page }) => {
  const email = newAddress()
  const step = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeAttached()
  await page.goto('/contact')
  await page.goto('/auth')
  await submitAddress(page, email)
  await step('Create account')
  await expect(page.getByText('We’ll never call.')).toHaveCount(0)
  await page.goBack()
  await step('Continue with email')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.goForward()
  await step('Create account')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await step('Continue with email')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await step('Ways to sign in')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  await step('Enter your phone number')
  await page.goBack()
  await step('Ways to sign in')
  await page.goBack()
  await expect(page).toHaveURL(/\/contact$/)
})

const tenants = {
  north: { displayName: 'North clinic', signInOptions: [{ provider: 'password', hd: 'north.example' }] },
  south: {
    displayName: 'South clinic',
    buttonColor: '#123456',
    signInOptions: [
      { provider: 'password', hd: 'south.example' },
      { provider: 'phone', hd: 'south.example' },
    ],
  },
}
test('a new user chooses a tenant, signs up there and has a record', async ({ page }) => {
  await withSignIn(page, { tenants })
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign in to South clinic' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in to North clinic' }).click()
  await expect(page).toHaveURL(/[?&]tenantId=north/)
  await page.getByLabel('Email').fill(newAddress())
  await page.getByRole('button', { name: 'Next' }).click()
  await submitNewAccount(page, 'Ada of the north')
  await arrived(page)
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('Ada of the north')
  await signOut(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
})
