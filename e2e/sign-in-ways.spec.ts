import type { Page } from 'playwright/test'
import { quietly } from './setup/flow-journeys'
import {
  account,
  actionCode,
  create,
  giveAddress,
  heading,
  known,
  linkAccount,
  pick,
  providerAccount,
  record,
  signInButton,
  test,
  unverified,
} from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'
import { arrived, signUp, submitAddress, submitPassword } from './setup/steps'
import { expect, message, newAddress, newNumber, password } from './setup/test'

quietly()

const google = 'Continue with Google'
/** The SDK waits some seconds before it treats a popup as closed. */
const surelyClosedMs = 11_000

test.describe('redirect', () => {
  test('reports going back, and offers a popup @once', async ({ page }) => {
    const email = newAddress()
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try again in a small window' }).click(),
    ])
    await pick(popup, 'Google', email)
    await arrived(page)
    expect(await record(page)).toMatchObject({ email, providerId: 'google.com' })
  })

  test('going back offers other ways in one press @once @long', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Other ways to sign in' }).click()
    await expect(page.getByText('was not finished')).toBeHidden()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    // The next visit shows no trace of it.
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('was not finished')).toBeHidden()
  })

  test('reports a result that the browser lost @once', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    // As in browsers that partition the helper's storage.
    await page.addInitScript(() => {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith('firebase:')) sessionStorage.removeItem(key)
    })
    await page.goto('/auth')
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
  })

  test('a single provider opens at once, without a loop @once', async ({ page }) => {
    await withSignIn(page, { signInOptions: ['google.com'], immediateFederatedRedirect: true })
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goto('/auth')
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })
})

test.describe('popup', () => {
  test.beforeEach(({ page }) => withSignIn(page, { signInFlow: 'popup' }))

  test('signs in with a popup of 500 by 600 @once', async ({ page }) => {
    const email = newAddress()
    await page.addInitScript(() => {
      const open = window.open
      window.open = (address, name, features) => {
        document.documentElement.dataset.features = features ?? ''
        return open.call(window, address, name, features)
      }
    })
    await page.goto('/auth')
    const button = page.getByRole('button', { name: google })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await expect(page.locator('html')).toHaveAttribute('data-features', /width=500.*height=600|height=600.*width=500/)
    await pick(popup, 'Google', email)
    await arrived(page)
  })

  test('a closed popup shows no message and restores the focus @once', async ({ page }) => {
    await page.clock.install()
    await page.goto('/auth')
    const button = page.getByRole('button', { name: google })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await popup.close()
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.providerId)
    expect(await focused()).toBe('google.com')
    await page.clock.runFor(surelyClosedMs)
    expect(await focused()).toBe('google.com')
    await expect(page.getByRole('alert').filter({ visible: true, hasText: /\S/ })).toHaveCount(0)
  })

  test('a blocked popup falls back to a redirect @once', async ({ page }) => {
    const email = newAddress()
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await pick(page, 'Google', email)
    await arrived(page)
  })

  test('links an account with the same address @once', async ({ page }) => {
    const email = newAddress()
    const uid = await account(email)
    await unverified(page, 'facebook.com')
    await page.goto('/auth')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Facebook' }).click(),
    ])
    await pick(popup, 'Facebook', email)
    await submitPassword(page)
    await arrived(page)
    const [user] = await known(email)
    expect(user?.localId).toBe(uid)
    expect(user?.providerUserInfo?.map(({ providerId }) => providerId)).toContain('facebook.com')
  })

  for (const what of ['closed', 'blocked'] as const) {
    test(`linking continues after a ${what} popup @once${what === 'closed' ? '' : ' @long'}`, async ({ page }) => {
      await page.clock.install()
      const email = newAddress()
      await providerAccount(email, 'google.com')
      await unverified(page, 'facebook.com')
      await page.goto('/auth')
      const [facebook] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Continue with Facebook' }).click(),
      ])
      await pick(facebook, 'Facebook', email)
      await expect(page.getByText('You already have an account')).toBeVisible()
      const button = page.getByRole('button', { name: 'Sign in with Google' })
      if (what === 'closed') {
        const [first] = await Promise.all([page.waitForEvent('popup'), button.click()])
        await first.close()
        await page.clock.runFor(surelyClosedMs)
        await expect(page.getByText('You already have an account')).toBeVisible()
        await expect(button).toBeFocused()
        const [second] = await Promise.all([page.waitForEvent('popup'), button.click()])
        await pick(second, 'Google', email)
      } else {
        await page.evaluate(() => {
          window.open = () => null
        })
        await button.click()
        await pick(page, 'Google', email)
      }
      await arrived(page)
      const [user] = await known(email)
      const linked = user?.providerUserInfo?.map(({ providerId }) => providerId) ?? []
      expect(linked.toSorted()).toEqual(['facebook.com', 'google.com'])
    })
  }

  test('the sign-in page works as a popup of its own @once @long', async ({ page }) => {
    await withSignIn(page, { popupMode: true })
    const email = newAddress()
    await account(email)
    await page.goto('/faq')
    const [small] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('/auth?mode=select', 'sign-in', 'width=500,height=600')),
    ])
    await submitAddress(small, email)
    await small.getByLabel('Password').fill(password)
    await Promise.all([small.waitForEvent('close'), signInButton(small).click()])
    await arrived(page)
  })
})

test.describe('without a connection to the identity service', () => {
  test.beforeEach(({ quietConsole }) => quietConsole.allow(/Failed to load resource|net::ERR/))
  const calls = (name: string) => `**/accounts:${name}**`

  /** Does a step while a call to the service fails, which the page must report. */
  async function reportsFailure(page: Page, call: string, step: () => Promise<unknown>, status?: number) {
    const json = { error: { code: status, message: 'The service is currently unavailable.' } }
    await page.route(calls(call), (route) => (status ? route.fulfill({ status, json }) : route.abort()))
    await step()
    await expect(page.getByText('A network error has occurred')).toBeVisible()
    await page.unroute(calls(call))
  }

  test('the address step reports it and keeps the text @once', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await reportsFailure(page, 'createAuthUri', () => giveAddress(page, email))
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  })

  test('the password step reports a server error @once @long', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await giveAddress(page, email)
    await reportsFailure(page, 'signInWithPassword', () => submitPassword(page), 503)
    await expect(page.getByLabel('Password')).toHaveValue(password)
    await signInButton(page).click()
    await arrived(page)
  })

  test('account creation reports it @once @long', async ({ page }) => {
    const email = newAddress()
    await giveAddress(page, email)
    await reportsFailure(page, 'signUp', () => create(page))
    await page.getByRole('button', { name: 'Save' }).click()
    await arrived(page)
  })

  test('a pending link request can be cancelled and ignored @once @long', async ({ page }) => {
    await page.clock.install()
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>()
    await page.route(calls('sendOobCode'), async (route) => {
      await gate
      await route.continue()
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Email me a link instead' }).click()
    await page.getByLabel('Email').fill(newAddress())
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(heading(page, 'One moment')).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(page.getByText('This is taking a while.')).toBeVisible()
    await page.getByRole('button', { name: 'Other ways to sign in' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('This is taking a while.')).toBeHidden()
    const late = page.waitForResponse(/sendOobCode/)
    answer()
    await (await late).finished()
    await page.clock.runFor(1000)
    await expect(page.getByText('Sign-in email sent')).toHaveCount(0)
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })

  test('a new password is sent again with one press @once @long', async ({ page }) => {
    const email = newAddress()
    await account(email)
    const code = await actionCode('PASSWORD_RESET', email)
    await reportsFailure(page, 'resetPassword', () => page.goto(`/auth?mode=resetPassword&oobCode=${code}`))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('New password').fill('another-word-8')
    await reportsFailure(page, 'resetPassword', () => page.getByRole('button', { name: 'Save' }).click())
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Password changed')).toBeVisible()
  })

  test('a sign-in link can be retried @once @long', async ({ page }) => {
    const email = newAddress()
    await account(email)
    const code = await actionCode('EMAIL_SIGNIN', email)
    await page.goto(`/auth?mode=signIn&oobCode=${code}&apiKey=any`)
    await expect(heading(page, 'Confirm email')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await reportsFailure(page, 'signInWithEmailLink', () => page.getByRole('button', { name: 'Next' }).click())
    await page.getByRole('button', { name: 'Try again' }).click()
    await arrived(page)
  })
})

test('stores a name with special characters unchanged @once @long', async ({ page }) => {
  const name = `Conor O'Brien & "Jo" <x>`
  await signUp(page, newAddress(), name)
  expect(await record(page)).toMatchObject({ name, username: name })
  await page.goto('/profile')
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
})

test('accepts a pasted address with invisible characters @once', async ({ page }) => {
  const email = newAddress()
  await giveAddress(page, `\u200b\u00a0${email}\u00a0`)
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(page.locator('.sign-in-address strong')).toHaveText(email)
})

test('flags an invalid phone number, and accepts the next press @once @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/ERR_INTERNET_DISCONNECTED/)
  const digits = newNumber().slice(2)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('sendVerificationCode')) requests.push(request.postDataJSON().phoneNumber)
  })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  for (const wrong of ['abc', '123', '++16505552222']) {
    await page.getByLabel('Phone number').fill(wrong)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Enter a valid phone number')).toBeVisible()
  }
  expect(requests).toEqual([])
  await page.context().setOffline(true)
  await page.getByLabel('Phone number').fill(`(650) ${digits.slice(3)}`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('A network error has occurred')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  expect(new Set(requests)).toEqual(new Set([`+1${digits}`]))
})

test('a number with an international prefix selects its country @once @long', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  await page.getByLabel('Phone number').pressSequentially('0049 170')
  await expect(page.locator('.firebaseui-id-country-selector-code')).toContainText('+49')
})

test('a national number is sent with its country code @once @long', async ({ page }) => {
  const national = `7700 9${String(10_000 + Math.floor(Math.random() * 90_000))}`
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  const field = page.getByLabel('Phone number')
  await field.pressSequentially('+44')
  await field.fill(`0${national}`)
  await field.press('Enter')
  await expect(heading(page, 'Verify your phone number')).toBeVisible()
  const number = `+44${national.replace(' ', '')}`
  await expect(page.getByText(number)).toBeVisible()
  expect((await message(page, number)).kind).toBe('sms')
})

test('a link user can request another link at the password step @once @long', async ({ page }) => {
  const email = newAddress()
  await linkAccount(email)
  await giveAddress(page, email)
  await expect(page.getByText('you have to recover the password')).toBeVisible()
  await page.getByRole('button', { name: 'Email me a link instead' }).click()
  await expect(page.getByText('Sign-in email sent')).toBeVisible()
})
