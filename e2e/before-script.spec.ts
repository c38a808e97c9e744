import type { Page } from 'playwright/test'
import { paths, storageKeys } from '@/lib/site'
import { axeFindings, axeFindingsInBothThemes } from './setup/axe'
import { expect, newAddress, origin, test } from './setup/test'
import { pageTag } from './setup/routes'
import { arrived, submitAddress, submitNewAccount } from './setup/steps'

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

const expectAccessible = async (page: Page) => expect(await axeFindingsInBothThemes(page)).toEqual([])

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the frame and a notice whose links all work', async ({ page }) => {
    await page.goto('/auth')
    await expectFrame(page)
    // Text locators skip `noscript`, although it is rendered.
    const notice = page.locator('main noscript p')
    await expect(notice.first()).toBeVisible()
    expect(await notice.allInnerTexts()).toEqual([
      'Signing in needs JavaScript.',
      'Your browser has JavaScript switched off, so the sign-in form cannot be shown. Switch it on for this site, then reload the page.',
    ])
    await expect(page.getByRole('button', { name: /sign in/i })).toHaveCount(0)
    const hrefs = await page
      .locator('header a[href^="/"], main a[href^="/"], footer a[href^="/"]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
    expect(hrefs.length).toBeGreaterThan(5)
    for (const href of new Set(hrefs)) expect((await page.request.get(href)).status(), href).toBe(200)
    await page.getByRole('main').getByRole('link', { name: 'privacy policy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('serves the frame, and the notice only without scripts', async ({ request, browser }) => {
  const html = await (await request.get('/auth')).text()
  expect(html).toContain('We’ll never call. If you use your number, we’ll text a code.')
  expect(/<noscript>.*?Signing in needs JavaScript\..*?<\/noscript>/s.test(html)).toBe(true)
  // Axe needs scripts, so the notice is unwrapped to match the rendering without scripts.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/auth', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: html.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(/<\/?noscript>/g, ''),
    }),
  )
  for (const dark of [false, true]) {
    await page.goto('/auth')
    await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
    await expectFrame(page)
    await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  }
  await context.close()
})

/** Ways in which a browser can refuse storage. Each runs before the page's own scripts. */
const storageless: Record<string, () => void> = {
  'writing to storage throws': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'storage access throws': () => {
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
  },
  'storage is not there': () => {
    // The helper frame is the emulator's own page.
    if (window.top !== window) return
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { configurable: true, get: () => undefined })
    }
  },
}

for (const [name, block] of Object.entries(storageless)) {
  test(`${name}: shows the specified message, and the page still works${name === 'storage is not there' ? '' : ' @long'}`, async ({
    page,
  }) => {
    await page.addInitScript(block)
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
}

test('signs in without IndexedDB', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { configurable: true, get: () => undefined })
  })
  await page.goto('/auth')
  await page.getByRole('radio', { name: "I'm new here" }).check({ force: true })
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

  test('reports settings that answer 503, and retries', async ({ page, quietConsole }) => {
    quietConsole.allow(/status of 503/)
    let down = true
    await page.route('**/api/config', (route) =>
      down ? route.fulfill({ status: 503, json: { error: {} } }) : route.continue(),
    )
    await page.goto('/auth')
    await expect(failed(page)).toContainText('Check your connection and try again.')
    await expectAccessible(page)
    down = false
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

test.describe('an initial script fails to load', () => {
  const line = (page: Page) => page.locator('#offline')

  test.beforeEach(async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED|Failed to load resource/)
    await page.route(/\/_next\/static\/chunks\/turbopack-/, (route) => route.abort())
  })

  for (const path of [paths.auth, paths.profile, paths.pricing, paths.thankyou]) {
    test(`${path} reports it, with the next step @once${pageTag(path)}`, async ({ page }) => {
      await page.goto(path)
      await expect(line(page)).toHaveText(/^Part of this page didn’t load\./)
      await expectAccessible(page)
    })
  }

  test('the thank-you page promises nothing that needs scripts @once @long', async ({ page, context }) => {
    await context.addInitScript((key) => localStorage.setItem(key, '{"uid":"somebody"}'), storageKeys.session)
    await page.goto(paths.thankyou)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Your payment may be complete', exact: true }),
    ).toBeVisible()
    await expect(page.getByText('You do not need to pay again.')).toBeVisible()
    await expect(page.getByText(/^Checking with the payment provider/)).toBeHidden()
    await expect(line(page)).toHaveText(/reload the page/)
    await expectAccessible(page)
    // The notice is aligned with the page's text.
    await page.setViewportSize({ width: 1920, height: 1000 })
    const starts = await page.evaluate(() =>
      ['h1', '#offline'].map((selector) => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector(selector) as Element)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        return Math.round(Math.min(...boxes.map(({ left }) => left)))
      }),
    )
    expect(starts[0]).toBe(starts[1])
  })

  test('ignores a later script, which has its own message @once', async ({ page }) => {
    await page.unrouteAll()
    await cutWidget(page)
    await page.goto(paths.auth)
    await expect(failed(page)).toContainText('Sign-in isn’t working right now.')
    await expect(line(page)).toBeEmpty()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

for (const [path, words] of [
  [paths.auth, 'Loading the sign-in form.'],
  [paths.profile, 'Opening your profile.'],
  [paths.pricing, 'Loading the prices.'],
] as const) {
  test(`${path} shows a loading text until scripts run or fail`, async ({ page, quietConsole }) => {
    const loadingText = page.getByRole('main').getByText(words)
    let cut = false
    await page.route(/\/_next\/static\/.*\.js/, (route) => (cut ? route.abort() : undefined))
    await page.goto(path, { waitUntil: 'commit' })
    await expect(loadingText).toHaveCSS('opacity', '1')
    await expect(loadingText).toBeVisible()
    cut = true
    quietConsole.allow(/ERR_FAILED/)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('Part of this page didn’t load.')).toBeVisible()
    await expect(loadingText).toBeHidden()
  })
}
