import type { Page } from 'playwright/test'
import { arrived, signOut, submitAddress, submitNewAccount, submitPassword } from './setup/steps'
import { withSignIn } from './setup/sign-in-settings'
import { expect, newAddress, test } from './setup/test'

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
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const clinic = (page: Page, name: string) => page.getByRole('button', { name: `Sign in to ${name}` })

/** Completes the sign-up form from the address on. */
async function createAccount(page: Page, email: string, name = 'Ada of the north') {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await saveAccount(page, name)
}
async function saveAccount(page: Page, name: string) {
  await expect(heading(page, 'Create account')).toBeVisible()
  await submitNewAccount(page, name)
}

/** The tenant in the page's identity token. */
const keptTenant = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('firebaseLocalStorageDb')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    const kept = all.result as { fbase_key: string; value: { tenantId?: string } }[]
    return kept.filter(({ fbase_key }) => fbase_key.startsWith('firebase:authUser')).map(({ value }) => value.tenantId)
  })

test('a new user chooses a tenant, signs up there and has a record', async ({ page }) => {
  await withSignIn(page, { tenants })
  await page.goto('/auth')
  await expect(clinic(page, 'South clinic')).toBeVisible()
  await clinic(page, 'North clinic').click()
  await expect(page).toHaveURL(/[?&]tenantId=north/)
  await createAccount(page, newAddress())
  await arrived(page)
  expect(await keptTenant(page)).toEqual(['north'])
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('Ada of the north')
  await signOut(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
})

test('accounts of different tenants are separate', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await withSignIn(page, { tenants, emailEnumerationProtection: 'off' })
  const email = newAddress()
  await page.goto('/auth?tenantId=north')
  await createAccount(page, email)
  await arrived(page)
  await signOut(page)
  await page.goto('/auth')
  await clinic(page, 'South clinic').click()
  await submitAddress(page, email)
  await expect(heading(page, 'Create account')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in somewhere else' }).click()
  await clinic(page, 'North clinic').click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await submitPassword(page)
  await arrived(page)
})
