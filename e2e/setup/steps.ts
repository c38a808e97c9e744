/** User actions, by visible names. */
import { expect, type Page } from 'playwright/test'
import { password } from './test'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Submits an address on the open sign-in page. */
export async function submitAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
}

export async function submitPassword(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: /^sign in$/i }).click()
}

/** Ticks the consent that comes before a new account. */
export const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree/ }).check()

export async function submitNewAccount(page: Page, name = 'Ada Lovelace'): Promise<void> {
  await agree(page)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Choose password').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
}

/** Opens /auth and submits an address. */
export async function enterAddress(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await submitAddress(page, email)
}

/** Signs up with email and password, and waits for the next page. */
export async function signUp(page: Page, email: string, name?: string): Promise<void> {
  await enterAddress(page, email)
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await submitNewAccount(page, name)
  await arrived(page)
}

/** Leaves by the profile's button, which leads home. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('You’re signed out.')).toBeVisible()
}

/** Waits for the exact address that a sign-in leads to. Agrees first if a new account was created without the tick. */
export async function arrived(page: Page): Promise<void> {
  const create = button(page, 'Create my account')
  const isAsked = create.waitFor().then(
    () => true,
    () => false,
  )
  const arrival = page.waitForURL((url) => url.pathname === '/pricing/start/' && url.search === '?c=true')
  if (await Promise.race([isAsked, arrival.then(() => false)])) {
    await agree(page)
    await create.click()
  }
  await arrival
}

/** Presses the pay button of the monthly plan and then `Pay` on the provider's page. */
export async function subscribe(page: Page, way: 'Pay by card' | 'Other ways to pay' = 'Pay by card'): Promise<void> {
  await page.getByRole('button', { name: way }).first().click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(/\/pricing\/thankyou\//)
}

/** Cancels the plan on the open profile. */
export async function cancelPlan(page: Page): Promise<void> {
  await button(page, 'Cancel plan').click()
  await button(page, 'Yes, cancel my plan').click()
}

/** The trial's calls to action that can be seen now: the button and, on a phone, the pill. */
export const trialActions = (page: Page) =>
  page.getByRole('link', { name: /^(Start My Free Trial|Start again|Resume your plan|Try)/ }).filter({ visible: true })

export const messageText = 'Hello.\n\nHow does a call begin?'

/** Fills in the contact form. */
export async function writeMessage(page: Page, email: string, text = messageText): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Your message').fill(text)
}

/** Opens the profile and waits for its list of sign-in methods. */
export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
}
