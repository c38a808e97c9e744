/** Clocks that are ten minutes off, in the browser and on the server. */
import { signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

const minutes = 60_000

for (const [name, off] of [['ahead', 10 * minutes]] as const) {
  test(`signs in with a browser clock ten minutes ${name} @once`, async ({ page, context }) => {
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
