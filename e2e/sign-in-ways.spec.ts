/** Redirects, popups, guests, single methods and modes. */
import { accountsOf } from './setup/accounts'
import { create, giveAddress, pick, quietly, record, test } from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'
import { arrived } from './setup/steps'
import { expect, mailedLink, newAddress } from './setup/test'

quietly()

const google = 'Continue with Google'
/** The SDK waits some seconds before it treats a popup as closed. */
const surelyClosedMs = 11_000

test.describe('redirect', () => {
  test('reports going back, and offers a popup of 500 by 600', async ({ page }) => {
    const email = newAddress()
    await page.addInitScript(() => {
      const open = window.open
      window.open = (address, name, features) => {
        document.documentElement.dataset.features = features ?? ''
        return open.call(window, address, name, features)
      }
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: google }).click()
    await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try again in a small window' }).click(),
    ])
    await expect(page.locator('html')).toHaveAttribute('data-features', /width=500.*height=600|height=600.*width=500/)
    await pick(popup, 'Google', email)
    await arrived(page)
    expect(await record(page)).toMatchObject({ email, providerId: 'google.com' })
  })

  test('a single provider opens at once, without a loop', async ({ page }) => {
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

  test('a closed popup shows no message and restores the focus', async ({ page }) => {
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
})

test('a guest who signs up keeps the same uid', async ({ page }) => {
  await withSignIn(page, { signInOptions: ['anonymous', 'password'], autoUpgradeAnonymousUsers: true })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await arrived(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
  const email = newAddress()
  await giveAddress(page, email, 'Sign in')
  await create(page)
  await arrived(page)
  const [user] = await accountsOf(email).all()
  expect(await record(page)).toMatchObject({ uid: user?.localId, email })
})

test('a guest with an account opens an email link', async ({ page }) => {
  const settings = {
    signInOptions: ['anonymous', { provider: 'password', signInMethod: 'emailLink' }],
    autoUpgradeAnonymousUsers: true,
  }
  await withSignIn(page, settings)
  const email = newAddress()
  await accountsOf(email).withLink()
  const [before] = await accountsOf(email).all()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await arrived(page)
  await giveAddress(page, email)
  await expect(page.getByText('Sign-in email sent')).toBeVisible()
  await page.goto(await mailedLink(page, email))
  await arrived(page)
  const users = await accountsOf(email).all()
  expect(users).toHaveLength(1)
  expect((await record(page))?.uid).toBe(users[0]?.localId)
  expect(users[0]?.localId).toBe(before?.localId)
})

test('a single method of the page or of a tenant shows its first step', async ({ page }) => {
  for (const [settings, name] of [
    [{ signInOptions: ['phone'] }, 'Enter your phone number'],
    [{ tenants: { north: { displayName: 'North clinic', signInOptions: ['password'] } } }, 'Continue with email'],
  ] as const) {
    await withSignIn(page, settings)
    await page.goto('/auth?tenantId=north')
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
})
