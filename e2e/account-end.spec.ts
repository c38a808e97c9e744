/** Data and account on /profile: finding the section, downloading data, deleting the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { currentPlan } from '@/lib/contract/plan'
import { tokenHeader } from '@/lib/site'
import { look } from './setup/look'
import { button, signUp, subscribe } from './setup/steps'
import { expect, newAddress, test, vendors } from './setup/test'
import { answered, declined } from './setup/visit'

const heading = (page: Page) => page.getByRole('heading', { name: 'Data and account' })

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

test('shows the account section to visitors in both themes @once', async ({ page, context }) => {
  await declined(context)
  await page.goto('/profile#account')
  await expect(heading(page)).toBeFocused()
  await look(page, 'data and account of a visitor')
})
