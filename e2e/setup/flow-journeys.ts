import {
  account,
  create,
  giveAddress,
  heading,
  known,
  linkAccount,
  next,
  pick,
  providerAccount,
  record,
  signInButton,
  test,
  unverified,
  type Protection,
} from './flows'
import { withSignIn } from './sign-in-settings'
import { arrived, signOut, submitPassword } from './steps'
import { expect, mailedLink, newAddress } from './test'

/** Allows console messages that are part of signing in. */
export function quietly() {
  test.beforeEach(({ quietConsole }) => {
    // The emulator's account picker requests styles and fonts from the internet.
    quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
    quietConsole.allow(/status of 400.*identitytoolkit/)
    // The widget logs refused calls.
    quietConsole.allow(/error: .*\[firebaseui\] (verifyPassword|setAccountInfo|signInWithEmailAndPassword)/)
  })
}

export const wrong = "The email and password you entered don't match"

/** Journeys that end the same with enumeration protection on and off. */
export function flowJourneys(protection: Protection) {
  const newHere = protection === 'on' ? "I'm new here" : 'Sign in'
  const long = ' @long'
  const off = protection === 'off' ? long : ''

  test('known users get the password step, new users sign up', async ({ page }) => {
    const email = newAddress()
    await giveAddress(page, email, newHere)
    await create(page)
    await arrived(page)
    expect(await record(page)).toMatchObject({ email, providerId: 'password' })
    await signOut(page)
    await giveAddress(page, email)
    await submitPassword(page, 'not-the-password')
    await expect(page.getByText(wrong)).toBeVisible()
    await submitPassword(page)
    await arrived(page)
  })

  test(`the password step offers another address${long}`, async ({ page }) => {
    const email = newAddress()
    await account(email)
    await giveAddress(page, email)
    await expect(page.getByLabel('Password')).toBeVisible()
    await page.getByRole('button', { name: 'Use another address or way to sign in' }).click()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  })

  test(`a link-only user gets a link${off}`, async ({ page }) => {
    const email = newAddress()
    await linkAccount(email)
    await giveAddress(page, email)
    if (protection === 'off') {
      await expect(page.getByRole('button', { name: 'Recover password' })).toBeVisible()
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Continue with email' }).click()
      await page.getByRole('button', { name: 'Email me a link instead' }).click()
      await page.getByLabel('Email').fill(email)
      await next(page)
    } else {
      await expect(page.getByLabel('Password')).toBeVisible()
      await page.getByRole('button', { name: 'Email me a link instead' }).click()
    }
    await expect(page.getByText('Sign-in email sent')).toBeVisible()
    await page.goto(await mailedLink(page, email))
    await arrived(page)
    expect(await known(email)).toHaveLength(1)
  })

  test(`a password user can request a link${long}`, async ({ page }) => {
    const email = newAddress()
    const uid = await account(email)
    await giveAddress(page, email)
    await expect(page.getByLabel('Password')).toBeVisible()
    await page.getByRole('button', { name: 'Email me a link instead' }).click()
    await expect(page.getByText('Sign-in email sent')).toBeVisible()
    await page.goto(await mailedLink(page, email))
    await arrived(page)
    expect((await record(page))?.uid).toBe(uid)
  })

  test(`with email links everyone gets a link${long}`, async ({ page }) => {
    await withSignIn(page, { signInOptions: [{ provider: 'password', signInMethod: 'emailLink' }] })
    const email = newAddress()
    for (const name of ['new', 'known']) {
      await giveAddress(page, email)
      await expect(page.getByText('Sign-in email sent'), name).toBeVisible()
      await page.goto(await mailedLink(page, email))
      await arrived(page)
      await signOut(page)
    }
    expect(await known(email)).toHaveLength(1)
  })

  test(`a provider user is led to the provider${off}`, async ({ page }) => {
    const email = newAddress()
    await providerAccount(email, 'google.com')
    await giveAddress(page, email)
    if (protection === 'off') {
      await page.getByRole('button', { name: 'Sign in with Google' }).click()
    } else {
      await submitPassword(page)
      await expect(page.getByText(wrong)).toBeVisible()
      await page.getByRole('button', { name: 'Use another address or way to sign in' }).click()
      await page.getByRole('button', { name: 'Continue with Google' }).click()
    }
    await pick(page, 'Google', email)
    await arrived(page)
    expect(await known(email)).toHaveLength(1)
  })

  test(`a user of a disabled provider is led to recovery${long}`, async ({ page }) => {
    const email = newAddress()
    await providerAccount(email, 'google.com')
    await withSignIn(page, { signInOptions: ['facebook.com', 'password'] })
    await giveAddress(page, email)
    if (protection === 'off') {
      await expect(page.getByText('you have to recover the password')).toBeVisible()
      await page.getByRole('button', { name: 'Recover password' }).click()
    } else await page.getByRole('link', { name: 'Trouble signing in?' }).click()
    await expect(heading(page, 'Recover password')).toBeVisible()
  })

  test(`recovery answers the same for every address${off}`, async ({ page }) => {
    const email = newAddress()
    await account(email)
    const addresses = protection === 'on' ? [email, newAddress()] : [email]
    for (const address of addresses) {
      await giveAddress(page, protection === 'on' ? address : email)
      await page.getByRole('link', { name: 'Trouble signing in?' }).click()
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(heading(page, 'Check your email')).toBeVisible()
    }
  })

  for (const [name, make, step] of [
    ['a password', account, 'password'],
    ['links only', linkAccount, 'link'],
    ['a provider', (email: string) => providerAccount(email, 'google.com'), 'provider'],
  ] as const) {
    test(`links a second provider to an account with ${name}${long}`, async ({ page }) => {
      const email = newAddress()
      await make(email)
      const [before] = await known(email)
      await unverified(page, 'facebook.com')
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Continue with Facebook' }).click()
      await pick(page, 'Facebook', email)
      if (step === 'password') {
        await submitPassword(page)
      } else if (step === 'provider') {
        await page.getByRole('button', { name: /sign in with google/i }).click()
        await pick(page, 'Google', email)
      } else {
        if (protection === 'on') {
          await expect(page.getByLabel('Password')).toBeVisible()
          await page.getByRole('button', { name: 'Email me a link instead' }).click()
          await pick(page, 'Facebook', email)
        }
        await expect(page.getByText('You already have an account')).toBeVisible()
        await signInButton(page).click()
        await expect(page.getByText('Sign-in email sent')).toBeVisible()
        await page.goto(await mailedLink(page, email))
      }
      await arrived(page)
      const users = await known(email)
      expect(users.map(({ localId }) => localId)).toEqual([before?.localId])
      expect(users[0]?.providerUserInfo?.map(({ providerId }) => providerId)).toContain('facebook.com')
    })
  }

  test(`a guest who signs up keeps the same uid${off}`, async ({ page }) => {
    await withSignIn(page, { signInOptions: ['anonymous', 'password'], autoUpgradeAnonymousUsers: true })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await arrived(page)
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
    const email = newAddress()
    await giveAddress(page, email, newHere)
    await create(page)
    await arrived(page)
    const [user] = await known(email)
    expect(await record(page)).toMatchObject({ uid: user?.localId, email })
  })

  test(`a guest with an account continues with it${long}`, async ({ page }) => {
    await withSignIn(page, { signInOptions: ['anonymous', 'password'], autoUpgradeAnonymousUsers: true })
    const email = newAddress()
    const uid = await account(email)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await arrived(page)
    await giveAddress(page, email)
    await submitPassword(page)
    await arrived(page)
    expect((await record(page))?.uid).toBe(uid)
  })

  for (const who of ['new', 'known'] as const) {
    test(`a ${who} guest opens an email link${who === 'new' ? off : long}`, async ({ page, browser, baseURL }) => {
      const settings = {
        signInOptions: ['anonymous', { provider: 'password', signInMethod: 'emailLink' }],
        autoUpgradeAnonymousUsers: true,
      }
      await withSignIn(page, settings)
      const email = newAddress()
      if (who === 'known') await linkAccount(email)
      const [before] = await known(email)
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Continue as guest' }).click()
      await arrived(page)
      await giveAddress(page, email, who === 'new' ? "I'm new here" : 'Sign in')
      await expect(page.getByText('Sign-in email sent')).toBeVisible()
      const link = await mailedLink(page, email)
      const other = await browser.newContext({ baseURL })
      const otherPage = await other.newPage()
      await otherPage.goto(link)
      await expect(heading(otherPage, 'New device or browser detected')).toBeVisible()
      await other.close()
      await page.goto(link)
      await arrived(page)
      const users = await known(email)
      expect(users).toHaveLength(1)
      expect((await record(page))?.uid).toBe(users[0]?.localId)
      if (before) expect(users[0]?.localId).toBe(before.localId)
    })
  }
}
