/** Account changes on /profile, against the emulator and the local inbox. */
import { newPerson, nextSecond } from './setup/profile'
import { button, signIn } from './setup/steps'
import { expect, password, test } from './setup/test'
import { answered } from './setup/visit'

test('shows a new name at once and after a reload, and stores it', async ({ page }) => {
  await newPerson(page)
  await button(page, 'Change name').click()
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Ada Lovelace')
  await field.fill('   ')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Enter your account name')
  await field.fill('Grace Hopper')
  const written = page.waitForResponse(/\/api\/users\/insert-or-update/)
  await button(page, 'Save name').click()
  await expect(page.getByText('You’ve changed your name.')).toBeVisible()
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await expect(button(page, 'Change name')).toBeFocused()
  expect((await written).status()).toBe(200)

  // A lookup of the record may still be in flight.
  await page.waitForLoadState('networkidle')
  const record = await answered(page, /\/api\/users\/get-user/, () => page.reload())
  expect(record.json).toMatchObject({ name: 'Grace Hopper', username: 'Grace Hopper' })
  await expect(page.getByText('Grace Hopper')).toBeVisible()
})

test('keeps a name that could not be sent in the field; Escape discards it', async ({ page, quietConsole }) => {
  quietConsole.allow(/net::ERR_FAILED|accounts:update/)
  await newPerson(page)
  await page.route(/accounts:update/, (route) => route.abort(), { times: 1 })
  await button(page, 'Change name').click()
  const field = page.getByLabel('Name', { exact: true })
  await field.fill('Grace Hopper')
  await button(page, 'Save name').click()
  await expect(page.getByRole('alert').filter({ hasText: 'A network error has occurred' })).toBeVisible()
  await expect(field).toHaveValue('Grace Hopper')
  await field.press('Escape')
  await expect(button(page, 'Change name')).toBeFocused()
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
})

test('changes the password and keeps this browser signed in', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = await newPerson(page)
  await button(page, 'Change password').click()
  const current = page.getByLabel('Current password')
  const next = page.getByLabel('New password', { exact: true })
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')
  await current.press('Enter')
  await expect(current).toHaveAccessibleDescription('Enter your password')
  await current.fill('not-the-password')
  await next.fill('12345')
  await next.press('Enter')
  await expect(next).toHaveAccessibleDescription(
    /Strong passwords have at least 6 characters and a mix of letters and numbers/,
  )
  await next.fill('another-word-8')
  await next.press('Enter')
  await expect(current).toHaveAccessibleDescription("The email and password you entered don't match")
  await expect(current).toBeFocused()
  await current.fill(password)
  await current.press('Enter')
  await expect(page.getByText('You’ve changed your password.')).toBeVisible()

  // The server refuses revoked sign-ins here; this browser's sign-in is still valid.
  await nextSecond()
  await button(page, 'End all sessions').click()
  await button(page, 'Yes, end all of them').click()
  await expect(page.getByText('All your sessions have ended.')).toBeVisible()
  await signIn(page, email, 'another-word-8')
})
