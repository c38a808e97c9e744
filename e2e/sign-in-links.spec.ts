/** Links that the identity service mails: their modes, and opening one elsewhere. */
import type { Page } from 'playwright/test'
import { quietly } from './setup/flow-journeys'
import { account, actionCode, heading, record, submit, test } from './setup/flows'
import { arrived, signUp, submitAddress, submitPassword } from './setup/steps'
import { expect, newAddress, password } from './setup/test'

quietly()

const google = 'Continue with Google'

test.describe('modes', () => {
  const failures = [
    ['resetPassword', 'Try resetting your password again'],
    ['verifyEmail', 'Try verifying your email again'],
    ['verifyAndChangeEmail', 'Try updating your email again'],
    ['recoverEmail', 'Unable to update your email address'],
    ['revertSecondFactorAddition', /Couldn.t remove your second factor/],
  ] as const
  for (const [mode, title] of failures) {
    test(`${mode} without a valid code leads back to sign in @once${mode === 'resetPassword' ? '' : ' @long'}`, async ({
      page,
    }) => {
      await page.goto(`/auth?mode=${mode}&oobCode=spent`)
      await expect(heading(page, title)).toBeVisible()
      await page.getByRole('button', { name: 'Back to sign in' }).click()
      await expect(page.getByRole('button', { name: google })).toBeVisible()
    })
  }

  for (const mode of ['callback', 'nonsense']) {
    test(`mode ${mode} shows the usual page @once${mode === 'callback' ? '' : ' @long'}`, async ({ page }) => {
      await page.goto(`/auth?mode=${mode}`)
      await expect(page.getByRole('button', { name: google })).toBeVisible()
    })
  }

  test('mode select asks again even when signed in @once @long', async ({ page }) => {
    await signUp(page, newAddress())
    const other = newAddress()
    const uid = await account(other)
    await page.goto('/auth')
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await page.goto('/auth?mode=select')
    await submitAddress(page, other)
    await submitPassword(page)
    await arrived(page)
    expect((await record(page))?.uid).toBe(uid)
  })

  test('reports a used link while the user is signed in @once @long', async ({ page }) => {
    await signUp(page, newAddress())
    for (const address of ['/auth?mode=signIn&oobCode=spent&apiKey=any', '/auth?mode=resetPassword&oobCode=spent']) {
      await page.goto(address)
      const back = page.getByRole('button', { name: 'Back to sign in' })
      if (address.includes('resetPassword')) await back.click()
      await expect(page.getByText('You are signed in as')).toBeVisible()
      await expect(page.getByRole('button', { name: google })).toBeHidden()
      await expect(page).not.toHaveURL(/oobCode/)
    }
  })

  test('a code of another kind is refused without effect @once @long', async ({ page }) => {
    const email = newAddress()
    await account(email)
    for (const [mode, title] of failures.slice(3)) {
      await page.goto(`/auth?mode=${mode}&oobCode=${await actionCode('VERIFY_EMAIL', email)}`)
      await expect(heading(page, title)).toBeVisible()
    }
  })

  test('reloading a used link does not call it expired @once @long', async ({ page }) => {
    const email = newAddress()
    await account(email)
    await page.goto(`/auth?mode=resetPassword&oobCode=${await actionCode('PASSWORD_RESET', email)}`)
    await page.getByLabel('New password').fill(`${password}-2`)
    await submit(page, 'Save')
    await expect(heading(page, 'Password changed')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('Try resetting your password again')).toBeHidden()
  })

  test('offers to sign in again after a sign-out in another tab @once @long', async ({ page, context }) => {
    await signUp(page, newAddress())
    await page.goto('/profile')
    const other = await context.newPage()
    await other.goto('/auth')
    await expect(other.getByText('You are signed in as')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('button', { name: google })).toBeVisible()
    await expect(other.getByText('You are signed in as')).toBeHidden()
  })

  for (const [what, calls] of [
    ['renews its token', '**/securetoken.googleapis.com/**'],
    ['asks who it has', '**/accounts:lookup**'],
  ] as const) {
    test(`ignores a late answer after a sign-out: ${what} @once @long`, async ({ page, context }) => {
      await signUp(page, newAddress())
      await page.goto('/profile')
      const other = await context.newPage()
      const requested = Promise.withResolvers<void>()
      const leftAll = Promise.withResolvers<void>()
      await other.route(calls, async (route) => {
        requested.resolve()
        await leftAll.promise
        await route.continue().catch(() => undefined)
      })
      await other.goto('/auth')
      await requested.promise
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
      leftAll.resolve()
      await expect(other.getByRole('button', { name: google })).toBeVisible()
      await expect(other.getByText('You are signed in as')).toBeHidden()
      await page.goto('/auth')
      await expect(page.getByRole('button', { name: google })).toBeVisible()
      await other.reload()
      await expect(other.getByRole('button', { name: google })).toBeVisible()
    })
  }

  test('offers to sign in again after signing out offline @once @long', async ({ page, quietConsole }) => {
    quietConsole.allow(/Failed to load resource|net::ERR/)
    await signUp(page, newAddress())
    await page.goto('/auth')
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('You are signed in as')).toBeHidden()
    await expect(heading(page, 'Sign in or start')).toBeFocused()
    await page.context().setOffline(false)
  })

  test('offers to sign in again after the session was revoked @once @long', async ({ page, quietConsole }) => {
    quietConsole.allow(/Failed to load resource/)
    const email = newAddress()
    await signUp(page, email)
    const ended = { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } }
    await page.route('**/securetoken.googleapis.com/**', (route) => route.fulfill({ status: 400, json: ended }))
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await expect(page.getByText('You are signed in as')).toBeHidden()
    await page.unroute('**/securetoken.googleapis.com/**')
    await submitAddress(page, email)
    await submitPassword(page)
    await arrived(page)
  })

  test('verifying the address while signed in updates the record @once @long', async ({ page }) => {
    const email = newAddress()
    await signUp(page, email)
    const code = await actionCode('VERIFY_EMAIL', email)
    const wrote = page.waitForRequest(/insert-or-update/)
    await page.goto(`/auth?mode=verifyEmail&oobCode=${code}`)
    await expect(heading(page, 'Your email has been verified')).toBeVisible()
    await wrote
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('You are signed in as')).toBeVisible()
  })
})

test.describe('a link opened on another device', () => {
  const confirm = (page: Page) => heading(page, 'Confirm email')
  async function open(page: Page) {
    const email = newAddress()
    const uid = await account(email)
    const code = await actionCode('EMAIL_SIGNIN', email)
    await page.goto(`/auth?mode=signIn&oobCode=${code}&apiKey=any&signInSuccessUrl=/sessions`)
    await expect(confirm(page)).toBeVisible()
    await expect(page).not.toHaveURL(/oobCode/)
    return { email, uid }
  }

  test('asks for the address again after a reload, and signs in @once @long', async ({ page }) => {
    const { email, uid } = await open(page)
    for (let times = 0; times < 2; times++) {
      await page.reload()
      await expect(confirm(page)).toBeVisible()
      await expect(page).not.toHaveURL(/oobCode/)
    }
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/\/sessions/)
    expect((await record(page))?.uid).toBe(uid)
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('oobCode')
    await page.goBack()
    await expect(page.getByText('You are signed in as')).toBeVisible()
  })

  test('cancelling or revisiting starts over @once @long', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: google })).toBeVisible()
    await open(page)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: google })).toBeVisible()
  })
})
