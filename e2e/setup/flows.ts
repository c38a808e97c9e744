/**
 * Sign-in with enumeration protection on or off. With protection the tests use a separate stack per worker, because the
 * shared stack must not change under other tests.
 */
import type { Page } from 'playwright/test'
import { setEmailPrivacy, testAccounts, type Mail } from '@/e2e/sign-in/accounts'
import { startOwnStack } from './stack'
import { submitNewAccount } from './steps'
import { expect, origin, password, test as base, vendors } from './test'

export type Protection = 'on' | 'off'
type Site = { origin: string; identity: string }

export const test = base.extend<object, { protection: Protection; site: Site }>({
  protection: ['off', { option: true, scope: 'worker' }],
  site: [
    async ({ protection }, use) => {
      if (protection === 'off') return use({ origin: origin(), identity: process.env.E2E_IDENTITY ?? '' })
      const stack = await startOwnStack()
      await setEmailPrivacy(stack.identity, true)
      const shared = { E2E_ORIGIN: origin(), E2E_VENDORS: vendors(), E2E_IDENTITY: process.env.E2E_IDENTITY ?? '' }
      Object.assign(process.env, { E2E_ORIGIN: stack.origin, E2E_VENDORS: stack.vendors, E2E_IDENTITY: stack.identity })
      await use(stack)
      Object.assign(process.env, shared)
      await stack.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
})

export const submit = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true }).click()
export const next = (page: Page) => submit(page, 'Next')
export const visit = (page: Page, name: 'Sign in' | "I'm new here") => page.getByRole('radio', { name })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const signInButton = (page: Page) => page.getByRole('button', { name: /^sign in$/i })

/** Submits the address on /auth as a known or new user. */
export async function giveAddress(page: Page, email: string, who: 'Sign in' | "I'm new here" = 'Sign in') {
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

const accountsOf = (email: string) => testAccounts(process.env.E2E_IDENTITY ?? '', origin(), { email, password })

/** Creates an account with a password through the API, and returns its uid. */
export const account = async (email: string): Promise<string> => (await accountsOf(email).withPassword()).localId
/** Creates an account that only uses email links, through the API. */
export const linkAccount = (email: string) => accountsOf(email).withLink()
/** Creates an account of a provider through the API. */
export const providerAccount = (email: string, provider: string) => accountsOf(email).withProvider(provider)
/** Accounts with this address. */
export const known = (email: string) => accountsOf(email).all()

/** Creates an action code without sending an email. */
export async function actionCode(kind: Mail, email: string): Promise<string> {
  return new URL(await accountsOf(email).link(kind), origin()).searchParams.get('oobCode') ?? ''
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

/**
 * Makes a provider report unverified addresses, as Facebook does. The emulator accepts no access tokens, so the earlier
 * ID token is sent again when the account is linked.
 */
export async function unverified(page: Page, provider: string): Promise<void> {
  let token = ''
  await page.context().route('**/accounts:signInWithIdp**', async (route) => {
    const body = (route.request().postDataJSON() ?? {}) as { requestUri?: string; postBody?: string }
    const came = URL.parse(body.requestUri ?? '')?.searchParams
    const sent = new URLSearchParams(body.postBody)
    if (came?.get('providerId') === provider && came.has('id_token')) {
      token = (came.get('id_token') ?? '').replace(/("email_verified":\s*)true/, '$1false')
      const requestUri = new URL(body.requestUri ?? '')
      requestUri.searchParams.set('id_token', token)
      return route.continue({ postData: JSON.stringify({ ...body, requestUri: requestUri.href }) })
    }
    if (sent.get('providerId') === provider && !sent.has('id_token')) {
      const postBody = new URLSearchParams({ id_token: token, providerId: provider }).toString()
      return route.continue({ postData: JSON.stringify({ ...body, postBody }) })
    }
    return route.continue()
  })
}
