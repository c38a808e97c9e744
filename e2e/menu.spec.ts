import { paths } from '@/lib/site'
import { expect, test } from './setup/test'
import type { Page } from 'playwright/test'

test.describe.configure({ mode: 'parallel' })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  return button
}

/** Everything that the menu must do, with or without scripts. */
async function holds(page: Page) {
  await page.goto('/')
  const button = await openMenu(page)
  const first = dialog(page).locator('a, button').first()
  await expect(first).toBeFocused()
  const behind = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('main a[href]')
    link?.focus()
    return link !== null && document.activeElement !== link
  })
  expect(behind, 'the page behind takes no focus').toBe(true)
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const active = document.activeElement
      return active !== null && active !== document.body && !active.closest('dialog')
    })
    expect(outside, 'the focus stays inside').toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
}

test('the page behind the menu keeps height, scroll position and theme', async ({ page }) => {
  await page.goto('/')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.evaluate(() => scrollTo(0, 3000))
  const colour = () => page.evaluate(() => getComputedStyle(document.querySelector('main h2') as Element).color)
  const light = await colour()
  await page.evaluate(() => document.querySelector<HTMLElement>('button[commandfor]')?.click())
  await expect(dialog(page)).toBeVisible()
  expect(await height()).toBe(before)
  await dialog(page).getByRole('button', { name: 'Switch to dark mode' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await height()).toBe(before)
  expect(await page.evaluate(() => scrollY)).toBe(3000)
  expect(await colour()).not.toBe(light)
  await expect(page.locator('main section').nth(1)).toBeVisible()
})

async function discloses(page: Page) {
  await page.goto(paths.faq)
  const question = page.locator('main details:not([open]) > summary').first()
  const details = question.locator('..')
  await question.focus()
  const handle = await details.elementHandle()
  await page.keyboard.press('Enter')
  expect(await handle?.getAttribute('open')).not.toBeNull()
  await page.keyboard.press('Enter')
  expect(await handle?.getAttribute('open')).toBeNull()
}

test('the menu traps the focus; Escape closes it and restores the focus', async ({ page }) => {
  await holds(page)
  await discloses(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('menu and questions work', async ({ page }) => {
    await holds(page)
    await discloses(page)
  })
})
