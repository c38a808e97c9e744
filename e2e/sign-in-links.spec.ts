/** Links that the identity service mails: their modes, and opening one elsewhere. */
import type { Page } from 'playwright/test'
import { quietly } from './setup/flows'
import { account, actionCode, heading, record, submit, test } from './setup/flows'
import { arrived, signUp, submitAddress, submitPassword } from './setup/steps'
import { expect, newAddress, password } from './setup/test'

quietly()

const google = 'Continue with Google'

test.describe('modes', () => {
  test('mode select asks again even when signed in @once', async ({ page }) => {
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

  test('reports a used link while the user is signed in @once', async ({ page }) => {
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

  test('reloading a used link does not call it expired @once', async ({ page }) => {
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

  test('offers to sign in again after a sign-out in another tab @once', async ({ page, context }) => {
    await signUp(page, newAddress())
    await page.goto('/profile')
    const other = await context.newPage()
    await other.goto('/auth')
    await expect(other.getByText('You are signed in as')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(other.getByRole('button', { name: google })).toBeVisible()
    await expect(other.getByText('You are signed in as')).toBeHidden()
  })

  test('verifying the address while signed in updates the record @once', async ({ page }) => {
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

  test('asks for the address again after a reload, and signs in @once', async ({ page }) => {
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

  test('cancelling or revisiting starts over @once', async ({ page }) => {
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
