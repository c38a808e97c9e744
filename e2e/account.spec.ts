/** Account changes on /profile, against the emulator and the local inbox. */
import { look } from './setup/look'
import { newPerson, nextSecond, openProfile, refuse } from './setup/profile'
import { button, signIn } from './setup/steps'
import { expect, message, newAddress, newNumber, password, test } from './setup/test'
import { answered, declined } from './setup/visit'

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

test('reports a name that our record refused, and stores it on retry @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 503.*insert-or-update/)
  await newPerson(page)
  await page.route(
    /\/api\/users\/insert-or-update/,
    (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
    { times: 1 },
  )
  const save = async (expected: string | RegExp) => {
    const written = page.waitForResponse(/\/api\/users\/insert-or-update/)
    await button(page, 'Change name').click()
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
    await button(page, 'Save name').click()
    await expect(page.getByText(expected)).toBeVisible()
    await expect(page.getByText('Grace Hopper')).toBeVisible()
    return (await written).status()
  }
  expect(await save('we couldn’t update our record just now. Please save it again')).toBe(503)
  expect(await save(/^You’ve changed your name\.$/)).toBe(200)
  // A lookup of the record may still be in flight.
  await page.waitForLoadState('networkidle')
  const record = await answered(page, /\/api\/users\/get-user/, () => page.reload())
  expect(record.json).toMatchObject({ name: 'Grace Hopper' })
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

test('changes the email address by the mailed link @long', async ({ page }) => {
  await newPerson(page)
  await button(page, 'Change email').click()
  const field = page.getByLabel('New email address')
  await expect(field).toBeFocused()
  for (const [typed, expected] of [
    ['', 'Enter your email address to continue'],
    ['ada@people', "That email address isn't correct"],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(new RegExp(expected))
    await expect(field).toBeFocused()
  }
  const next = newAddress()
  await field.fill(next)
  await button(page, 'Send the link').click()
  await expect(page.getByText(`If we can use ${next}, we’ve sent a link there.`)).toBeVisible()

  const { links } = await message(page, next)
  expect(new URL(links[0] ?? '').pathname).toBe('/auth')
  await page.goto(links[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Your email has been verified and changed' })).toBeFocused()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('no browser')
  const fresh = await other.newPage()
  await signIn(fresh, next)
  await fresh.goto('/profile')
  await expect(fresh.getByRole('main')).toContainText(next)
  await other.close()
})

test('reports a taken address only when the provider reveals it @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await newPerson(page)
  await refuse(page, 'sendOobCode', 'EMAIL_EXISTS')
  await button(page, 'Change email').click()
  const field = page.getByLabel('New email address')
  await field.fill(newAddress())
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/The email address is already used by another account/)
  await expect(page.getByText('we’ve sent a link there')).toHaveCount(0)
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

test('sends a reset link for a forgotten password @long', async ({ page }) => {
  const email = await newPerson(page)
  await button(page, 'Change password').click()
  await button(page, 'Email me a link instead').click()
  await expect(page.getByText(`We’ve sent a link to ${email}`)).toBeVisible()
  const { links } = await message(page, email)
  expect(links[0]).toContain('mode=resetPassword')
})

test('changes the password by keyboard alone @once @long', async ({ page }) => {
  await newPerson(page)
  await button(page, 'Change password').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.type('another-word-8')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You’ve changed your password.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).not.toHaveCount(0)
})

test('every account form is accessible in both themes @once @long', async ({ page, context, quietConsole }) => {
  test.setTimeout(240_000)
  quietConsole.allow(/status of 400/)
  await declined(context)
  await newPerson(page)
  await look(page, 'the account')
  for (const [open, submit] of [
    ['Change name', 'Save name'],
    ['Change email', 'Send the link'],
    ['Change password', 'Save password'],
    ['Add phone', 'Send a code'],
    ['End all sessions', ''],
  ] as const) {
    await button(page, open).click()
    if (open === 'Change name') await page.getByLabel('Name', { exact: true }).fill('')
    if (submit) await button(page, submit).click()
  }
  await look(page, 'every form with an error')
  await refuse(page, 'sendOobCode', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await page.getByLabel('New email address').fill(newAddress())
  await button(page, 'Send the link').click()
  await expect(page.getByText('Please confirm that it’s you.')).toBeVisible()
  const number = newNumber()
  await page.getByLabel('Phone number').fill(number)
  await button(page, 'Send a code').click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await look(page, 'a fresh sign-in asked for, and a code')
})

test('confirms the email address by a mailed link @long', async ({ page }) => {
  const email = await newPerson(page)
  await expect(page.getByText('Not confirmed yet.')).toBeVisible()
  await button(page, 'Confirm email').click()
  await button(page, 'Email me a link').click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  const { links } = await message(page, email)
  await page.goto(links[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Your email has been verified' })).toBeVisible()
  await openProfile(page)
  await expect(page.getByText('Not confirmed yet.')).toHaveCount(0)
  await expect(button(page, 'Confirm email')).toHaveCount(0)
})
