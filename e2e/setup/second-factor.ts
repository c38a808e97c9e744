/** Users with second factors, and the steps that add and pass them. */
import type { Page } from 'playwright/test'
import { openProfile } from './profile'
import { button, enterAddress, signUp } from './steps'
import { codeIn, expect, inbox, mailedLink, newAddress, password } from './test'

export const codeField = (page: Page) => page.getByLabel('6-digit code')

/** Signs up, confirms the email address and opens the profile. */
export async function confirmedPerson(page: Page): Promise<string> {
  const email = newAddress()
  await signUp(page, email)
  await openProfile(page)
  await button(page, 'Add text codes').click()
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

/** The newest code sent to a number, except the earlier ones. */
export async function texted(page: Page, number: string, ...before: string[]): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      code = codeIn((await inbox(page)).find(({ to }) => to === number)?.text)
      return code !== '' && !before.includes(code)
    })
    .toBe(true)
  return code
}

/** @returns the code that was sent */
export async function addPhone(page: Page, number: string): Promise<string> {
  await button(page, 'Add text codes').click()
  await page.getByLabel('Phone number').fill(number)
  await button(page, 'Send a code').click()
  const code = await texted(page, number)
  await codeField(page).fill(code)
  await button(page, 'Confirm the code').click()
  await expect(page.getByText('From now on, signing in also asks for a code that we text you.')).toBeVisible()
  return code
}

export async function toSecondStep(page: Page, email: string): Promise<void> {
  await enterAddress(page, email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}
