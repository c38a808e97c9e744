import { declined } from './setup/visit'
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { asNewUser } from './setup/accounts'
import { expect, test } from './setup/test'
import { deferredFile, blockDeferredFiles, statusLine, openUntilIdle } from './setup/deferred-scripts'

test.beforeEach(({ context }) => declined(context))
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** The text below a search box during a search. */
const searchStatus = (page: Page) => page.getByText('Searching …').filter({ visible: true })

test('a search shows "Searching" until its scripts fail', async ({ page, quietConsole }) => {
  quietConsole.allow(/ERR_FAILED/)
  const gate = Promise.withResolvers<void>()
  await page.route(deferredFile, async (route) => {
    await gate.promise
    await route.abort()
  })
  await openUntilIdle(page, paths.blog)
  await expect(searchStatus(page)).toHaveCount(0)
  await page.getByRole('searchbox').fill('te')
  await expect(searchStatus(page)).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(searchStatus(page)).toHaveCount(0)
  await page.getByRole('searchbox').fill('te')
  gate.resolve()
  await expect(statusLine(page)).toHaveText(/^Part of this page didn’t load\./)
  await expect(searchStatus(page)).toHaveCount(0)
})

test.describe('the timetable', () => {
  test.use({ timezoneId: 'Asia/Kolkata', locale: 'en-IN' })

  test('is in UTC until its scripts are there; the next call never is', async ({ page }) => {
    const { release, requests } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.sessions)
    const next = page.getByText('Your time (UTC+5:30)', { exact: true })
    const all = page.getByText(/^Your time, with UTC/)
    await expect(next).toBeVisible()
    await page.locator('#when').scrollIntoViewIfNeeded()
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await expect(all).toHaveCount(0)
    release()
    await expect(all).toBeVisible()
    await expect(next).toBeVisible()
  })
})

test.describe('a page without islands', () => {
  test('loads no script until a sign-in in another tab', async ({ page, context }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    // The sentence on the home page waits for a touch.
    await openUntilIdle(page, paths.home)
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    const header = page.getByRole('navigation', { name: 'Main' })
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
    await asNewUser(await context.newPage())
    await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    // The plan is known here as well, so the trial button shows.
    await expect(page.locator('html')).toHaveAttribute('data-trial', 'on')
  })
})
