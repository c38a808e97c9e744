import type { Page } from 'playwright/test'
import { arrived, requestReset, resetPassword, signOut, signUp, submitNewAccount } from './setup/steps'
import { withSignIn } from './setup/sign-in-settings'
import { expect, newAddress, origin, test } from './setup/test'

const usual = '/pricing/start/?c=true'

/** Requested addresses and the resulting paths. A unit test covers the whole corpus. */
const returnAddresses: [string, string][] = [
  ['https://evil.test/', usual],
  ['//evil.test/x', usual],
  ['/\\evil.test', usual],
  ['javascript:alert(1)', usual],
  ['/%2f%2fevil.test', usual],
  ['http://localhost:1/', usual],
  ['/auth?signInSuccessUrl=//evil.test', usual],
  ['/profile', '/profile'],
  ['/features?x=//evil.test', '/features?x=//evil.test'],
]

const addressOf = (wanted: string, name = 'signInSuccessUrl') => `/auth?${name}=${encodeURIComponent(wanted)}`

/** Signs up, starting at this address. */
async function signUpAnywhere(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByRole('radio', { name: "I'm new here" }).check({ force: true })
  await page.getByLabel('Email').fill(newAddress())
  await page.getByRole('button', { name: 'Next' }).click()
  await submitNewAccount(page, 'Grace Hopper')
}

/** The target of "Continue" for a signed-in user. */
async function onward(page: Page, address: string): Promise<string | null> {
  await page.goto(address)
  return page.getByRole('link', { name: 'Continue' }).evaluate((link: HTMLAnchorElement) => link.href)
}

test('sign-in always leads to a page of this site @long', async ({ page }) => {
  test.slow()
  await signUpAnywhere(page, addressOf('//evil.test/taken'))
  await arrived(page)
  expect(new URL(page.url()).origin).toBe(origin())

  for (const [wanted, path] of returnAddresses) {
    expect(await onward(page, addressOf(wanted)), wanted).toBe(`${origin()}${path}`)
  }
  expect(await onward(page, `${addressOf('//evil.test')}&signInSuccessUrl=%2Fprofile`)).toBe(`${origin()}${usual}`)
})

test('a custom parameter name is checked the same way @long', async ({ page }) => {
  await withSignIn(page, { queryParameterForSignInSuccessUrl: 'next', signInSuccessUrl: '/blog' })
  await signUpAnywhere(page, addressOf('https://evil.test/', 'next'))
  await page.waitForURL(`${origin()}/blog`)
  for (const [wanted, path] of returnAddresses.filter((_, n) => n % 4 === 0)) {
    const expected = `${origin()}${path === usual ? '/blog' : path}`
    expect(await onward(page, addressOf(wanted, 'next')), wanted).toBe(expected)
  }
})

test('an abandoned visit does not affect a later one @long', async ({ page }) => {
  await page.goto(addressOf('/profile'))
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  await signUpAnywhere(page, '/auth')
  await page.waitForURL(`${origin()}${usual}`)
})

test('a manipulated email link does not leave the site', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await signOut(page)
  const link = new URL(await requestReset(page, email))
  link.searchParams.set('continueUrl', 'https://evil.test/taken')
  link.search += '&x=?continueUrl=https://evil.test/&mode=RESETPASSWORD'
  await page.goto(link.href)
  await resetPassword(page, 'another-word-8')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => !url.searchParams.has('oobCode'))
  expect(new URL(page.url()).origin).toBe(origin())
})
