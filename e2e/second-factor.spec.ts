import { paths } from '@/lib/site'
import { quietly } from './setup/flows'
import { declined } from './setup/visit'
import type { Page } from 'playwright/test'
import { accountsOf, asNewUser } from './setup/accounts'
import { pick, record, test } from './setup/flows'
import { look } from './setup/look'
import { arrived, button, enterAddress, openProfile, signOut } from './setup/steps'
import { codeIn, expect, inbox, mailedLink, newAddress, newNumber, password } from './setup/test'

test.describe.configure({ mode: 'parallel' })

quietly()
test.beforeEach(({ context }) => declined(context))

const codeField = (page: Page) => page.getByLabel('6-digit code')

/** Signs up, confirms the email address and opens the profile. */
async function confirmedPerson(page: Page): Promise<string> {
  const email = await asNewUser(page, paths.profile)
  await button(page, 'Add text codes').click()
  await button(page, 'Email me a link').click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  const wrote = page.waitForRequest(/insert-or-update/)
  await page.goto(await mailedLink(page, email))
  await expect(page.getByRole('heading', { name: 'Your email has been verified' })).toBeVisible()
  await wrote
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  return email
}

/** The newest code sent to a number, except the earlier ones. */
async function texted(page: Page, number: string, ...before: string[]): Promise<string> {
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
async function addPhone(page: Page, number: string): Promise<string> {
  await button(page, 'Add text codes').click()
  await page.getByLabel('Phone number').fill(number)
  await button(page, 'Send a code').click()
  const code = await texted(page, number)
  await codeField(page).fill(code)
  await button(page, 'Confirm the code').click()
  await expect(page.getByText('From now on, signing in also asks for a code that we text you.')).toBeVisible()
  return code
}

async function toSecondStep(page: Page, email: string): Promise<void> {
  await enterAddress(page, email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}

const masked = (number: string) => `•••• ${number.slice(-4)}`

test('adds a text code, signs in with it by keyboard alone and removes it', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  // The profile may still be listing pictures when the session ends.
  quietConsole.allow(/status of 403.*\/v0\/b\//)
  const email = await confirmedPerson(page)
  const number = newNumber()
  const first = await addPhone(page, number)
  const row = page.getByRole('heading', { name: 'Two-step verification: text codes' })
  await expect(row).toBeVisible()
  await expect(page.getByText(`Text codes to ${masked(number)}, added on`)).toBeVisible()
  await page.reload()
  await expect(row).toBeVisible()

  await signOut(page)
  await toSecondStep(page, email)
  await expect(page.getByRole('heading', { name: 'Enter the code from your text message', level: 2 })).toBeVisible()
  await expect(page).toHaveTitle(/^Enter the code from your text message · /)
  await expect(page.getByText(`We’ve texted a 6-digit code to ${masked(number)}.`)).toBeVisible()
  const field = codeField(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  const code = await texted(page, number, first)
  for (const wrong of ['12', code === '000000' ? '111111' : '000000']) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(wrong)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong code. Try again.' })).toBeVisible()
    await expect(field).toHaveAccessibleDescription(/Wrong code\. Try again\./)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
  }
  await look(page, 'a wrong code')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(code)
  await expect(field).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await arrived(page)
  await openProfile(page)
  await expect(page.getByRole('main')).toContainText(email)

  await button(page, 'Remove text codes').click()
  await button(page, 'Keep it').click()
  await expect(button(page, 'Remove text codes')).toBeFocused()
  await button(page, 'Remove text codes').click()
  await button(page, 'Yes, remove it').click()
  await expect(page.getByText(/is no longer a second step of your account/)).toBeVisible()
  await signOut(page)
  await toSecondStep(page, email)
  await arrived(page)
})

test('asks for the second factor after Google', async ({ page }) => {
  const email = newAddress()
  const number = newNumber()
  await accountsOf(email).withProvider('google.com')
  const factor = { mfaEnrollmentId: `phone-${number}`, phoneInfo: number, enrolledAt: '2026-11-01T10:00:00Z' }
  await accountsOf(email).change({ emailVerified: true, mfa: { enrollments: [factor] } })
  await page.goto('/auth')
  await button(page, 'Continue with Google').click()
  await pick(page, 'Google', email)
  await expect(page.getByText(`We’ve texted a 6-digit code to ${masked(number)}.`)).toBeVisible()
  await codeField(page).fill(await texted(page, number))
  await codeField(page).press('Enter')
  await arrived(page)
  expect(await record(page)).toMatchObject({ email })
})
