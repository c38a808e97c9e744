import { expect, origin, test } from './setup/test'

test('a new visitor loads no identity SDK and calls no API', async ({ page }) => {
  const requests: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('response', async (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.push(await response.text().catch(() => ''))
  })
  for (const path of ['/', '/features', '/therapy-protocol', '/sessions', '/blog', '/faq', '/about']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(requests.filter((url) => new URL(url).origin !== origin())).toEqual([])
  expect(
    requests.filter((url) => /\/(api|identitytoolkit|securetoken|emulator|v0|__)\//.test(new URL(url).pathname)),
  ).toEqual([])
  const all = scripts.join('\n')
  expect(all).not.toBe('')
  expect(all).not.toContain('identitytoolkit')
  expect(all).not.toContain('AxiosError')
})

test('the profile asks a visitor to sign in instead of redirecting', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('Sign in to see your plan')
  await expect(page.getByRole('main').getByRole('link', { name: /sign in/i })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/profile')
})

test('a visitor sees prices and keeps the chosen plan through sign-in', async ({ page }) => {
  await page.goto('/pricing/start')
  await expect(page.getByText('$19.00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(0)
  const next = page
    .getByRole('link', { name: 'Continue to sign in' })
    .or(page.getByRole('button', { name: 'Continue to sign in' }))
  await next.first().click()
  await page.waitForURL(/\/auth/)
})

test('applies the stored theme before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  expect(await isDark()).toBe(false)
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page
    .getByRole('button', { name: /dark mode/i })
    .filter({ visible: true })
    .click()
  expect(await isDark()).toBe(true)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  expect(await isDark()).toBe(true)
})
