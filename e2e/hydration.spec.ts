/** Hydration keeps changes that users and inline scripts made before it. */
import type { BrowserContext, Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { createdElements, markServedElements, startScripts } from './setup/hydration'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'
import { declined } from './setup/visit'

/** Hydrates the page. A mismatch is a console error, which fails the test. */
async function hydrate(page: Page): Promise<void> {
  await startScripts(page)
  expect(await createdElements(page)).toEqual([])
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(markServedElements)
  // Prices come after hydration.
  await page.route('**/api/plans', (route) => route.fulfill({ json: { plans: [] } }))
})

type State = {
  name: string
  path: string
  /** Creates the state with inline scripts only. */
  bring(page: Page, context: BrowserContext): Promise<void>
  /** Asserts that the state is unchanged. */
  holds(page: Page): Promise<void>
}

const states: State[] = [
  {
    name: 'a marked entry of the contents',
    path: samplePost,
    async bring(page) {
      await page.locator('[data-contents] a[href^="#"]').filter({ visible: true }).last().click()
      await expect(page.locator('[data-contents] [aria-current]').filter({ visible: true })).toBeVisible()
    },
    async holds(page) {
      await expect(page.locator('[data-contents] [aria-current]').filter({ visible: true })).toBeVisible()
    },
  },
  {
    name: 'a notice that the connection is lost',
    path: paths.contact,
    async bring(page) {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
        dispatchEvent(new Event('offline'))
      })
      await expect(page.getByText(/^You’re offline\./)).toBeVisible()
    },
    async holds(page) {
      await expect(page.getByText(/^You’re offline\./)).toBeVisible()
    },
  },
  {
    name: 'an answer to the privacy choices',
    path: paths.home,
    async bring(page) {
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect(page.locator('#consent')).toBeHidden()
    },
    async holds(page) {
      await expect(page.locator('#consent')).toBeHidden()
      await page.getByRole('button', { name: 'Privacy choices' }).click()
      await expect(page.locator('#consent')).toBeFocused()
    },
  },
]

for (const { name, path, bring, holds } of states) {
  test(`${name} on ${path} survives hydration`, async ({ page, context }) => {
    if (!/privacy choices/.test(name)) await declined(context)
    await page.goto(path)
    await bring(page, context)
    await hydrate(page)
    await holds(page)
  })
}

test('a question named in the address stays open', async ({ page, context }) => {
  await declined(context)
  await page.goto(paths.faq)
  const id = await page.locator('[data-question]:not([open])').last().getAttribute('data-question')
  await page.goto('about:blank')
  await page.goto(`${paths.faq}#${id}`)
  expect(await createdElements(page)).toEqual([])
  await expect(page.locator(`[data-question="${id}"]`)).toHaveAttribute('open', '')
  await expect(page.locator(`[id="${id}"]:target`)).toBeVisible()
})
