import { arrived, enterAddress, signIn, signOut, signUp, submitPassword } from './setup/steps'
import { expect, message, newAddress, newNumber, origin, test } from './setup/test'
import { pick } from './setup/flows'

const usersCalls = (page: import('playwright/test').Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/api\/users\/(get-user|insert)/.test(pathname)) calls.push(pathname.replace('/api/users/', ''))
  })
  return calls
}

test('signs up with email and password, and stores the record', async ({ page }) => {
  const calls = usersCalls(page)
  const email = newAddress()
  await signUp(page, email, 'Grace Hopper')
  expect(calls.slice(0, 3)).toEqual(['get-user', 'insert-or-update', 'get-user'])
  const sent = await page.evaluate(() => localStorage.getItem('unhurried-session'))
  expect(sent).toContain('uid')
})

test('a known user signs in again after a wrong password @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 400/)
  const email = newAddress()
  await signUp(page, email)
  await signOut(page)
  await enterAddress(page, email)
  await submitPassword(page, 'not-the-password')
  await expect(page.getByText("The email and password you entered don't match")).toBeVisible()
  await submitPassword(page)
  await arrived(page)
})

test('signs in by phone with a text code', async ({ page }) => {
  const number = newNumber()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with phone' }).click()
  await page.getByLabel('Phone number').fill(number.slice(2))
  await page.getByRole('button', { name: 'Verify' }).click()
  const { text } = await message(page, number)
  const code = /\d{6}/.exec(text)?.[0] ?? ''
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrived(page)
})

test('an email link leads to /auth and signs in', async ({ page }) => {
  const email = newAddress()
  await page.goto('/auth')
  await page
    .getByRole('button', { name: 'Email me a link instead' })
    .or(page.getByRole('link', { name: 'Email me a link instead' }))
    .click()
  const byEmail = page.getByRole('button', { name: 'Sign in with email' })
  await expect(byEmail.or(page.getByLabel('Email')).first()).toBeVisible()
  if (await byEmail.isVisible()) await byEmail.click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Sign-in email sent')).toBeVisible()
  const { links } = await message(page, email)
  expect(new URL(links[0] ?? '').origin + new URL(links[0] ?? '').pathname).toBe(`${origin()}/auth`)
  await page.goto(links[0] ?? '')
  await arrived(page)
})

test('resets a forgotten password by email @once', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await signOut(page)
  await enterAddress(page, email)
  await page.getByRole('link', { name: 'Trouble signing in?' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  const { links } = await message(page, email)
  await page.goto(links[0] ?? '')
  await page.getByLabel('New password').fill('another-word-8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await signIn(page, email, 'another-word-8')
})

for (const [provider, tag] of [
  ['Google', ''],
  ['Facebook', ' @once'],
] as const) {
  test(`signs in with ${provider}${tag}`, async ({ page, quietConsole }) => {
    // The emulator's account picker requests styles and fonts from the internet.
    quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
    const email = newAddress()
    await page.goto('/auth')
    await page.getByRole('button', { name: `Sign in with ${provider}` }).click()
    await pick(page, provider, email)
    await arrived(page)
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('Ada of elsewhere')
  })
}

test('signing out reaches other tabs @once', async ({ page, context }) => {
  await signUp(page, newAddress())
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.locator('html')).toHaveAttribute('data-session', 'in')
  await signOut(page)
  await expect(other.locator('html')).toHaveAttribute('data-session', 'out')
  await other.close()
})

test('logs that the sign-in container was found @once', async ({ page }) => {
  const notes: string[] = []
  page.on('console', (entry) => entry.type() === 'info' && notes.push(entry.text()))
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign in with email' })).toBeVisible()
  expect(notes).toContain('Sign-in container found.')
})

test('the form’s legal links open one new tab with every mouse button @once', async ({ page, context }) => {
  const opened: import('playwright/test').Page[] = []
  context.on('page', (other) => opened.push(other))
  await page.goto('/auth')
  const terms = page.locator('main').getByRole('link', { name: 'Terms of Service' })
  const presses: Parameters<typeof terms.click>[0][] = [{}, { modifiers: ['ControlOrMeta'] }, { button: 'middle' }]
  for (const press of presses) {
    const [other] = await Promise.all([context.waitForEvent('page'), terms.click(press)])
    await expect(other).toHaveURL(/\/terms-service$/)
  }
  expect(opened).toHaveLength(3)
  await expect(page).toHaveURL(/\/auth$/)
})

test('ignores a success address on another site @once', async ({ page }) => {
  const email = newAddress()
  await signUp(page, email)
  await signOut(page)
  const goto = page.goto.bind(page)
  page.goto = (url, options) =>
    goto(url === '/auth' ? '/auth?signInSuccessUrl=https%3A%2F%2Fevil.example%2F' : url, options)
  await signIn(page, email)
})

test('requests the plan once for many pages @once', async ({ page }) => {
  await signUp(page, newAddress())
  await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/users/current-plan') asked += 1
  })
  for (const path of ['/', '/features', '/blog', '/faq', '/about', '/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toBeLessThanOrEqual(1)
})
