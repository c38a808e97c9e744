/** What scripts make of a page that people and inline scripts have changed before they came: nothing else. */
import type { BrowserContext, Page } from 'playwright/test'
import { isPrivatePath, paths, storageKeys } from '@/lib/site'
import { everyPage, samplePost } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, narrow, unfold } from './setup/visit'

const reading = everyPage.filter((path) => !isPrivatePath(path))

/** Has the page bring its scripts, as the sign of a session would, which is gone before they look for it. */
async function start(page: Page): Promise<void> {
  await page.evaluate(async (key) => {
    // What waits for the first paint has begun to listen by then.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    localStorage.setItem(key, '{}')
    dispatchEvent(new StorageEvent('storage', { key }))
    localStorage.removeItem(key)
  }, storageKeys.session)
}

type Marked = HTMLElement & { isServed?: boolean }

/** Marks every element that the server sent: a page that is rendered anew has others. */
function mark() {
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll<Marked>('body *')) element.isServed = true
  })
}

/** Waits until React has taken the page over, and returns the elements that it made instead of those that were there. */
async function takenOver(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const last = document.querySelector('main')
    return last && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() =>
    [...document.querySelectorAll<Marked>('body *')]
      // Next has an element of its own, which says the title of a page that it has gone to.
      .filter((element) => !element.isServed && element.localName !== 'next-route-announcer')
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}

/** Starts the scripts of a page as it stands. A difference that they find is an error on the console. */
async function hydrate(page: Page): Promise<void> {
  await start(page)
  expect(await takenOver(page)).toEqual([])
}

test.beforeEach(async ({ page, quietConsole }) => {
  await page.addInitScript(mark)
  // The page for a wrong address is answered 404, which a browser writes into its console.
  quietConsole.allow(/status of 404.*nothing-here/)
})

for (const path of reading) {
  test(`${path} is taken over as it was sent, whatever has been opened in it`, async ({ page, context }) => {
    await declined(context)
    await page.goto(path)
    await unfold(page)
    const opened = await page.locator('details[open]').count()
    // The times of calls are somebody's own.
    if (path !== paths.sessions) await hydrate(page)
    else {
      await start(page)
      await takenOver(page)
    }
    await expect(page.locator('details[open]')).toHaveCount(opened)
  })
}

type State = {
  name: string
  path: string
  /** Brings it about, without any script but those that stand in the page. */
  bring(page: Page, context: BrowserContext): Promise<void>
  /** That it still is so. */
  holds(page: Page): Promise<void>
  isNarrow?: boolean
}

const states: State[] = [
  {
    name: 'another theme',
    path: paths.home,
    async bring(page) {
      await page.getByRole('button', { name: 'Switch to dark mode' }).click()
    },
    async holds(page) {
      await expect(page.locator('html')).toHaveClass(/\bdark\b/)
      await page.getByRole('button', { name: 'Switch to light mode' }).click()
      await expect(page.locator('html')).not.toHaveClass(/\bdark\b/)
    },
  },
  {
    name: 'an open menu',
    path: paths.blog,
    isNarrow: true,
    async bring(page) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    async holds(page) {
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    },
  },
  {
    name: 'an open disclosure',
    path: paths.faq,
    async bring(page) {
      await page.locator('[data-question]:not([open]) summary').last().click()
      await expect(page.locator('[data-question]').last()).toHaveAttribute('open', '')
    },
    async holds(page) {
      await expect(page.locator('[data-question]').last()).toHaveAttribute('open', '')
    },
  },
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
    name: 'a word that the link was copied',
    path: samplePost,
    async bring(page, context) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      // It is said for some seconds, and here until the end.
      await page.evaluate(() => Object.assign(window, { own: setTimeout, setTimeout: () => 0 }))
      await page.getByRole('button', { name: 'Copy the link' }).click()
      await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
      await page.evaluate(() => Object.assign(window, { setTimeout: Reflect.get(window, 'own') }))
    },
    async holds(page) {
      await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'a word that there is no connection',
    path: paths.contact,
    async bring(page) {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
        dispatchEvent(new Event('offline'))
      })
      await expect(page.getByText(/^You are offline\./)).toBeVisible()
    },
    async holds(page) {
      await expect(page.getByText(/^You are offline\./)).toBeVisible()
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

for (const { name, path, bring, holds, isNarrow } of states) {
  test(`${name} stays when scripts take ${path} over`, async ({ page, context }) => {
    if (!/privacy choices/.test(name)) await declined(context)
    if (isNarrow) await page.setViewportSize(narrow)
    await page.goto(path)
    await bring(page, context)
    await hydrate(page)
    await holds(page)
  })
}

test('the question that an address names is open before and after', async ({ page, context }) => {
  await declined(context)
  await page.goto(paths.faq)
  const id = await page.locator('[data-question]:not([open])').last().getAttribute('data-question')
  await page.goto('about:blank')
  await page.goto(`${paths.faq}#${id}`)
  expect(await takenOver(page)).toEqual([])
  await expect(page.locator(`[data-question="${id}"]`)).toHaveAttribute('open', '')
  await expect(page.locator(`[id="${id}"]:target`)).toBeVisible()
})
