/** A tab that was opened before a deploy, which removed its scripts. */
import { paths } from '@/lib/site'
import { expect, test } from './setup/test'

test('a tab whose scripts are gone reloads once and keeps what was typed @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  let isGone = true
  let loads = 0
  page.on('load', () => {
    loads++
    if (loads === 2) isGone = false
  })
  await page.route(/\/_next\/static\/chunks\/.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(paths.faq)
  const questions = page.locator('[data-question]').filter({ visible: true })
  const all = await questions.count()
  const box = page.getByRole('searchbox', { name: 'Search the questions' })
  await box.fill('cancel')
  await expect.poll(() => loads).toBe(2)
  await expect(box).toHaveValue('cancel')
  await expect.poll(() => questions.count()).toBeLessThan(all)
})
