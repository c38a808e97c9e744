/** Each way to sign in, the steps of the form, other tabs, and tenants. */
import type { Page } from 'playwright/test'
import { pick } from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'
import {
  arrived,
  requestLink,
  requestReset,
  resetPassword,
  signIn,
  signInByPhone,
  signOut,
  signUp,
  submitAddress,
  submitNewAccount,
  submitPassword,
} from './setup/steps'
import { expect, newAddress, newNumber, origin, test } from './setup/test'

const usersCalls = (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/api\/users\/(get-user|insert)/.test(pathname)) calls.push(pathname.replace('/api/users/', ''))
  })
  return calls
}

test('signs up with email and password, and stores the record', async ({ page }) => {
  const calls = usersCalls(page)
  const email = newAddress()
  await signUp(page, email, 'Grace Hopper')
  expect(calls.slice(0, 3)).toEqual(['get-user', 'insert-or-update', 'get-user'])
  const sent = await page.evaluate(() => localStorage.getItem('unhurried-session'))
  expect(sent).toContain('uid')
})

test('signs in by phone with a text code', async ({ page }) => {
  await signInByPhone(page, newNumber())
})

test('an email link leads to /auth and signs in', async ({ page }) => {
  const email = newAddress()
  await page.goto('/auth')
  const link = await requestLink(page, email)
  expect(new URL(link).origin + new URL(link).pathname).toBe(`${origin()}/auth`)
  await page.goto(link)
  await arrived(page)
})

test('resets a forgotten password by email', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await signOut(page)
  await page.goto(await requestReset(page, email))
  await resetPassword(page, 'another-word-8')
  await signIn(page, email, 'another-word-8')
})

for (const provider of ['Google', 'Facebook']) {
  test(`signs in with ${provider}`, async ({ page, quietConsole }) => {
    // The emulator's account picker requests styles and fonts from the internet.
    quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
    const email = newAddress()
    await page.goto('/auth')
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await pick(page, provider, email)
    await arrived(page)
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('Ada of elsewhere')
  })
}

test('signing out reaches other tabs', async ({ page, context }) => {
  await signUp(page, newAddress())
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.locator('html')).toHaveAttribute('data-session', 'in')
  await signOut(page)
  await expect(other.locator('html')).toHaveAttribute('data-session', 'out')
  await other.close()
})

test('requests the plan once for many pages', async ({ page }) => {
  await signUp(page, newAddress())
  await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeVisible()
  let requestCount = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/users/current-plan') requestCount += 1
  })
  for (const path of ['/', '/features', '/blog', '/faq', '/about', '/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(requestCount).toBeLessThanOrEqual(1)
})

test('a plan leads to "I\'m new here", a plain link to "Sign in"', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('radio', { name: 'Sign in' })).toBeChecked()
  await page.goto('/pricing/start')
  await page.getByRole('link', { name: 'Continue to sign in' }).first().click()
  await expect(page.getByRole('radio', { name: "I'm new here" })).toBeChecked()
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

test('inside an app’s browser, warns about Google and offers the other browser', async ({ browser, baseURL }) => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/137.0.0.0 BytedanceWebview/d8a21c6'
  const context = await browser.newContext({ baseURL, userAgent })
  const page = await context.newPage()
  await page.goto('/auth')
  await expect(page.getByText('Google doesn’t allow sign-in inside TikTok.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open in your browser' })
  await expect(link).toHaveAttribute('href', /^intent:\/\/localhost.*scheme=http;/)
  await context.close()
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
