/**
 * Sign-in with enumeration protection on or off. With protection the tests use a separate stack per worker, because the
 * shared stack must not change under other tests.
 */
import type { Page } from 'playwright/test'
import { parseSignIn } from '@/lib/contract/sign-in'
import { registeredPaths, paths, siteName } from '@/lib/site'
import { projectId } from '@/local/project'
import { startOwnStack } from './stack'
import { expect, message, origin, password, test as base, vendors } from './test'

export type Protection = 'on' | 'off'
type Site = { origin: string; identity: string }

async function startProtected() {
  const stack = await startOwnStack()
  const response = await fetch(
    `${stack.identity}/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=emailPrivacyConfig`,
    {
      method: 'PATCH',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
    },
  )
  if (!response.ok) throw new Error(`Protection is not enabled: ${await response.text()}`)
  return stack
}

export const test = base.extend<object, { protection: Protection; site: Site }>({
  protection: ['off', { option: true, scope: 'worker' }],
  site: [
    async ({ protection }, use) => {
      if (protection === 'off') return use({ origin: origin(), identity: process.env.E2E_IDENTITY ?? '' })
      const stack = await startProtected()
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

const defaults = {
  signInSuccessUrl: registeredPaths.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

/** Serves these sign-in settings to the page, validated like a deployment's own. */
export async function configured(page: Page, change: Record<string, unknown>): Promise<void> {
  const result = parseSignIn(change, defaults)
  if ('problems' in result) throw new Error(result.problems.join('; '))
  await page.context().route('**/api/config', async (route) => {
    try {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), signIn: result.settings } })
    } catch {
      // The page was closed.
    }
  })
}

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

export async function create(page: Page, name = 'Ada Lovelace', secret = password) {
  await expect(heading(page, 'Create account')).toBeVisible()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Choose password').fill(secret)
  await submit(page, 'Save')
}

/** Creates an account with a password through the API. */
export async function account(email: string, secret = password): Promise<string> {
  return (await identityCall('accounts:signUp', { email, password: secret })).localId as string
}

/** Creates an account that only uses email links, through the API. */
export async function linkAccount(email: string): Promise<void> {
  const { oobCode } = (await identityCall(
    'accounts:sendOobCode',
    {
      requestType: 'EMAIL_SIGNIN',
      email,
      returnOobLink: true,
      canHandleCodeInApp: true,
      continueUrl: `${origin()}/auth`,
    },
    true,
  )) as { oobCode: string }
  await identityCall('accounts:signInWithEmailLink', { email, oobCode })
}

/** Creates an account of a provider through the API. */
export async function providerAccount(email: string, provider: string): Promise<void> {
  const token = { sub: `sub-${email}`, email, email_verified: true, iss: '', aud: '', exp: 0, iat: 0, name: 'Ada' }
  await identityCall('accounts:signInWithIdp', {
    postBody: new URLSearchParams({ id_token: JSON.stringify(token), providerId: provider }).toString(),
    requestUri: origin(),
    returnIdpCredential: true,
    returnSecureToken: true,
  })
}

/** Creates an action code without sending an email. */
export async function actionCode(requestType: string, email: string, more: object = {}): Promise<string> {
  const answer = await identityCall('accounts:sendOobCode', { requestType, email, returnOobLink: true, ...more }, true)
  return answer.oobCode as string
}

async function identityCall(call: string, body: object, owner = false): Promise<Record<string, unknown>> {
  const base = `${process.env.E2E_IDENTITY}/identitytoolkit.googleapis.com/v1`
  const address = owner ? `${base}/projects/${projectId}/${call}` : `${base}/${call}?key=any`
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(owner && { authorization: 'Bearer owner' }) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${call}: ${JSON.stringify(answer)}`)
  return answer
}

/** Accounts with this address. */
export async function known(
  email: string,
): Promise<{ localId: string; providerUserInfo?: { providerId: string }[] }[]> {
  const { users = [] } = await identityCall('accounts:lookup', { email: [email] }, true)
  return users as { localId: string; providerUserInfo?: { providerId: string }[] }[]
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

/** The link of the newest email to this address. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  return (await message(page, email)).links[0] ?? ''
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
