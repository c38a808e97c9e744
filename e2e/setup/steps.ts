/** User actions, by visible names. */
import { expect, type Page } from 'playwright/test'
import { projectId } from '@/local/project'
import { password } from './test'

/** Opens /auth and goes as far as the address leads. */
export async function enterAddress(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Signs up with e-mail and password on /auth, and waits until the site has moved on. */
export async function signUp(page: Page, email: string, name = 'Ada Lovelace'): Promise<void> {
  await enterAddress(page, email)
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await page.getByLabel('First & last name').fill(name)
  await page.getByLabel('Choose password').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await arrived(page)
}

/**
 * Marks the address of an account as confirmed, as the link of a verification email does.
 * @param identity origin of the identity emulator
 */
export async function confirmEmail(page: Page, email: string, identity = process.env.E2E_IDENTITY ?? '') {
  const base = `${identity}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  const headers = { authorization: 'Bearer owner' }
  const { users } = await (await page.request.post(`${base}:lookup`, { headers, data: { email: [email] } })).json()
  const data = { localId: users[0].localId, emailVerified: true }
  expect((await page.request.post(`${base}:update`, { headers, data })).ok()).toBe(true)
}

/** Signs in with a known address. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await enterAddress(page, email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: /^sign in$/i }).click()
  await arrived(page)
}

/** Leaves by the profile's button, which leads home. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** The exact address that a sign-in leads to. */
export async function arrived(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/pricing/start/' && url.search === '?c=true')
}

/** Presses the pay button of the monthly plan and then `Pay` on the provider's page. */
export async function subscribe(page: Page, way: 'Pay by card' | 'Other ways to pay' = 'Pay by card'): Promise<void> {
  await page.getByRole('button', { name: way }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/\/pricing\/thankyou\//)
}

/** The trial's calls to action that can be seen now: the button and, on a phone, the pill. */
export const trialActions = (page: Page) =>
  page.getByRole('link', { name: /^(Start My Free Trial|Try)/ }).filter({ visible: true })
