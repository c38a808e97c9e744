import type { Page } from 'playwright/test'
import { arrived, signOut } from './setup/steps'
import { withSignIn } from './setup/sign-in-settings'
import { expect, newAddress, password, test } from './setup/test'

// The first look for a person's record answers 404, which a browser writes into its console.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

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

/** Fills in what the page asks of somebody new, from the address on. */
async function createAccount(page: Page, email: string, name = 'Ada of the north') {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await saveAccount(page, name)
}
async function saveAccount(page: Page, name: string) {
  await expect(heading(page, 'Create account')).toBeVisible()
  await page.getByLabel('First & last name').fill(name)
  await page.getByLabel('Choose password').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
}

/** The tenant in the identity token that the page keeps. */
const keptTenant = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('firebaseLocalStorageDb')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    const kept = all.result as { fbase_key: string; value: { tenantId?: string } }[]
    return kept.filter(({ fbase_key }) => fbase_key.startsWith('firebase:authUser')).map(({ value }) => value.tenantId)
  })

test('somebody new chooses where they belong, signs up there and is known on the site', async ({ page }) => {
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

test('an account of one tenant is none of another', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await withSignIn(page, { tenants, emailEnumerationProtection: 'off' })
  const email = newAddress()
  await page.goto('/auth?tenantId=north')
  await createAccount(page, email)
  await arrived(page)
  await signOut(page)
  await page.goto('/auth')
  await clinic(page, 'South clinic').click()
  await page.getByRole('button', { name: 'Sign in with email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 'Create account')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in somewhere else' }).click()
  await clinic(page, 'North clinic').click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await arrived(page)
})

test('a page that is open in another tab hears of it', async ({ page, context }) => {
  const other = await context.newPage()
  for (const each of [page, other]) {
    await withSignIn(each, { tenants })
    await each.goto('/auth?tenantId=north')
    await expect(each.getByLabel('Email')).toBeVisible()
  }
  await createAccount(page, newAddress())
  await arrived(page)
  await expect(other.getByRole('link', { name: 'Continue' })).toBeVisible()
})

test('the address can name the tenant, also the project itself', async ({ page }) => {
  await withSignIn(page, {
    tenants: { ...tenants, _: { displayName: 'Everybody', signInOptions: ['password', 'phone'] } },
  })
  await page.goto('/auth?tenantId=south')
  await expect(page.getByRole('button', { name: 'Sign in with phone' })).toBeVisible()
  await page.goto('/auth?tenantId=')
  await page.getByRole('button', { name: 'Sign in with email' }).click()
  await createAccount(page, newAddress(), 'Everybody’s Ada')
  await arrived(page)
  expect(await keptTenant(page)).toEqual([undefined])
})

test('a tenant that is not there is said, with a way on', async ({ page }) => {
  await withSignIn(page, { tenants })
  await page.goto('/auth?tenantId=west')
  await expect(heading(page, 'Error encountered')).toBeVisible()
  await expect(page.getByText('There is no place to sign in under this address.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(clinic(page, 'North clinic')).toBeVisible()
})

test('asked for the address first, each is led to their own tenant', async ({ page }) => {
  await withSignIn(page, { tenants, displayMode: 'identifierFirst' })
  await page.goto('/auth')
  const email = newAddress().replace(/@.*/, '@north.example')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/[?&]tenantId=north/)
  // The address is known by now; somebody new says so.
  await page.getByRole('radio', { name: "I'm new here" }).check({ force: true })
  await saveAccount(page, 'Ada by address')
  await arrived(page)
  expect(await keptTenant(page)).toEqual(['north'])
})

test('an address that belongs to no tenant is told so', async ({ page }) => {
  await withSignIn(page, { tenants, displayMode: 'identifierFirst' })
  await page.goto('/auth')
  await page.getByLabel('Email').fill('ada@west.example')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(
    page.getByText('No sign-in provider is available for the given email, please try with a different email.'),
  ).toBeVisible()
  await page.getByLabel('Email').fill('ada@south.example')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/[?&]tenantId=south/)
})

test('without a connection it says so, and goes on from there', async ({ page, context }) => {
  await withSignIn(page, { tenants })
  await page.goto('/auth')
  await expect(clinic(page, 'North clinic')).toBeVisible()
  // Its pictures come a moment after the list, and ask for nothing once they are there.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await clinic(page, 'North clinic').click()
  await expect(heading(page, 'Error encountered')).toBeVisible()
  await expect(page.getByText('A network error has occurred. Try again later.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('the signed-out page has a way on', async ({ page }) => {
  await withSignIn(page, { tenants })
  await page.goto('/auth?mode=signOut')
  await expect(heading(page, 'Sign Out')).toBeVisible()
  await expect(page.getByText('You are now successfully signed out.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(clinic(page, 'North clinic')).toBeVisible()
})
