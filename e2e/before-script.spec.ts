/** Pages whose scripts, storage or settings are missing, and what they report. */
import type { BrowserContext, Page } from 'playwright/test'
import { browserErrorAddress } from '@/lib/contract/browser-error'
import { paths } from '@/lib/site'
import { axeFindings, axeFindingsInBothThemes } from './setup/axe'
import { arrived, submitAddress, submitNewAccount } from './setup/steps'
import { expect, newAddress, origin, test } from './setup/test'
import { declined } from './setup/visit'
import { unreadyIslands } from './setup/deferred-scripts'

const noStorage = 'The browser you are using does not support Web Storage. Please try again in a different browser.'

/** Heading, reassurance, header and footer must show even if everything else fails. */
async function expectFrame(page: Page) {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Sign in or start' })).toBeVisible()
  await expect(main.getByText('We’ll never call. If you use your number, we’ll text a code.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy#health')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
}

const expectAccessible = async (page: Page) => expect(await axeFindingsInBothThemes(page, 'main')).toEqual([])

test('without storage shows the specified message, and the page still works', async ({ page }) => {
  await page.addInitScript(() => {
    // The helper frame is the emulator's own page.
    if (window.top !== window) return
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/auth')
  await expect(page.getByRole('main').getByText(noStorage)).toBeVisible()
  await expect(page.getByText('Loading the sign-in form.')).toHaveCount(0)
  await expectFrame(page)
  expect(await axeFindings(page)).toEqual([])

  const root = page.locator('html')
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  const wasDark = await root.evaluate((element) => element.classList.contains('dark'))
  await page
    .getByRole('button', { name: /(dark|light) mode/i })
    .filter({ visible: true })
    .click()
  expect(await root.evaluate((element) => element.classList.contains('dark'))).toBe(!wasDark)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Features' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/features$/)
})

test('signs in without IndexedDB', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { configurable: true, get: () => undefined })
  })
  await page.goto('/auth')
  await page.getByRole('radio', { name: 'I’m new here' }).check({ force: true })
  await submitAddress(page, newAddress())
  await submitNewAccount(page)
  await arrived(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
})

const failed = (page: Page) => page.getByRole('main').getByRole('alert')
const listed = (page: Page) => page.getByRole('button', { name: 'Continue with email' })

/** Aborts the request of the script that contains the widget. */
const cutWidget = (page: Page) =>
  page.route(`${origin()}/**/*.js*`, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await (body.includes('mdl-js-button') ? route.abort() : route.fulfill({ response, body }))
  })

test.describe('the form cannot be loaded', () => {
  test('reports a script that failed to load, and retries', async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED|ERR_CONNECTION|Failed to load resource/)
    await cutWidget(page)
    await page.goto('/auth')
    await expect(failed(page)).toContainText('Sign-in isn’t working right now.')
    await expectFrame(page)
    await expectAccessible(page)
    // A prefetched script may still be in flight.
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(listed(page)).toBeVisible()
  })

  test('shows a loading text after 500 ms, and times out', async ({ page }) => {
    await page.clock.install()
    let waiting = true
    await page.route('**/api/config', (route) => (waiting ? undefined : route.continue()))
    await page.goto('/auth')
    await page.clock.runFor(1_000)
    await expect(page.getByRole('main').getByText('Loading the sign-in form.')).toBeVisible()
    await expectFrame(page)
    await expect(failed(page)).toHaveCount(0)
    waiting = false
    await expect(async () => {
      await page.clock.runFor(5_000)
      await expect(failed(page).or(listed(page)).first()).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
  })

  test('reports a missing identity project without blaming the connection', async ({ page }) => {
    await page.route('**/api/config', async (route) => {
      const config = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...config, identity: null } })
    })
    await page.goto('/auth')
    await expect(failed(page)).toContainText('Signing in is switched off on this site.')
    await expect(failed(page)).not.toContainText('connection')
    await expectFrame(page)
    await expectAccessible(page)
  })
})

test('shows a loading text until scripts run or fail', async ({ page, quietConsole }) => {
  quietConsole.allow(/ERR_FAILED/)
  let cut = false
  await page.route(/\/_next\/static\/.*\.js/, (route) => (cut ? route.abort() : undefined))
  for (const [path, words] of [
    [paths.auth, 'Loading the sign-in form.'],
    [paths.profile, 'Opening your profile.'],
    [paths.pricing, 'Loading the prices.'],
  ] as const) {
    const loadingText = page.getByRole('main').getByText(words)
    cut = false
    await page.goto(path, { waitUntil: 'commit' })
    await expect(loadingText).toHaveCSS('opacity', '1')
    await expect(loadingText).toBeVisible()
    cut = true
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('Part of this page didn’t load.')).toBeVisible()
    await expect(loadingText).toBeHidden()
  }
})

const host = 'http://wrong.example'

/** Serves the site under another host name, like a catch-all load balancer. */
async function underAnotherName(context: BrowserContext): Promise<string[]> {
  const requests: string[] = []
  await context.route(`${host}/**`, async (route) => {
    const url = new URL(route.request().url())
    requests.push(url.pathname)
    const response = await route.fetch({ url: origin() + url.pathname + url.search }).catch(() => null)
    if (response) await route.fulfill({ response }).catch(() => undefined)
  })
  return requests
}

test('a page for signing in reports an unconfigured address', async ({ page, context, quietConsole }) => {
  // Without HTTPS, browsers ignore this header and log a warning.
  quietConsole.allow(/Cross-Origin-Opener-Policy/)
  const requests = await underAnotherName(context)
  const notes: string[] = []
  page.on('console', (entry) => notes.push(entry.text()))
  await page.goto(`${host}/pricing/start`)
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Signing in and paying are not available on this website address.' })
  await expect(notice).toContainText('This address isn’t set up')
  expect(requests.filter((each) => each.startsWith('/api/'))).toEqual([])
  expect(notes.join('\n')).toMatch(/wrong\.example.*SITE_HOST.*STAGING_HOST/)
  expect(await axeFindings(page)).toEqual([])
})

/** The reports that a page sends from now on, with the answers' status. */
function reports(page: Page) {
  const sent: { status: number; body: Record<string, string> }[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith(browserErrorAddress)) return
    sent.push({ status: response.status(), body: response.request().postDataJSON() as Record<string, string> })
  })
  return sent
}

test('an uncaught error is reported without the address of an email', async ({ page, context }) => {
  await declined(context)
  const sent = reports(page)
  await page.goto(paths.contact)
  await page.getByRole('textbox', { name: 'Message' }).click()
  await expect(unreadyIslands(page)).toHaveCount(0)
  await page.evaluate(() => {
    const filename = `${location.origin}/_next/static/chunks/a.js`
    dispatchEvent(new ErrorEvent('error', { error: new Error('an error of ada@people.example'), filename }))
  })
  await expect.poll(() => sent).toMatchObject([{ status: 204, body: { kind: 'error', page: paths.contact } }])
  expect(sent[0]?.body.message).toBe('Error: an error of [email]')
})
