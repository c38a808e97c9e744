/** Clocks that are ten minutes off, in the browser and on the server. */
import { join } from 'node:path'
import { startPostsSite } from './setup/posts-site'
import { signUp, submitAddress, submitNewAccount } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

const minutes = 60_000

for (const [name, off] of [
  ['ahead', 10 * minutes],
  ['behind', -10 * minutes],
] as const) {
  test(`signs in with a browser clock ten minutes ${name} @once${off < 0 ? ' @long' : ''}`, async ({
    page,
    context,
  }) => {
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
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - off)).toBeLessThan(5 * minutes)
    for (let visit = 0; visit < 2; visit++) {
      await page.goto('/profile')
      await expect(page.getByText('Ada Lovelace')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
      await expect(page.getByText(/sign in again/i)).toHaveCount(0)
    }
  })
}

test('a server ten minutes behind reports its clock without looping @once @long', async ({ page, quietConsole }) => {
  test.slow()
  quietConsole.allow(/status of 401/)
  const site = await startPostsSite(() => {}, {
    NODE_OPTIONS: `--require ${join(process.cwd(), 'tests/setup/clock.cjs')}`,
    CLOCK_AHEAD_MS: String(-10 * minutes),
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'localhost',
    FIREBASE_PROJECT_ID: 'demo-unhurried',
    FIREBASE_APP_ID: 'app',
    FIREBASE_AUTH_EMULATOR_HOST: new URL(process.env.E2E_IDENTITY ?? '').host,
  })
  try {
    await page.goto(`${site.origin}/auth`)
    await submitAddress(page, newAddress())
    await submitNewAccount(page)
    await expect(page.getByText('Our clock doesn’t match the sign-in service')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/auth')
  } finally {
    await site.stop()
  }
})
