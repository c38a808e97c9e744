import type { Page } from 'playwright/test'
import { quietly } from './setup/flows'
import {
  account,
  actionCode,
  create,
  giveAddress,
  heading,
  known,
  linkAccount,
  pick,
  record,
  test,
} from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'
import { arrived, submitAddress } from './setup/steps'
import { expect, mailedLink, newAddress, password } from './setup/test'

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

  test('the sign-in page works as a popup of its own @once', async ({ page }) => {
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
    await Promise.all([small.waitForEvent('close'), small.getByRole('button', { name: /^sign in$/i }).click()])
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

  test('a new password is sent again with one press @once', async ({ page }) => {
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
})

test('a guest who signs up keeps the same uid @once', async ({ page }) => {
  await withSignIn(page, { signInOptions: ['anonymous', 'password'], autoUpgradeAnonymousUsers: true })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await arrived(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
  const email = newAddress()
  await giveAddress(page, email, 'Sign in')
  await create(page)
  await arrived(page)
  const [user] = await known(email)
  expect(await record(page)).toMatchObject({ uid: user?.localId, email })
})

test('a guest with an account opens an email link @once', async ({ page, browser, baseURL }) => {
  const settings = {
    signInOptions: ['anonymous', { provider: 'password', signInMethod: 'emailLink' }],
    autoUpgradeAnonymousUsers: true,
  }
  await withSignIn(page, settings)
  const email = newAddress()
  await linkAccount(email)
  const [before] = await known(email)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await arrived(page)
  await giveAddress(page, email)
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
  expect(users[0]?.localId).toBe(before?.localId)
})
