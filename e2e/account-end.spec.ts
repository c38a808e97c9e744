/** Data and account on /profile: finding the section, downloading data, deleting the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { currentPlan } from '@/lib/contract/plan'
import { storeCancelAddress, tokenHeader } from '@/lib/site'
import { look } from './setup/look'
import { button, signUp, submitAddress, submitPassword, subscribe, updateAccount } from './setup/steps'
import { expect, newAddress, test, vendors } from './setup/test'
import { answered, declined } from './setup/visit'

const heading = (page: Page) => page.getByRole('heading', { name: 'Data and account' })

/** The emulator's unsigned token, with the sign-in moved back by an hour. */
function signedInHourAgo(token: string): string {
  const [head, claims = '', signature] = token.split('.')
  const parsed = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const older = { ...parsed, auth_time: parsed.auth_time - 3600 }
  return [head, Buffer.from(JSON.stringify(older)).toString('base64url'), signature].join('.')
}

for (const [from, link] of [
  ['/privacy-policy', 'profile'],
  ['/faq', 'profile'],
] as const) {
  test(`${from} leads to the account section after signing in @long`, async ({ page }) => {
    const email = newAddress()
    await signUp(page, email)
    await page.goto('/profile')
    await button(page, 'Sign out').click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto(from)
    const way = page.locator('a[href="/profile#account"]').filter({ hasText: link }).first()
    // The link may be inside a folded answer.
    await way.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
    await way.click()
    await expect(heading(page)).toBeFocused()
    await expect(heading(page)).toBeInViewport()
    await page.getByRole('link', { name: 'Go to your data and account' }).click()
    await submitAddress(page, email)
    await submitPassword(page)
    await page.waitForURL(/\/profile#account$/)
    await expect(heading(page)).toBeFocused()
    await expect(button(page, 'Download my data')).toBeInViewport()
  })
}

test('downloads all data, deletes the account and refuses the old token', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 40[01]/)
  const email = newAddress()
  await signUp(page, email)
  await subscribe(page)
  await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
  const { answer, json } = await answered(page, /\/api\/users\/current-plan/, () => page.goto('/profile'))
  const token = await answer.request().headerValue(tokenHeader)
  const uid = new URL(answer.url()).searchParams.get('uid') ?? ''
  const plan = currentPlan.parse(json).subscription

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()])
  expect(download.suggestedFilename()).toBe('unhurried-my-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data.readme.join(' ')).toContain('consents')
  expect(data.users).toMatchObject([{ uid, email }])
  expect(data.subscriptions).toMatchObject([{ id: plan?.id }])
  expect(data.consents).toHaveLength(1)

  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('group', { name: 'Delete your account?' })
  await expect(dialog).toBeFocused()
  await expect(dialog).toContainText('we cancel it first, and your access ends with it')
  await expect(dialog).toContainText('under the payment provider’s customer number alone, for 3 years')
  await button(page, 'Keep my account').click()
  await expect(button(page, 'Delete my account')).toBeFocused()
  await button(page, 'Delete my account').click()
  await button(page, 'Yes, delete my account').click()
  await expect(page.getByRole('heading', { name: 'Account deleted', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Account deleted/)
  const status = page.getByRole('status').filter({ hasText: 'Your account is deleted.' })
  await expect(status).toContainText('We’ve deleted your record and everything stored with it on this site.')
  await expect(status).toContainText('Your plan has ended, and nothing more will be charged.')
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')

  const headers = { [tokenHeader]: token ?? '' }
  for (const path of ['get-user', 'current-plan', 'export']) {
    expect((await page.request.get(`/api/users/${path}?uid=${uid}`, { headers })).status(), path).toBe(401)
  }
  const { requests } = await (await page.request.get(`${vendors()}/requests?vendor=stripe`)).json()
  const ended = requests.filter(
    ({ method, path }: { method: string; path: string }) =>
      method === 'DELETE' && path.endsWith(`/v1/subscriptions/${plan?.id}`),
  )
  expect(ended).toHaveLength(1)
})

test('asks for a recent sign-in before deleting, then returns to the page @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 40[13]/)
  const email = newAddress()
  await signUp(page, email)
  // Otherwise the older sign-in would count as revoked, because it is from before the account.
  await updateAccount(page, email, { validSince: String(Math.floor(Date.now() / 1000) - 7200) })
  await page.route('**/api/users/delete-account*', async (route) => {
    const headers = await route.request().allHeaders()
    await route.continue({ headers: { ...headers, [tokenHeader]: signedInHourAgo(headers[tokenHeader] ?? '') } })
  })
  await page.goto('/profile')
  await button(page, 'Delete my account').click()
  await button(page, 'Yes, delete my account').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please sign in again first.' })).toBeVisible()
  await page.unroute('**/api/users/delete-account*')

  await button(page, 'Leave and sign in again').click()
  await submitAddress(page, email)
  await submitPassword(page)
  await page.waitForURL(/\/profile#account$/)
  await expect(heading(page)).toBeFocused()
  await button(page, 'Delete my account').click()
  await button(page, 'Yes, delete my account').click()
  await expect(page.getByRole('heading', { name: 'Account deleted', level: 1 })).toBeVisible()
})

test('warns that a store plan continues after deletion @once @long', async ({ page, context }) => {
  await declined(context)
  await signUp(page, newAddress())
  await page.route(/\/api\/users\/current-plan/, (route) =>
    route.fulfill({
      json: {
        productIdentifier: 'prod_1',
        isUnSubscribed: false,
        subscription: {
          id: 'GPA.1',
          store: 'play_store',
          status: 'active',
          currentPeriodEnd: '2999-12-05T12:00:00.000Z',
          trialEnd: null,
          price: null,
        },
      },
    }),
  )
  await page.goto('/profile')
  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('group', { name: 'Delete your account?' })
  const store = page.getByRole('link', { name: 'open the Play Store' })
  await expect(dialog).toContainText('which can charge you until you cancel it there')
  await expect(dialog.getByRole('link', { name: 'open the Play Store' })).toHaveAttribute(
    'href',
    storeCancelAddress.play_store,
  )
  await look(page, 'the end of an account')
  await button(page, 'Yes, delete my account').click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(store).toHaveAttribute('href', storeCancelAddress.play_store)
  await look(page, 'an account that is deleted')
})

test('shows the account section to visitors in both themes @once', async ({ page, context }) => {
  await declined(context)
  await page.goto('/profile#account')
  await expect(heading(page)).toBeFocused()
  await look(page, 'data and account of a visitor')
})
