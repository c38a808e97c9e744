/** The three tools under /tools: by keyboard, on paper, offline, and without a request. */
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { axeFindingsInBothThemes } from './setup/axe'
import { button } from './setup/steps'
import { openLine } from './setup/line'
import { expect, origin, test } from './setup/test'
import { declined, withoutCache } from './setup/visit'

test.beforeEach(({ context }) => declined(context))

/** Addresses of links that came near the window, which every page fetches ahead. */
const prefetched = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(({ href }) => href))

async function expectNoRequest(page: Page, requests: readonly string[]): Promise<void> {
  const ahead = await prefetched(page)
  expect(requests.filter((url) => !ahead.includes(url))).toEqual([])
}

/** Brings the scripts of a tool by focusing it, then records every further request. */
async function open(page: Page, path: string, first: () => Promise<void>): Promise<string[]> {
  await page.goto(path)
  await first()
  await expect(page.locator('[data-island][data-ready]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  return requests
}

const sentence = (page: Page) => page.getByRole('textbox', { name: 'Your sentence' })
const words = (page: Page) => page.getByRole('textbox', { name: 'Your words' })
const openScore = (page: Page, path: string = paths.toolScore) => open(page, path, () => sentence(page).focus())
const openCards = (page: Page) => open(page, paths.toolCards, () => words(page).focus())
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

test('draws a sentence by keyboard, without a request', async ({ page }) => {
  const requests = await openScore(page)
  await sentence(page).fill('I want walnut bread')
  await page.keyboard.press('Tab')
  await expect(button(page, 'I')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('p')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('b')
  const drawing = page.getByRole('img', { name: /a pause after “want”, a block before “walnut”\.$/ })
  await expect(drawing).toBeVisible()
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toHaveAttribute('aria-pressed', 'true')
  expect(await axeFindingsInBothThemes(page, 'main')).toEqual([])
  await expectNoRequest(page, requests)
})

test('keeps a sentence in the fragment of a link alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openScore(page)
  await sentence(page).fill('Ölçü & 100%')
  await page.getByRole('button', { name: 'Stretch', exact: true }).click()
  await button(page, 'Copy link').click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(link.search).toBe('')
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(request.url())))
  await page.goto('about:blank')
  await page.goto(link.href)
  await expect(sentence(page)).toHaveValue('Ölçü & 100%')
  await expect(page.getByRole('img', { name: /the first sound of “Ölçü” is stretched/ })).toBeVisible()
  expect(sent.filter((url) => url.includes('Ölçü'))).toEqual([])
})

test('shows a card in another language, full screen and edited, by keyboard', async ({ page }) => {
  const requests = await openCards(page)
  await select(page, 'Situation').selectOption({ label: 'At the doctor’s' })
  await select(page, 'Language').selectOption({ label: 'Français' })
  await expect(words(page)).toHaveValue(/^Je bégaie\. Merci de me laisser finir\./)
  await expect(words(page)).toHaveAttribute('lang', 'fr')
  await words(page).fill('Je bégaie. Attendez, s’il vous plaît.')
  await button(page, 'Show full screen').focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Your card' })
  await expect(card.getByText('Je bégaie. Attendez, s’il vous plaît.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(button(page, 'Show full screen')).toBeFocused()
  // Another choice and back keeps the edited words.
  await select(page, 'Language').selectOption({ label: 'العربية' })
  await expect(words(page)).toHaveAttribute('dir', 'rtl')
  await select(page, 'Language').selectOption({ label: 'Français' })
  await expect(words(page)).toHaveValue('Je bégaie. Attendez, s’il vous plaît.')
  await select(page, 'Situation').selectOption({ label: 'A letter to a manager' })
  await expect(words(page)).toHaveValue(/^Bonjour …,\n\nJe bégaie\./)
  expect(await axeFindingsInBothThemes(page, 'main')).toEqual([])
  await expectNoRequest(page, requests)
})

test('prints a card alone on a sheet of its size', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await openCards(page)
  await words(page).fill('I stutter. One moment, please.')
  await button(page, 'Print').click()
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(printed) ?? []
  expect([Number(width), Number(height)].map(Math.round)).toEqual([241, 153])
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

const tools = [
  [paths.toolCards, (page: Page) => words(page)],
  [paths.toolScore, (page: Page) => sentence(page)],
  [paths.toolCall, (page: Page) => button(page, 'Speak')],
] as const

test('a tool opens and works after a reload without a connection', async ({ page, context, quietConsole }) => {
  await withoutCache(context)
  quietConsole.allow(/net::ERR_/)
  const line = await openLine(origin())
  try {
    for (const [path, control] of tools) {
      await open(page, line.origin + path, () => control(page).focus())
      // Without typing, only the page is stored.
      const has = async (name: string) =>
        (await caches.match(name, { cacheName: `unhurried-tool-${name}`, ignoreVary: true })) !== undefined
      await expect.poll(() => page.evaluate(has, path), path).toBe(true)
    }
    await line.cut()
    for (const [path, control] of tools) {
      await page.goto(line.origin + path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await control(page).focus()
      await expect(page.locator('[data-island][data-ready]'), path).toHaveCount(1)
    }
    // Other pages of the site stay the browser's affair.
    await expect(page.evaluate((other) => fetch(other), paths.faq)).rejects.toThrow(/Failed to fetch/)
  } finally {
    await page.goto('about:blank')
    await line.cut().catch(() => undefined)
  }
})

test('rehearses a whole call by keyboard, without a request', async ({ page }) => {
  const requests = await open(page, paths.toolCall, () => button(page, 'Speak').focus())
  for (const name of ['Speak', 'Type', 'Pass', 'Just listen', 'Speak', 'Pass']) {
    await button(page, name).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByRole('heading', { name: /^Over/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the group calls' })).toBeVisible()
  expect(await axeFindingsInBothThemes(page, 'main')).toEqual([])
  await expectNoRequest(page, requests)
})
