import { declined } from './setup/visit'
import type { Locator, Page } from 'playwright/test'
import { paths, storageKeys } from '@/lib/site'
import { signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { deferredFile, blockDeferredFiles, statusLine, openUntilIdle, untilCommit } from './setup/deferred-scripts'

test.beforeEach(({ context }) => declined(context))
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** The text below a search box during a search. */
const searchStatus = (page: Page) => page.getByText('Searching …').filter({ visible: true })

test.describe('the search of the blog', () => {
  const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the blog' })
  const results = (page: Page) => page.getByRole('search').getByRole('link')

  test('restores query and results on Back, before and after scripts run', async ({ page }) => {
    await openUntilIdle(page, paths.blog)
    await box(page).fill('telephone')
    await expect(page).toHaveURL(/#q=telephone$/)
    const title = (await results(page).first().textContent()) ?? ''
    await results(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

    const { release, requests } = await blockDeferredFiles(page)
    // The query in the address starts the scripts without input.
    await page.goBack(untilCommit)
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await page.goForward(untilCommit)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack(untilCommit)
    release()
    await expect(box(page)).toHaveValue('telephone')
    await expect(results(page).first()).toHaveText(title)
  })
})

test.describe('the questions', () => {
  /** Opens the first question, which needs no script, and returns its link. */
  async function linkOf(page: Page): Promise<Locator> {
    const question = page
      .locator('[data-question]')
      .filter({ has: page.locator('[data-copy]') })
      .first()
    if ((await question.getAttribute('open')) === null) await question.locator('summary').click()
    return question.locator('[data-copy]')
  }

  test('presses on the link to an answer copy it once scripts run', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { release } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.faq)
    const link = await linkOf(page)
    const href = (await link.getAttribute('href')) ?? ''
    await link.click({ clickCount: 3 })
    await expect(link).toHaveAttribute('aria-busy', 'true')
    expect(new URL(page.url()).hash).toBe('')
    release()
    await expect(link).toHaveText('Link copied')
    await expect(link).not.toHaveAttribute('aria-busy')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(paths.faq + href, page.url()).href)
    expect(new URL(page.url()).hash).toBe(href)
  })

  test('the link to an answer works when its script fails', async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED/)
    await page.route(deferredFile, (route) => route.abort())
    await openUntilIdle(page, paths.faq)
    const link = await linkOf(page)
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect.poll(() => new URL(page.url()).hash).toBe(href)
    await expect(page.locator(`${href}:target`)).toBeVisible()
  })
})

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

  test('is in UTC until it is near the viewport, then in local time', async ({ page }) => {
    const { release, requests } = await blockDeferredFiles(page)
    await page.setViewportSize({ width: 1280, height: 300 })
    await openUntilIdle(page, paths.sessions)
    const own = page.getByText('Your time', { exact: true })
    const utc = page.getByText(', the time that clocks everywhere are set by.')
    await expect(utc).toHaveCount(1)
    await page.locator('[data-island=seen] ul').scrollIntoViewIfNeeded()
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await expect(utc).toHaveCount(1)
    release()
    await expect(own).toBeVisible()
    await expect(utc).toHaveCount(0)
    await expect(page.getByText(/\(India Standard Time\)/)).toBeVisible()
  })

  test('is in local time when opened at its end', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await page.goto(paths.sessions)
    await page.locator('[data-island=seen] li').last().scrollIntoViewIfNeeded()
    await expect(page.getByText('Your time', { exact: true })).toHaveCount(1)
    await expect(page.getByText(/^Saturday, 16:00 UTC$/)).toBeInViewport()
  })
})

test.describe('a page without islands', () => {
  test('loads no script until a sign-in in another tab', async ({ page, context }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await openUntilIdle(page, paths.features)
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    const header = page.getByRole('navigation', { name: 'Main' })
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
    await signUp(await context.newPage(), newAddress())
    await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    // The plan is known here as well, so the trial button shows.
    await expect(page.locator('html')).toHaveAttribute('data-trial', 'on')
  })

  // Browsers under test have no back-forward cache, so the test dispatches its event.
  test('checks the session when restored, and loads its scripts once', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => deferredFile.test(request.url()) && requests.push(request.url()))
    const shownAgain = (hint: string | null) =>
      page.evaluate(
        ([key, value]) => {
          if (value) localStorage.setItem(key, value)
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
          localStorage.removeItem(key)
        },
        [storageKeys.session, hint] as const,
      )
    await openUntilIdle(page, paths.features)
    await shownAgain(null)
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
    await shownAgain('{"uid":"somebody"}')
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
    )
    const once = [...requests]
    expect(new Set(once).size).toBe(once.length)
    await shownAgain('{"uid":"somebody"}')
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual(once)
  })
})
