/** Sign-in methods and sessions on /profile. */
import type { Page } from 'playwright/test'
import { newPerson, nextSecond, openProfile, otherCode, refuse } from './setup/profile'
import { button, enterAddress, signIn, signInByPhone, signOut, submitPassword } from './setup/steps'
import { expect, message, newAddress, newNumber, password, smsCode, test } from './setup/test'
import { declined } from './setup/visit'

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
  const right = await smsCode(page, number)
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
  await signInByPhone(page, number)
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
  const before = await smsCode(page, number)
  await button(page, 'Set a password').click()
  await page.getByLabel('Email address').fill(newAddress())
  await page.getByLabel('New password', { exact: true }).fill(password)
  await refuse(page, 'signUp', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  await button(page, 'Save password').click()
  const proof = page.getByRole('group', { name: 'Please confirm that it’s you.' })
  await proof.getByRole('button', { name: `Send a code to ${number}` }).click()
  const code = proof.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect.poll(() => smsCode(page, number)).not.toBe(before)
  await code.fill(await smsCode(page, number))
  await code.press('Enter')
  await expect(page.getByText('You can now sign in with a password, too.')).toBeVisible()
})

test('renews an old sign-in on the sign-in page, then returns @long', async ({ page, quietConsole }) => {
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
  await nextSecond()
  await openProfile(other)
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

test('explains what helps if the server cannot end sessions @once @long', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    await route.fulfill({ response, json: { ...config, identity: { ...config.identity, admin: false } } })
  })
  await newPerson(page)
  await expect(page.getByText(/If you change your password.*about an hour/)).toBeVisible()
  await expect(button(page, 'End all sessions')).toHaveCount(0)
})
