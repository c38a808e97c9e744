/** The sign-in page by keyboard alone. These tests never click or fill. */
import type { Page } from 'playwright/test'
import { arrived, signOut } from './setup/steps'
import { stopNow } from './setup/tab-stops'
import { withSignIn } from './setup/sign-in-settings'
import { expect, mailedLink, newAddress, password, test } from './setup/test'
import { declined } from './setup/visit'

test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ context }) => declined(context))

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}
const type = (page: Page, text: string) => page.keyboard.type(text)

/** Opens the page and waits for the list of providers. */
async function open(page: Page) {
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
}

/** Presses Tab until the target has the focus. Every stop on the way must show its focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'radio', name: string | RegExp) {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
  for (let count = 0; count < 40; count++) {
    await press(page, 'Tab')
    const stop = await page.evaluate(stopNow)
    expect(stop?.wrong ?? [], `how "${stop?.name}" shows the focus`).toEqual([])
    if (await target.evaluateAll((found) => found.some((each) => each === document.activeElement))) return
  }
  await expect(page.locator(':focus'), `Tab should lead to "${name}"`).toHaveAccessibleName(name)
}

/** A new page of the widget focuses its first empty field, or else its heading of level 2. */
async function turned(page: Page, name: string, field?: string) {
  const heading = page.getByRole('heading', { name, exact: true, level: 2 })
  await expect(field ? page.getByRole('textbox', { name: field, exact: true }) : heading).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${name.replace('?', '\\?')} · `))
}

async function toAddress(page: Page) {
  await tabTo(page, 'button', 'Continue with email')
  await press(page, 'Enter')
  await turned(page, 'Continue with email', 'Email')
}

async function enterAddress(page: Page, email: string) {
  await toAddress(page)
  await type(page, email)
  await press(page, 'Enter')
}

const focused = (page: Page) => page.locator(':focus')

test('signs up and in again with a password', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = newAddress()
  await open(page)
  await enterAddress(page, email)
  await turned(page, 'Create account', 'Your name')
  await press(page, 'Enter')
  await expect(page.getByRole('checkbox', { name: /^I agree/ })).toBeFocused()
  await press(page, 'Space')
  while (!(await page.getByLabel('Your name').evaluate((field) => field === document.activeElement))) {
    await press(page, 'Tab')
  }
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Choose password' })).toBeFocused()
  await press(page, 'Enter')
  // The first invalid field gets the focus and an error.
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await expect(focused(page)).toHaveAccessibleDescription('Enter your account name Your first name is enough.')
  await expect(focused(page)).toHaveAttribute('aria-invalid', 'true')
  await type(page, 'Grace Hopper')
  await expect(focused(page)).not.toHaveAttribute('aria-invalid')
  await press(page, 'Tab')
  await type(page, password)
  await press(page, 'Tab')
  const toggle = page.getByRole('button', { name: 'Show password', pressed: false })
  await expect(toggle).toBeFocused()
  await press(page, 'Space')
  await expect(page.getByRole('button', { name: 'Show password', pressed: true })).toBeFocused()
  await expect(page.locator('input[autocomplete="new-password"]')).toHaveAttribute('type', 'text')
  await press(page, 'Enter')
  await expect(page.locator('input[autocomplete="new-password"]')).toHaveAttribute('type', 'password')
  const calls: string[] = []
  page.on('request', (request) => {
    const [, call] = /\/api\/users\/(get-user|insert-or-update)/.exec(request.url()) ?? []
    if (call) calls.push(call)
  })
  await press(page, 'Shift+Tab', 'Enter')
  await arrived(page)
  expect(calls.slice(0, 3)).toEqual(['get-user', 'insert-or-update', 'get-user'])
  expect(await mailedLink(page, email)).toContain('mode=verifyEmail')

  await signOut(page)
  await open(page)
  await enterAddress(page, email)
  await turned(page, 'Sign in', 'Password')
  await type(page, 'not-the-password')
  await press(page, 'Enter')
  await expect(focused(page)).toHaveAccessibleDescription("The email and password you entered don't match")
  await expect(page.getByRole('alert').filter({ hasText: "don't match" })).toHaveCount(1)
  await press(page, 'ControlOrMeta+a')
  await type(page, password)
  await press(page, 'Enter')
  await arrived(page)
})

test('the focus stays on the choice between sign-in and sign-up', async ({ page }) => {
  // The choice is only offered with enumeration protection.
  await withSignIn(page, { emailEnumerationProtection: 'on' })
  await open(page)
  await enterAddress(page, newAddress())
  await turned(page, 'Sign in', 'Password')
  while (
    !(await page
      .getByRole('radio')
      .first()
      .evaluate((each) => each === document.activeElement))
  ) {
    await press(page, 'Shift+Tab')
  }
  await press(page, 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'I’m new here' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'I’m new here' })).toBeFocused()
})
