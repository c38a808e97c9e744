import { paths } from '@/lib/site'
import { weakest } from './setup/ink'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`policies and posts print as text alone, dark on white, from a ${colorScheme} page @once`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of [paths.privacy, paths.terms, paths.refund, samplePost]) {
      await page.goto(path)
      await expect(page.getByRole('banner'), path).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      for (const chrome of ['body > header', 'body > footer', '[data-foot]', '#consent', '#app-title', 'dialog']) {
        expect.soft(await page.locator(chrome).filter({ visible: true }).count(), `${chrome} on ${path}`).toBe(0)
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { ratio, text } = await page.evaluate(weakest)
      expect.soft(ratio, `"${text}" on ${path}`).toBeGreaterThan(7)
      await page.emulateMedia({ media: 'screen' })
    }
  })
}
