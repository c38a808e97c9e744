import AxeBuilder from '@axe-core/playwright'
import { paths, sampleTherapist } from '@/lib/site'
import { expect, test } from './setup/test'

const routes = [
  ...Object.values(paths).filter((path) => typeof path === 'string' && path !== paths.feed),
  paths.tag('stuttering'),
  paths.therapist(sampleTherapist),
].map(String)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any route, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const path of routes) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
      expect(found, path).toEqual([])
    }
  })
}

test('the small-screen menu holds the focus, in the order of the specification, and Escape closes it', async ({
  page,
}, info) => {
  test.skip(info.project.name === 'desk', 'The menu is for small screens.')
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  const names = await menu
    .locator('a:visible, button:visible')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''),
    )
  const wanted = [
    /^Features$/,
    /^Therapy Protocol$/,
    /^Video Calls$/,
    /^Blog$/,
    /mode$/i,
    /^About us$/,
    /^App$/,
    /^Login$/,
    /^Start My Free Trial$/,
  ]
  const inOrder = names.filter((name) => wanted.some((pattern) => pattern.test(name)))
  expect(inOrder).toHaveLength(wanted.length)
  for (const [index, pattern] of wanted.entries()) expect(inOrder[index]).toMatch(pattern)
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const active = document.activeElement
      return active !== null && active !== document.body && !active.closest('dialog')
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})
