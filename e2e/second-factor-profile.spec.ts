import { quietly } from './setup/flows'
import { declined } from './setup/visit'
import { test } from './setup/flows'
import { look } from './setup/look'
import { refuse } from './setup/profile'
import { button } from './setup/steps'
import { expect, newNumber, password } from './setup/test'
import { addPhone, codeField, confirmedPerson, texted } from './setup/second-factor'

test.describe.configure({ mode: 'parallel' })

quietly()
test.beforeEach(({ context }) => declined(context))

test('asks for the second factor before changing the password', async ({ page }) => {
  await confirmedPerson(page)
  const number = newNumber()
  const added = await addPhone(page, number)
  await button(page, 'Change password').click()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill('another-word-8')
  await page.getByLabel('New password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter the code from your text message', level: 4 })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await look(page, 'a second step on the profile')
  const first = await texted(page, number, added)
  await codeField(page).fill(first)
  await codeField(page).press('Enter')
  // Again, for the sign-in with the new password.
  await expect(codeField(page)).toHaveValue('')
  await codeField(page).fill(await texted(page, number, added, first))
  await codeField(page).press('Enter')
  await expect(page.getByText('You’ve changed your password.')).toBeVisible()
})

test('confirms an old sign-in in place before adding a factor', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await confirmedPerson(page)
  await button(page, 'Add text codes').click()
  await page.getByLabel('Phone number').fill(newNumber())
  await refuse(page, 'mfaEnrollment:start', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await button(page, 'Send a code').click()
  await page.getByLabel('Your password').fill(password)
  await button(page, 'Confirm with password').click()
  await expect(codeField(page)).toBeVisible()
})
