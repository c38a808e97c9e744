/** WebKit sometimes never answers the identity SDK's database. No page may wait for it forever. */
import { signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

test('a database that never answers leads to a way to try again @once', async ({ page }) => {
  await signUp(page, newAddress())
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
  await expect(main.getByRole('button', { name: 'Sign out' })).toBeVisible()
})
