/** Users with second factors, and the steps that add and pass them. */
import type { Page } from 'playwright/test'
import { totpCode } from '@/local/totp'
import { openProfile } from './profile'
import { button, enterAddress, signUp } from './steps'
import { expect, mailedLink, newAddress, password } from './test'

export const codeField = (page: Page) => page.getByLabel('6-digit code')

/** Signs up, confirms the email address and opens the profile. */
export async function confirmedPerson(page: Page): Promise<string> {
  const email = newAddress()
  await signUp(page, email)
  await openProfile(page)
  await button(page, 'Add authenticator app').click()
  await button(page, 'Email me a link').click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  await openLink(page, email)
  await openProfile(page)
  return email
}

export async function openLink(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page, email))
  await expect(page.getByRole('heading', { name: 'Your email has been verified' })).toBeVisible()
}

/** @returns the key of the app */
export async function addApp(page: Page): Promise<string> {
  await button(page, 'Add authenticator app').click()
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  await codeField(page).fill(totpCode(key))
  await button(page, 'Confirm the code').click()
  await expect(page.getByText('also asks for a code from your authenticator app.')).toBeVisible()
  return key
}

export async function toSecondStep(page: Page, email: string): Promise<void> {
  await enterAddress(page, email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}
