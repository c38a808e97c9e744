/** What visitors type and press counts: before scripts run, after Back, and on a page that something else has changed. */
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { blockDeferredFiles, unreadyIslands } from './setup/deferred-scripts'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'
import { declined } from './setup/visit'

type Island = {
  name: string
  path: string
  /** What a visitor does, without waiting for anything. */
  use(page: Page): Promise<void>
  /** Its effect. */
  holds(page: Page): Promise<void>
  /** Whether the browser brings it back on Back. */
  isRestored?: boolean
}

/** Names may be in capitals. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const select = (page: Page, name: string) => page.getByRole('combobox', { name })
const search = (page: Page) => page.getByRole('searchbox')
const letters = 'abcdefghijklmnopqrstuvwxyz'

const islands: Island[] = [
  {
    name: 'the text of a message, its focus and selection',
    path: paths.contact,
    async use(page) {
      await field(page, 'Your message').click()
      await page.keyboard.type(letters)
      for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowLeft')
    },
    async holds(page) {
      await expect(field(page, 'Your message')).toHaveValue(letters)
      await expect(field(page, 'Your message')).toBeFocused()
      await page.keyboard.type('X')
      await expect(field(page, 'Your message')).toHaveValue(letters.replace('xyz', 'X'))
    },
  },
  {
    name: 'a search of the blog',
    path: paths.blog,
    async use(page) {
      await search(page).click()
      await page.keyboard.type('telephone')
    },
    async holds(page) {
      await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
      await expect(search(page)).toHaveValue('telephone')
      await expect(search(page)).toBeFocused()
    },
  },
  {
    name: 'a search of the questions',
    path: paths.faq,
    async use(page) {
      await search(page).click()
      await page.keyboard.type('cancel')
    },
    async holds(page) {
      await expect(page.locator('[data-question][hidden]').first()).toBeAttached()
      await expect(search(page)).toHaveValue('cancel')
      await expect(search(page)).toBeFocused()
    },
  },
  {
    name: 'the words of a card, its paper and the full screen',
    path: paths.toolCards,
    async use(page) {
      await field(page, 'Your words').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('I stutter. Wait for me.')
      await select(page, 'Size for print').selectOption('a6')
      await button(page, 'Show full screen').click({ clickCount: 2 })
    },
    async holds(page) {
      const screen = page.getByRole('dialog', { name: 'Your card' })
      await expect(screen.getByText('I stutter. Wait for me.')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(screen).toBeHidden()
      await expect(field(page, 'Your words')).toHaveValue('I stutter. Wait for me.')
      await page.evaluate(() => (window.print = () => {}))
      await button(page, 'Print').click()
      await expect(page.locator('.print-card[data-paper=a6]')).toBeAttached()
    },
  },
  {
    name: 'the language of a card, and its edited words',
    path: paths.toolCards,
    isRestored: true,
    async use(page) {
      await select(page, 'Language').selectOption('es')
      await field(page, 'Your words').fill('Tartamudeo.')
    },
    async holds(page) {
      await expect(select(page, 'Language')).toHaveValue('es')
      await expect(field(page, 'Your words')).toHaveValue('Tartamudeo.')
      await expect(field(page, 'Your words')).toHaveAttribute('lang', 'es')
      await select(page, 'Language').selectOption('en')
      await expect(field(page, 'Your words')).toHaveValue(/^I stutter/)
    },
  },
  {
    name: 'a sentence to draw',
    path: paths.toolScore,
    isRestored: true,
    async use(page) {
      await field(page, 'Your sentence').click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Two warm loaves')
    },
    async holds(page) {
      await expect(field(page, 'Your sentence')).toHaveValue('Two warm loaves')
      await expect(button(page, 'loaves')).toBeVisible()
      await expect(page.getByRole('img', { name: /Two warm loaves/i })).toBeVisible()
    },
  },
  {
    name: 'a sentence on the home page, which the tool goes on with',
    path: paths.home,
    isRestored: true,
    use: (page) => field(page, 'Type a sentence').fill('Two warm loaves'),
    async holds(page) {
      await expect(field(page, 'Type a sentence')).toHaveValue('Two warm loaves')
      await expect(page.getByRole('img', { name: /Two warm loaves/i })).toBeVisible()
      const link = page.getByRole('link', { name: 'Keep drawing' })
      await expect(link).toHaveAttribute('href', `${paths.toolScore}#m=000&t=Two+warm+loaves`)
    },
  },
  {
    name: 'keys and presses that mark words',
    path: paths.toolScore,
    async use(page) {
      await button(page, 'would').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('r')
    },
    async holds(page) {
      await expect(page.getByRole('img', { name: /the beginning of “like” repeats/i })).toBeVisible()
      await expect(page.getByRole('toolbar').getByRole('button', { name: 'like' })).toBeFocused()
    },
  },
  {
    name: 'choices in a call, one of them twice',
    path: paths.toolCall,
    async use(page) {
      for (const choice of ['Pass', 'Speak', 'Pass']) await button(page, choice).click()
    },
    async holds(page) {
      const made = page.getByText(/^You (passed|spoke)\.$/i)
      await expect(made).toHaveText([/passed/i, /spoke/i, /passed/i])
    },
  },
  {
    name: 'a post that is saved, and removed',
    path: samplePost,
    use: (page) => button(page, 'Save for offline').click({ clickCount: 3 }),
    async holds(page) {
      await expect(page.getByText(/^Saved on this device, [\d.]+ MB\.$/i)).toBeVisible()
      await button(page, 'Remove from this device').click()
      await expect(page.getByText('The post was removed from this device.')).toBeVisible()
      await expect(button(page, 'Save for offline')).toBeVisible()
    },
  },
  {
    name: 'the link to an answer',
    path: paths.faq,
    async use(page) {
      const question = page.locator('[data-question]').filter({ has: page.locator('[data-copy]') })
      await question.nth(2).locator('summary').click()
      await question.nth(2).locator('[data-copy]').click()
    },
    holds: (page) => expect(page.getByRole('link', { name: 'Link copied' })).toBeVisible(),
  },
]

test.describe.configure({ mode: 'parallel' })

test.beforeEach(async ({ context }) => {
  await declined(context)
  await context.addInitScript(defineFindTexts)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

declare global {
  var findTexts: () => Text[]
}

/** Defines a function for the changes below. */
function defineFindTexts() {
  self.findTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() && !text.parentElement?.closest('script,style,textarea,select,svg')) found.push(text)
    }
    return found
  }
}

/** What translators and extensions do to a page: texts are replaced, and elements inserted. */
function change() {
  for (const text of findTexts()) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const parents = document.querySelectorAll('body, body :not(script, style, select, select *, svg, svg *, textarea)')
  for (const parent of [document.documentElement, ...parents])
    if (parent.children.length > 0) {
      parent.prepend(document.createElement('extension-icon'))
      parent.append(document.createElement('div'))
    }
}

for (const { name, path, use, holds, isRestored } of islands) {
  test(`${name}, counts before scripts run, despite translators`, async ({ page }) => {
    const { release } = await blockDeferredFiles(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.evaluate(change)
    await use(page)
    await page.evaluate(change)
    release()
    await expect(unreadyIslands(page)).toHaveCount(0)
    await page.evaluate(change)
    await holds(page)
  })

  if (isRestored)
    test(`${name}, comes back on Back`, async ({ page }) => {
      await page.goto(path)
      await page.locator('[data-island]').first().dispatchEvent('pointerover')
      await expect(unreadyIslands(page)).toHaveCount(0)
      await use(page)
      await page.goto(paths.features)
      await page.goBack()
      await holds(page)
    })
}

/** Pages that bring their scripts, and what inline scripts do alone. */
test('whole pages survive translators and extensions', async ({ context }) => {
  test.slow()
  await context.addInitScript(`addEventListener('DOMContentLoaded', ${String(change)})`)
  for (const path of [paths.pricing, paths.auth, samplePost])
    await test.step(path, async () => {
      const page = await context.newPage()
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.evaluate(change)
      await expectWhole(page, path)
      await page.close()
    })
})

async function expectWhole(page: Page, path: string) {
  const root = page.locator('html')
  const isDark = () => root.evaluate((element) => element.classList.contains('dark'))
  const wasDark = await isDark()
  await button(page, /(dark|light) mode/i)
    .first()
    .click()
  expect(await isDark()).toBe(!wasDark)
  await page.setViewportSize({ width: 390, height: 800 })
  await button(page, 'Menu').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  if (path === paths.pricing) await expect(page.getByRole('main').getByText(/\$\d+/).first()).toBeVisible()
  if (path !== samplePost) return
  await button(page, 'Copy the link').click()
  await expect(page.getByText('Copied.')).toBeVisible()
}
