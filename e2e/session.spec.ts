/** The session between identity service, record and page. */
import { paths } from '@/lib/site'
import { axeFindings } from './setup/axe'
import { asNewUser } from './setup/accounts'
import { signUp, submitAddress, submitPassword } from './setup/steps'
import { expect, newAddress, origin, test } from './setup/test'

test('a 401 reports the ended session and returns after sign-in', async ({ page, quietConsole }) => {
  const path = paths.profile
  // A picture request with the ended session is refused as well.
  quietConsole.allow(/status of 401|status of 403.*\/v0\/b\//)
  const email = await asNewUser(page)
  let refuses = true
  let inserts = 0
  await page.route('**/api/users/*', (route) => {
    if (route.request().url().includes('insert-or-update')) inserts++
    return refuses
      ? route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: 'x', requestId: '' } } })
      : route.continue()
  })
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('Your sign-in session has ended.')
  expect(inserts).toBe(0)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
  expect(await page.evaluate(() => localStorage.getItem('unhurried-session'))).toBeNull()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
    expect(await axeFindings(page, 'all', 'main')).toEqual([])
  }
  // There is no automatic redirect, not even after a reload.
  await page.reload()
  await expect(main.getByRole('link', { name: /sign in/i }).first()).toBeVisible()
  expect(page.url()).toBe(origin() + path)
  await expect(main.getByRole('alert')).toHaveCount(0)
  refuses = false
  await main.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await page.waitForURL(
    (url) => url.pathname === '/auth' && url.searchParams.get('signInSuccessUrl')?.startsWith(path) === true,
  )
  await submitAddress(page, email)
  await submitPassword(page)
  await page.waitForURL(origin() + path)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
  await expect(main.getByRole('alert')).toHaveCount(0)
})

const off = 10 * 60_000

test('signs in with a browser clock ten minutes ahead', async ({ page, context }) => {
  await context.addInitScript((ms) => {
    const Machine = Date
    const now = () => Machine.now() + ms
    globalThis.Date = new Proxy(Machine, {
      construct: (target, values, newTarget) =>
        Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    })
  }, off)
  await signUp(page, newAddress())
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - off)).toBeLessThan(off / 2)
  for (let visit = 0; visit < 2; visit++) {
    await page.goto('/profile')
    await expect(page.getByText('Ada Lovelace')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await expect(page.getByText(/sign in again/i)).toHaveCount(0)
  }
})

test('a database that never answers leads to a way to try again', async ({ page }) => {
  await asNewUser(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('database') === 'answers') return
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.clock.install()
  const main = page.getByRole('main')
  const retry = main.getByRole('button', { name: 'Try again' })
  for (const path of ['/auth', '/pricing/start', '/pricing/thankyou', '/profile']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(async () => {
        await page.clock.runFor(10_000)
        await expect(main.getByText('Your browser’s storage isn’t answering.')).toBeVisible({ timeout: 500 })
      }).toPass()
    })
  }
  await page.evaluate(() => sessionStorage.setItem('database', 'answers'))
  await retry.click()
  await expect(main.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
})
