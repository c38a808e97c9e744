/** Changes of the account on /profile: name, password, picture, all data and the end of the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { currentPlan } from '@/lib/contract/plan'
import { paths, tokenHeader } from '@/lib/site'
import { accountsOf, asNewUser } from './setup/accounts'
import { button, subscribe } from './setup/steps'
import { expect, password, test, vendors } from './setup/test'
import { answered } from './setup/visit'

/** Opens the profile of a new user. Returns the address. */
async function newPerson(page: Page): Promise<string> {
  const email = await asNewUser(page, paths.profile)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  return email
}

test('shows a new name at once and after a reload, and stores it', async ({ page }) => {
  await newPerson(page)
  await button(page, 'Change name').click()
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Ada Lovelace')
  await field.fill('   ')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Enter your account name')
  await field.fill('Grace Hopper')
  const written = page.waitForResponse(/\/api\/users\/insert-or-update/)
  await button(page, 'Save name').click()
  await expect(page.getByText('You’ve changed your name.')).toBeVisible()
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await expect(button(page, 'Change name')).toBeFocused()
  expect((await written).status()).toBe(200)

  // A lookup of the record may still be in flight.
  await page.waitForLoadState('networkidle')
  const record = await answered(page, /\/api\/users\/get-user/, () => page.reload())
  expect(record.json).toMatchObject({ name: 'Grace Hopper', username: 'Grace Hopper' })
  await expect(page.getByText('Grace Hopper')).toBeVisible()
})

test('changes the password and keeps this browser signed in', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = await newPerson(page)
  await button(page, 'Change password').click()
  const current = page.getByLabel('Current password')
  const next = page.getByLabel('New password', { exact: true })
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  await expect(next).toHaveAttribute('autocomplete', 'new-password')
  await current.press('Enter')
  await expect(current).toHaveAccessibleDescription('Enter your password')
  await current.fill('not-the-password')
  await next.fill('12345')
  await next.press('Enter')
  await expect(next).toHaveAccessibleDescription(
    /Strong passwords have at least 6 characters and a mix of letters and numbers/,
  )
  await next.fill('another-word-8')
  await next.press('Enter')
  await expect(current).toHaveAccessibleDescription("The email and password you entered don't match")
  await expect(current).toBeFocused()
  await current.fill(password)
  await current.press('Enter')
  await expect(page.getByText('You’ve changed your password.')).toBeVisible()

  // The server refuses revoked sign-ins here; this browser's sign-in is still valid.
  // The emulator's times of sign-ins and revocations have whole seconds.
  await page.waitForTimeout(1000)
  await button(page, 'Sign out everywhere').click()
  await button(page, 'Yes, sign out everywhere').click()
  await expect(page.getByText('You’re signed out everywhere.')).toBeVisible()
  await accountsOf(email).signIn('another-word-8')
})

test('downloads all data, deletes the account and refuses the old token', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 40[01]/)
  const email = await asNewUser(page)
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
  await expect(dialog).toContainText('your picture, your login, our emails to you')
  await expect(dialog).toContainText('under the payment provider’s customer number alone, for 3 years')
  await button(page, 'Keep my account').click()
  await expect(button(page, 'Delete my account')).toBeFocused()
  await button(page, 'Delete my account').click()
  await button(page, 'Yes, delete my account').click()
  await expect(page.getByRole('heading', { name: 'Account deleted', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Account deleted/)
  const status = page.getByRole('status').filter({ hasText: 'Your account is deleted.' })
  await expect(status).toContainText('We’ve deleted your account details and everything stored with them on this site.')
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

const file = (page: Page) => page.getByLabel('Picture file')
const shown = (page: Page) => page.getByRole('img', { name: 'You', exact: true })

/** Left half red, right half blue. */
const halves = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } },
      left: 200,
      top: 0,
    },
  ])

const choose = async (page: Page, buffer: Buffer, name = 'me.png', mimeType = 'image/png') => {
  await file(page).setInputFiles({ name, mimeType, buffer })
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
}

/** Type, size and middle pixel of the stored picture. */
async function stored(page: Page) {
  const address = (await shown(page).getAttribute('src')) ?? ''
  const response = await page.request.get(address)
  const body = await response.body()
  const { format, width, height } = await sharp(body).metadata()
  const middle = await sharp(body).removeAlpha().extract({ left: 255, top: 255, width: 1, height: 1 }).raw().toBuffer()
  return { type: response.headers()['content-type'], format, width, height, middle: [...middle] }
}

test('crops by keyboard, stores a square PNG and shows it after a reload', async ({ page }) => {
  await newPerson(page)
  await choose(page, await halves().png().toBuffer())
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Zoom')).toBeFocused()
  await expect(dialog.getByLabel('Up or down')).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Left or right')).toBeFocused()
  await page.keyboard.press('End')
  await expect(dialog.getByLabel('Left or right')).toHaveAttribute('aria-valuetext', '100% to the right')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('PageUp')
  await expect(dialog.getByLabel('Up or down')).toBeEnabled()
  await button(page, 'Save this picture').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Change picture')).toBeFocused()
  expect(await stored(page)).toEqual({
    type: 'image/png',
    format: 'png',
    width: 512,
    height: 512,
    middle: [0, 0, 255],
  })
  await page.reload()
  await expect(shown(page)).toBeVisible()
  expect(await shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
})
