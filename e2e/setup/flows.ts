/** Parts of sign-in journeys on the shared stack, whose project shows which addresses have an account. */
import type { Page } from 'playwright/test'
import { submitNewAccount } from './steps'
import { expect, serveFrameScript, test, type Console } from './test'

export { test }

/** Allows console messages that are part of signing in. */
export function allowSignInMessages({ allow }: Console) {
  // The emulator's account picker requests styles and fonts from the internet.
  allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
  allow(/status of 400.*identitytoolkit/)
  // The widget logs refused calls.
  allow(/error: .*\[firebaseui\] (verifyPassword|setAccountInfo|signInWithEmailAndPassword)/)
}

export const quietly = () =>
  test.beforeEach(async ({ context, quietConsole }) => {
    allowSignInMessages(quietConsole)
    await serveFrameScript(context)
  })

export const submit = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true }).click()
export const next = (page: Page) => submit(page, 'Next')
export const visit = (page: Page, name: 'Sign in' | 'I’m new here') => page.getByRole('radio', { name })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** Submits the address on /auth as a known or new user. */
export async function giveAddress(page: Page, email: string, who: 'Sign in' | 'I’m new here' = 'Sign in') {
  await page.goto('/auth')
  const byEmail = page.getByRole('button', { name: 'Continue with email' })
  await expect(byEmail.or(page.getByLabel('Email')).first()).toBeVisible()
  if (who !== 'Sign in') await visit(page, who).check()
  if (await byEmail.isVisible()) await byEmail.click()
  await page.getByLabel('Email').fill(email)
  await next(page)
}

export async function create(page: Page) {
  await expect(heading(page, 'Create account')).toBeVisible()
  await submitNewAccount(page)
}

/** Selects or creates the account with this address in the emulator's picker. */
export async function pick(page: Page, provider: string, email: string): Promise<void> {
  const given = page.getByText(email, { exact: false }).first()
  await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
  if (await given.isVisible()) return given.click()
  await page.getByRole('button', { name: 'Add new account' }).click()
  await page.locator('#email-input').fill(email)
  await page.locator('#display-name-input').fill('Ada of elsewhere')
  await page.getByRole('button', { name: `Sign in with ${provider}` }).click()
}

/** The user record that the server returned to this page. */
export async function record(page: Page): Promise<{ uid: string; email: string | null; providerId: string } | null> {
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('unhurried-copy'))).toBeTruthy()
  const cached = await page.evaluate(() => sessionStorage.getItem('unhurried-copy'))
  return (
    (JSON.parse(cached ?? 'null') as { user: { uid: string; email: string | null; providerId: string } } | null)
      ?.user ?? null
  )
}
