import { quietly } from './setup/flow-journeys'
import { declined } from './setup/visit'
import { totpCode } from '@/local/totp'
import { test } from './setup/flows'
import { look } from './setup/look'
import { openProfile, refuse } from './setup/profile'
import { arrived, button, signUp } from './setup/steps'
import { expect, newAddress, newNumber, password } from './setup/test'
import { codeField, confirmedPerson, openLink, addApp, toSecondStep } from './setup/second-factor'

test.describe.configure({ mode: 'parallel' })

quietly()
test.beforeEach(({ context }) => declined(context))

test('asks for the second factor before changing the password @long', async ({ page }) => {
  await confirmedPerson(page)
  const key = await addApp(page)
  await button(page, 'Change password').click()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill('another-word-8')
  await page.getByLabel('New password', { exact: true }).press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Enter the code from your authenticator app', level: 4 }),
  ).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await look(page, 'a second step on the profile')
  await codeField(page).fill(totpCode(key))
  await codeField(page).press('Enter')
  // Again, for the sign-in with the new password.
  await expect(codeField(page)).toHaveValue('')
  await codeField(page).fill(totpCode(key))
  await codeField(page).press('Enter')
  await expect(page.getByText('You’ve changed your password.')).toBeVisible()
})

test('confirms an old sign-in in place before adding a factor @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await confirmedPerson(page)
  await refuse(page, 'mfaEnrollment:start', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await button(page, 'Add authenticator app').click()
  await page.getByLabel('Your password').fill(password)
  await button(page, 'Confirm with password').click()
  await expect(page.locator('code')).toBeVisible()
})

test('reports second factors disabled in the project @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await confirmedPerson(page)
  await refuse(page, 'mfaEnrollment:start', 'OPERATION_NOT_ALLOWED : SMS based MFA not enabled.', 2)
  await button(page, 'Add authenticator app').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Second steps are switched off for this site' })
  await expect(alert).toBeVisible()
  await look(page, 'second steps switched off')
  await button(page, 'Don’t add an app').click()
  await button(page, 'Add text codes').click()
  await page.getByLabel('Phone number').fill(newNumber())
  await button(page, 'Send a code').click()
  await expect(alert).toBeVisible()
})

test('asks for a confirmed address, and checks again @long', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await openProfile(page)
  await button(page, 'Add text codes').click()
  await expect(page.getByText(`Please confirm first that ${email} is your address.`)).toBeVisible()
  await button(page, 'I’ve confirmed it').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your address isn’t confirmed yet.' })).toBeVisible()
  await look(page, 'an address that is not confirmed')
  await button(page, 'Email me a link').click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  const other = await page.context().newPage()
  await openLink(other, email)
  await other.close()
  await button(page, 'I’ve confirmed it').click()
  await expect(page.getByLabel('Phone number')).toBeFocused()
})

test('reports that removing a factor ended the session @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = await confirmedPerson(page)
  await addApp(page)
  await button(page, 'Remove app').click()
  // The service removes the factor and revokes every session.
  await page.route(/accounts\/mfaEnrollment:withdraw/, async (route) => {
    const answer = await route.fetch()
    await refuse(page, 'lookup', 'TOKEN_EXPIRED')
    await route.fulfill({ response: answer, json: {} })
  })
  await button(page, 'Yes, remove it').click()
  await expect(page.getByText('Your second step is removed, and you’ve been signed out')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await toSecondStep(page, email)
  await arrived(page)
})
