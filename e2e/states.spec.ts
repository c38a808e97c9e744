import { paths } from '@/lib/site'
import { look } from './setup/look'
import { signInDemo } from './setup/steps'
import { expect, test } from './setup/test'
import { declined, narrow, visit } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

test('the open menu is accessible @once', async ({ page }) => {
  await page.setViewportSize(narrow)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await look(page, 'the menu', { viewports: [narrow, { width: 844, height: 390 }], isModal: true })
})

test('the consent bar is accessible @once', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('region', { name: 'Privacy choices' })
  await expect(bar.getByRole('button', { name: 'Accept' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Decline' })).toBeVisible()
  await look(page, 'the consent bar')
})

for (const who of ['subscriber', 'pastdue', 'unsubscribed']) {
  test(`pricing and profile are accessible: ${who} @once`, async ({ page, context }) => {
    await declined(context)
    await signInDemo(page, who)
    await page.waitForLoadState('networkidle')
    await look(page, 'the plans')
    await visit(page, paths.profile)
    for (const name of ['Cancel plan', 'Delete my account']) {
      const button = page.getByRole('button', { name })
      if (await button.isVisible()) await button.click()
    }
    await look(page, 'the profile')
  })
}
