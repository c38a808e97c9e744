import { expect, origin, test } from './setup/test'
import type { BrowserContext, Page } from 'playwright/test'

const bar = (page: Page) => page.getByRole('region', { name: 'Privacy choices' })
const answer = (page: Page, name: 'Accept' | 'Decline') => bar(page).getByRole('button', { name })
const ran = (page: Page) =>
  page.evaluate(() => Object.keys((window as { __unhurriedStub?: object }).__unhurriedStub ?? {}).toSorted())

/** Collects requests to other origins. */
function leaving(context: BrowserContext): string[] {
  const urls: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin()) urls.push(request.url())
  })
  return urls
}

const storedBy = async (page: Page) => ({
  cookies: (await page.context().cookies()).length,
  storage: await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
})

test('sends nothing to others and stores only the theme before a choice', async ({ page, context }) => {
  const urls = leaving(context)
  for (const path of ['/', '/contact']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(bar(page)).toBeVisible()
  }
  expect(await storedBy(page)).toEqual({ cookies: 0, storage: [] })
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-theme-toggle]')?.click())
  expect(await storedBy(page)).toEqual({ cookies: 0, storage: ['theme'] })
  expect(urls).toEqual([])
})

test('remembers Decline and loads nothing', async ({ page, context }) => {
  const urls = leaving(context)
  await page.goto('/')
  await answer(page, 'Decline').press('Enter')
  await expect(bar(page)).toBeHidden()
  // The focused bar disappears, so the focus moves to the page.
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/features')
  await page.waitForLoadState('networkidle')
  await expect(bar(page)).toBeHidden()
  expect(await ran(page)).toEqual([])
  expect(urls).toEqual([])
})

test('Accept loads chat and analytics, but not on private pages', async ({ page, context }) => {
  const urls = leaving(context)
  await page.goto('/')
  await answer(page, 'Accept').click()
  await expect.poll(() => ran(page)).toEqual(['analytics', 'chat'])
  await page.goto('/faq')
  await expect.poll(() => ran(page)).toEqual(['analytics', 'chat'])
  const before = urls.length
  for (const path of ['/auth', '/pricing/start', '/pricing/thankyou/', '/profile']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await ran(page), path).toEqual([])
    await expect(bar(page)).toBeHidden()
  }
  expect(urls.slice(before).filter((url) => !url.startsWith('https://apis.google.com/'))).toEqual([])
})

test('changes the choice from the footer; Decline removes the scripts', async ({ page }) => {
  await page.goto('/about')
  await answer(page, 'Accept').click()
  await expect.poll(() => ran(page)).toEqual(['analytics', 'chat'])
  await page.evaluate(() => localStorage.setItem('left-by-a-script', '1'))
  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toContainText('You’ve accepted.')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  const begunAgain = page.waitForEvent('load')
  await answer(page, 'Decline').press('Enter')
  await begunAgain
  await page.waitForLoadState('networkidle')
  expect(await ran(page)).toEqual([])
  expect((await storedBy(page)).storage).toEqual(['unhurried-consent'])
})
