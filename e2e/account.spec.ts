/** Account changes on /profile, against the emulator and the local inbox. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { openProfile, otherCode, refuse } from './setup/profile'
import { button, enterAddress, signIn, signOut, signUp, submitPassword } from './setup/steps'
import { expect, message, newAddress, newNumber, password, test } from './setup/test'
import { answered, declined } from './setup/visit'

async function newPerson(page: Page): Promise<string> {
  const email = newAddress()
  await signUp(page, email)
  await openProfile(page)
  return email
}

const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? ''

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

test('changes the email address by the mailed link', async ({ page }) => {
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
  await page.waitForTimeout(1100)
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

test('adds and removes a phone, but never the last sign-in method @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await newPerson(page)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expect(page.getByText('This is your only way to sign in')).toBeVisible()
  await button(page, 'Add phone').click()
  const field = page.getByLabel('Phone number')
  await expect(field).toHaveAttribute('autocomplete', 'tel')
  for (const [typed, expected] of [
    ['07700 900123', /Begin with the country code, such as \+44\./],
    ['+44 7700', /Enter a valid phone number/],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(expected)
  }
  const number = newNumber()
  await field.fill(newNumber())
  await field.press('Enter')
  await button(page, 'Change the number').click()
  await expect(field).toBeFocused()
  await field.fill(number.replace('+1650', '+1 650 '))
  await field.press('Enter')
  const code = page.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByText(`We sent a text message with a code to ${number}.`)).toBeVisible()
  const right = codeIn((await message(page, number)).text)
  for (const wrong of ['12', otherCode(right)]) {
    await code.fill(wrong)
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription('Wrong code. Try again.')
  }
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await code.press('Enter')
  await expect(page.getByText('You can now sign in by phone, too.')).toBeVisible()
  await expect(page.getByText(number, { exact: true })).toBeVisible()

  await button(page, 'Remove phone').click()
  await button(page, 'Keep phone').click()
  await expect(button(page, 'Remove phone')).toBeFocused()
  await button(page, 'Remove phone').click()
  await button(page, 'Yes, remove phone').click()
  await expect(page.getByText('You no longer sign in by phone.')).toBeVisible()
  await expect(button(page, 'Add phone')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('returns to the number when a code expired; reports too many codes @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await newPerson(page)
  await button(page, 'Add phone').click()
  const field = page.getByLabel('Phone number')
  await refuse(page, 'sendVerificationCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
  await field.fill(newNumber())
  await field.press('Enter')
  await expect(page.getByText('This phone number has been used too many times')).toBeVisible()
  await field.press('Enter')
  await refuse(page, 'signInWithPhoneNumber', 'SESSION_EXPIRED')
  await page.getByLabel('6-digit code').fill('123456')
  await button(page, 'Confirm the code').click()
  await expect(field).toHaveAccessibleDescription(/This code is no longer valid/)
})

async function newCaller(page: Page): Promise<string> {
  const number = newNumber()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  await page.getByLabel('Phone number').fill(number.slice(2))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByLabel('6-digit code').fill(codeIn((await message(page, number)).text))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/pricing\/start/)
  await openProfile(page)
  return number
}

test('a phone user sets a password and signs in with it @long', async ({ page }) => {
  const number = await newCaller(page)
  await expect(button(page, 'Change email')).toHaveCount(0)
  await button(page, 'Set a password').click()
  const email = newAddress()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('New password', { exact: true }).fill(password)
  const written = page.waitForResponse(/\/api\/users\/insert-or-update/)
  await button(page, 'Save password').click()
  await expect(page.getByText('You can now sign in with a password, too.')).toBeVisible()
  expect(await (await written).json()).toMatchObject({ email, phone: number })
  await expect(button(page, 'Change email')).toBeVisible()
  await button(page, 'Remove phone').click()
  await button(page, 'Yes, remove phone').click()
  await expect(page.getByText('You no longer sign in by phone.')).toBeVisible()
  await signOut(page)
  await signIn(page, email)
})

test('adds Google in a popup; closing it is silent, blocking is reported @long', async ({
  page,
  context,
  quietConsole,
}) => {
  // The emulator's account picker requests styles and fonts from the internet.
  quietConsole.allow(/ERR_NAME_NOT_RESOLVED|unpkg\.com|fonts\.googleapis/)
  // The SDK throws this after each storage answer; Google's messenger catches it, our stub does not.
  quietConsole.allow(/uncaught: Firebase: Error \(auth\/internal-error\)/)
  await newPerson(page)
  const add = button(page, 'Add Google')

  await page.evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await add.click()
  await expect(page.getByText('Allow pop-ups for this site and press again.')).toBeVisible()

  const [closed] = await Promise.all([context.waitForEvent('page'), add.click()])
  await closed.waitForLoadState()
  await closed.close()
  await expect(add).not.toHaveAttribute('aria-busy', 'true', { timeout: 30_000 })
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expect(add).toBeFocused()

  const [picker] = await Promise.all([context.waitForEvent('page'), add.click()])
  await picker.getByRole('button', { name: 'Add new account' }).click()
  await picker.locator('#email-input').fill(newAddress())
  await picker.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByText('You can now sign in with Google, too.')).toBeVisible()
  await expect(button(page, 'Remove Google')).toBeVisible()
  await expect(button(page, 'Remove password')).toBeVisible()
})

test('asks for the password in place after an old sign-in, and keeps input @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  await newPerson(page)
  const next = newAddress()
  await button(page, 'Change email').click()
  await page.getByLabel('New email address').fill(next)
  for (const leave of [true, false]) {
    await refuse(page, 'sendOobCode', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    await button(page, 'Send the link').click()
    const proof = page.getByRole('group', { name: 'Please confirm that it’s you.' })
    await expect(proof).toBeFocused()
    if (leave) {
      await proof.getByRole('button', { name: 'Leave it as it is' }).click()
      await expect(page.getByLabel('New email address')).toBeFocused()
      await expect(page.getByLabel('New email address')).toHaveValue(next)
      continue
    }
    const field = proof.getByLabel('Your password')
    await field.fill('not-the-password')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription("The email and password you entered don't match")
    await field.fill(password)
    await field.press('Enter')
  }
  await expect(page.getByText(`If we can use ${next}, we’ve sent a link there.`)).toBeVisible()
  expect((await message(page, next)).links).not.toEqual([])
})

test('asks for a phone code in place after an old sign-in @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const number = await newCaller(page)
  const before = codeIn((await message(page, number)).text)
  await button(page, 'Set a password').click()
  await page.getByLabel('Email address').fill(newAddress())
  await page.getByLabel('New password', { exact: true }).fill(password)
  await refuse(page, 'signUp', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await button(page, 'Save password').click()
  const proof = page.getByRole('group', { name: 'Please confirm that it’s you.' })
  await proof.getByRole('button', { name: `Send a code to ${number}` }).click()
  const code = proof.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect.poll(async () => codeIn((await message(page, number)).text)).not.toBe(before)
  await code.fill(codeIn((await message(page, number)).text))
  await code.press('Enter')
  await expect(page.getByText('You can now sign in with a password, too.')).toBeVisible()
})

test('an old sign-in can be renewed on the sign-in page, which leads back @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = await newPerson(page)
  await refuse(page, 'sendOobCode', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await button(page, 'Change email').click()
  await page.getByLabel('New email address').fill(newAddress())
  await button(page, 'Send the link').click()
  await button(page, 'Leave and sign in again').click()
  await page.waitForURL(/\/auth\?signInSuccessUrl=%2Fprofile/)
  const goto = page.goto.bind(page)
  page.goto = (url, options) => (url === '/auth' ? Promise.resolve(null) : goto(url, options))
  await enterAddress(page, email)
  await submitPassword(page)
  await page.waitForURL(/\/profile$/)
})

test('ends all sessions: this browser is signed out, others are refused @long', async ({ page, browser, baseURL }) => {
  const email = await newPerson(page)
  const context = await browser.newContext({ baseURL })
  await declined(context)
  const other = await context.newPage()
  await signIn(other, email)
  await openProfile(other)
  // The emulator's timestamps have whole seconds.
  await page.waitForTimeout(1100)
  await button(page, 'End all sessions').click()
  await expect(page.getByText('including this one')).toBeVisible()
  await button(page, 'Stay signed in').click()
  await expect(button(page, 'End all sessions')).toBeFocused()
  await button(page, 'End all sessions').click()
  await button(page, 'Yes, end all of them').click()
  await expect(page.getByText('All your sessions have ended.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')

  await button(other, 'Delete my account').click()
  const refused = other.waitForResponse(/\/api\/users\/delete-account/)
  await button(other, 'Yes, delete my account').click()
  expect((await refused).status()).toBe(401)
  await context.close()
  await signIn(page, email)
})

test('says what helps when the server cannot end sessions @once @long', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    await route.fulfill({ response, json: { ...config, identity: { ...config.identity, admin: false } } })
  })
  await newPerson(page)
  await expect(page.getByText(/If you change your password.*about an hour/)).toBeVisible()
  await expect(button(page, 'End all sessions')).toHaveCount(0)
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
