/** Input before deferred scripts run: presses and typed text are replayed, and failures are reported. */
import type { Locator, Page } from 'playwright/test'
import { keeping, paths, storageKeys } from '@/lib/site'
import { pageTag, samplePost } from './setup/routes'
import { messageText, signUp, writeMessage } from './setup/steps'
import { expect, inbox, newAddress, test } from './setup/test'
import { declined } from './setup/visit'

/** Deferred files: built scripts and the page data that they start from. */
const held = /\/_next\/static\/(?:chunks\/[^/]+\.js|pages\/[^/]+\.json)$/
const data = /\/_next\/static\/pages\/[^/]+\.json$/

/** Blocks the deferred files until `release` is called. */
async function stopped(page: Page): Promise<{ release: () => void; asked: string[] }> {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(held, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await gate.promise
    // The page may be closed by now.
    await route.continue().catch(() => undefined)
  })
  return { release: gate.resolve, asked }
}

const early = { waitUntil: 'commit' } as const
const unready = (page: Page) => page.locator('[data-island]:not([data-ready])')
const line = (page: Page) => page.locator('#offline')
/** The text below a search box during a search. */
const searching = (page: Page) => page.getByText('Searching …').filter({ visible: true })
/** Opacity of a button's progress bar, or `none`. */
const bar = (button: Locator) =>
  button.evaluate((element) => {
    const { content, opacity } = getComputedStyle(element, '::after')
    return content === 'none' ? 'none' : opacity
  })

/** Opens a page and waits for idle time, when scripts without a trigger would start. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 4000 })))
}

test.beforeEach(async ({ context }) => {
  await declined(context)
})
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('the search of the blog', () => {
  const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the blog' })
  const results = (page: Page) => page.getByRole('search').getByRole('link')

  test('keeps text typed before scripts run, and searches for it', async ({ page }) => {
    const { release } = await stopped(page)
    await open(page, paths.blog)
    await page.keyboard.press('Tab')
    while (!(await box(page).evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.type('tele')
    await page.keyboard.press('Enter')
    await expect(unready(page)).not.toHaveCount(0)
    await expect(searching(page)).toBeVisible()
    release()
    await page.keyboard.type('phone')
    await expect(unready(page)).toHaveCount(0)
    await expect(results(page).first()).toBeVisible()
    await expect(box(page)).toHaveValue('telephone')
    await expect(box(page)).toBeFocused()
    await expect(page).toHaveURL(/#q=telephone$/)
  })

  test('restores query and results on Back, before and after scripts run', async ({ page }) => {
    await open(page, paths.blog)
    await box(page).fill('telephone')
    await expect(page).toHaveURL(/#q=telephone$/)
    const title = (await results(page).first().textContent()) ?? ''
    await results(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

    const { release, asked } = await stopped(page)
    // The query in the address starts the scripts without input.
    await page.goBack(early)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await page.goForward(early)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack(early)
    release()
    await expect(box(page)).toHaveValue('telephone')
    await expect(results(page).first()).toHaveText(title)
  })
})

test.describe('the questions', () => {
  const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' })
  const shown = (page: Page) => page.locator('[data-question]').filter({ visible: true })

  test('filters by text that was typed before scripts run', async ({ page }) => {
    const { release } = await stopped(page)
    await open(page, paths.faq)
    const all = await shown(page).count()
    await box(page).fill('cancel')
    await page.keyboard.press('Enter')
    await expect(shown(page)).toHaveCount(all)
    release()
    await expect(unready(page)).toHaveCount(0)
    await expect.poll(() => shown(page).count()).toBeLessThan(all)
    await box(page).press('Escape')
    await expect(shown(page)).toHaveCount(all)
  })

  /** Opens the first question, which needs no script, and returns its link. */
  async function linkOf(page: Page): Promise<Locator> {
    const question = page
      .locator('[data-question]')
      .filter({ has: page.locator('[data-copy]') })
      .first()
    if ((await question.getAttribute('open')) === null) await question.locator('summary').click()
    return question.locator('[data-copy]')
  }

  for (const [name, press] of [
    ['a press', (link: Locator) => link.click()],
    ['three presses', (link: Locator) => link.click({ clickCount: 3 })],
    ['Enter', (link: Locator) => link.press('Enter')],
  ] as const) {
    test(`${name} on the link to an answer copies it once scripts run${name === 'a press' ? '' : ' @long'}`, async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { release } = await stopped(page)
      await open(page, paths.faq)
      const link = await linkOf(page)
      const href = (await link.getAttribute('href')) ?? ''
      await press(link)
      await expect(link).toHaveAttribute('aria-busy', 'true')
      expect(new URL(page.url()).hash).toBe('')
      release()
      await expect(link).toHaveText('Link copied')
      await expect(link).not.toHaveAttribute('aria-busy')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(paths.faq + href, page.url()).href)
      expect(new URL(page.url()).hash).toBe(href)
    })
  }

  test('the link to an answer works when its script fails', async ({ page, quietConsole }) => {
    quietConsole.allow(/status of 404/)
    await page.route(data, (route) => route.fulfill({ status: 404 }))
    await open(page, paths.faq)
    const link = await linkOf(page)
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect.poll(() => new URL(page.url()).hash).toBe(href)
    await expect(page.locator(`${href}:target`)).toBeVisible()
  })
})

test.describe('a saved post', () => {
  const keep = (page: Page) => page.getByRole('button', { name: 'Save for offline' })
  const kept = (page: Page) => page.getByText(/^Saved on this device, [\d.]+ MB\.$/)

  for (const [name, press] of [
    ['a press', (button: Locator) => button.click()],
    ['three presses', (button: Locator) => button.click({ clickCount: 3 })],
    ['Enter', (button: Locator) => button.press('Enter')],
    ['the space bar', (button: Locator) => button.press('Space')],
  ] as const) {
    test(`${name} on “Save for offline” before scripts run saves once${name === 'a press' ? '' : ' @long'}`, async ({
      page,
    }) => {
      const { release } = await stopped(page)
      await open(page, samplePost)
      expect(await bar(keep(page))).toBe('none')
      await press(keep(page))
      await expect(keep(page)).toHaveAttribute('aria-busy', 'true')
      await expect.poll(() => bar(keep(page))).toBe('1')
      expect(await page.evaluate(() => caches.keys())).toEqual([])
      release()
      await expect(kept(page)).toBeVisible()
      await expect(keep(page)).toHaveCount(0)
    })
  }

  test('is listed on the blog and on its own page, and can be removed there', async ({ page }) => {
    await open(page, samplePost)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await keep(page).click()
    await expect(kept(page)).toBeVisible()
    await page.goto(paths.blog)
    const listed = page.getByRole('region', { name: 'Saved on this device' })
    await expect(listed.getByRole('link', { name: title })).toBeVisible()
    await page.goto(keeping.standIn)
    await expect(listed.getByRole('link', { name: title })).toBeVisible()
    await listed.getByRole('button', { name: /^Remove/ }).click({ clickCount: 3 })
    await expect(page.getByText(/was removed from this device\.$/)).toBeVisible()
  })

  test('the list page shows nothing until its scripts run', async ({ page }) => {
    const { release, asked } = await stopped(page)
    const none = page.getByText(/^You haven’t saved any posts on this device\./)
    await page.goto(keeping.standIn, early)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await expect(none).toHaveCount(0)
    release()
    await expect(none).toBeVisible()
  })

  for (const [what, pattern, answer] of [
    ['missing page data', data, { status: 404 }],
    ['a missing script', /\/_next\/static\/chunks\/turbopack-[^/]+\.js$/, { status: 404 }],
  ] as const) {
    test(`reports ${what}, and saves on the next press @long`, async ({ page, quietConsole }) => {
      quietConsole.allow(/status of 404|MIME type/)
      await page.route(pattern, (route) => route.fulfill(answer))
      await open(page, samplePost)
      await keep(page).click()
      await expect(line(page)).toHaveText(/^Part of this page didn’t load\./)
      await expect(keep(page)).not.toHaveAttribute('aria-busy')
      await page.unroute(pattern)
      await keep(page).click()
      await expect(kept(page)).toBeVisible()
      await expect(line(page)).toHaveText('')
    })
  }

  test('reports unreachable scripts, and saves on the next press', async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED/)
    await page.route(held, (route) => route.abort())
    await open(page, samplePost)
    await keep(page).click()
    await expect(line(page)).toHaveText(/^Part of this page didn’t load\./)
    await page.unroute(held)
    await keep(page).click()
    await expect(kept(page)).toBeVisible()
  })
})

for (const [where, path] of [
  ['the search of the blog', paths.blog],
  ['the search of questions', paths.faq],
] as const) {
  test(`${where} shows that it searches until its scripts fail${pageTag(path)}`, async ({ page, quietConsole }) => {
    quietConsole.allow(/ERR_FAILED/)
    const gate = Promise.withResolvers<void>()
    await page.route(held, async (route) => {
      await gate.promise
      await route.abort()
    })
    await open(page, path)
    await expect(searching(page)).toHaveCount(0)
    await page.getByRole('searchbox').fill('te')
    await expect(searching(page)).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(searching(page)).toHaveCount(0)
    await page.getByRole('searchbox').fill('te')
    gate.resolve()
    await expect(line(page)).toHaveText(/^Part of this page didn’t load\./)
    await expect(searching(page)).toHaveCount(0)
  })
}

test.describe('the timetable', () => {
  test.use({ timezoneId: 'Asia/Kolkata', locale: 'en-IN' })

  test('is in UTC until it comes near, then in local time', async ({ page }) => {
    const { release, asked } = await stopped(page)
    await page.setViewportSize({ width: 1280, height: 300 })
    await open(page, paths.sessions)
    const own = page.getByText('Your time', { exact: true })
    const utc = page.getByText(', the time that clocks everywhere are set by.')
    await expect(utc).toHaveCount(1)
    await page.locator('[data-island=seen] ul').scrollIntoViewIfNeeded()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
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

test.describe('the contact form', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
  const arrived = (page: Page) => page.getByRole('heading', { name: 'We have your message.' })

  /** Number of emails from this sender. */
  async function emails(page: Page, email: string): Promise<number> {
    return (await inbox(page)).filter(({ replyTo }) => replyTo === email).length
  }
  /** Records how each message is posted: by the form or by a script. */
  function watchPosts(page: Page) {
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/contact')
        posts.push(request.resourceType() === 'document' ? 'form' : 'script')
    })
    return posts
  }

  for (const [name, press] of [
    ['a press', (page: Page) => send(page).click()],
    ['three presses', (page: Page) => send(page).click({ clickCount: 3 })],
    ['Enter in a field', (page: Page) => page.getByLabel('Your name').press('Enter')],
    ['Enter on the button', (page: Page) => send(page).press('Enter')],
  ] as const) {
    test(`${name} before scripts run sends the message once${name === 'a press' ? '' : ' @long'}`, async ({ page }) => {
      const email = newAddress()
      const posts = watchPosts(page)
      const { release } = await stopped(page)
      await open(page, paths.contact)
      await writeMessage(page, email)
      await press(page)
      await expect(page.locator('form[aria-busy]')).toHaveCount(1)
      expect(posts).toEqual([])
      release()
      await expect(arrived(page)).toBeFocused()
      await expect.poll(() => emails(page, email)).toBe(1)
      expect(posts).toEqual(['script'])
    })
  }

  test('keeps and counts text that was typed before scripts run', async ({ page }) => {
    const { release } = await stopped(page)
    await open(page, paths.contact)
    await writeMessage(page, 'ada@people.example', 'a'.repeat(4_900))
    await page.getByLabel('Your message').focus()
    await page.keyboard.type('bcd')
    release()
    await expect(unready(page)).toHaveCount(0)
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Your message')).toHaveValue(/abcd$/)
    await expect(page.getByLabel('Your message')).toBeFocused()
    await expect(page.getByText(/ characters left$/)).toBeVisible()
  })

  test('errors are reported by the browser before scripts run, then by the page', async ({ page }) => {
    const posts = watchPosts(page)
    const { release } = await stopped(page)
    await open(page, paths.contact)
    const email = page.getByLabel('Your email address')
    await email.fill('ada')
    await send(page).click()
    expect(await email.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true)
    await expect(page.getByLabel('Your name')).toBeFocused()
    release()
    await expect(unready(page)).toHaveCount(0)
    await send(page).click()
    await expect(email).toHaveAccessibleDescription(/doesn’t look like an email/)
    expect(posts).toEqual([])
  })

  for (const [what, pattern] of [
    ['a missing script', /\/_next\/static\/chunks\/turbopack-[^/]+\.js$/],
    ['missing page data', data],
  ] as const) {
    test(`sends a plain form with ${what}${pattern === data ? ' @long' : ''}`, async ({ page, quietConsole }) => {
      quietConsole.allow(/status of 404|MIME type/)
      const email = newAddress()
      const posts = watchPosts(page)
      await page.route(pattern, (route) => route.fulfill({ status: 404 }))
      await open(page, paths.contact)
      await writeMessage(page, email)
      await send(page).click({ clickCount: 2 })
      await expect(page.getByRole('heading', { name: 'If you’ve just sent a message, we have it.' })).toBeVisible()
      expect(posts).toEqual(['form'])
      await expect.poll(() => emails(page, email)).toBe(1)
    })
  }

  test('keeps the text while offline, and sends on the next press', async ({ page, context, quietConsole }) => {
    quietConsole.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const email = newAddress()
    const posts = watchPosts(page)
    let isOff = true
    await page.route(held, (route) => (isOff ? route.abort('internetdisconnected') : route.continue()))
    await open(page, paths.contact)
    await writeMessage(page, email)
    await context.setOffline(true)
    await send(page).click()
    await expect(line(page)).toHaveText(/^You’re offline\./)
    await expect(page.locator('form[aria-busy]')).toHaveCount(0)
    isOff = false
    await context.setOffline(false)
    // The typed text starts the scripts again.
    await expect(unready(page)).toHaveCount(0)
    await expect(page.getByLabel('Your message')).toHaveValue(messageText)
    expect(posts).toEqual([])
    await send(page).click()
    await expect(arrived(page)).toBeVisible()
    expect(posts).toEqual(['script'])
  })

  test('Back restores the typed text and its counter', async ({ page }) => {
    const { release } = await stopped(page)
    await open(page, paths.contact)
    await writeMessage(page, 'ada@people.example', 'a'.repeat(4_900))
    await page.getByRole('link', { name: 'Features' }).first().click()
    await page.waitForURL(/\/features$/)
    release()
    await page.goBack()
    await expect(page.getByLabel('Your message')).toHaveValue(/^a{4900}$/)
    await expect(page.getByText('100 characters left', { exact: true })).toBeVisible()
  })
})

test.describe('a page without islands', () => {
  test('loads no script until a sign-in in another tab', async ({ page, context }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await open(page, paths.features)
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
    const asked: string[] = []
    page.on('request', (request) => held.test(request.url()) && asked.push(request.url()))
    const shownAgain = (hint: string | null) =>
      page.evaluate(
        ([key, value]) => {
          if (value) localStorage.setItem(key, value)
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
          localStorage.removeItem(key)
        },
        [storageKeys.session, hint] as const,
      )
    await open(page, paths.features)
    await shownAgain(null)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await shownAgain('{}')
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
    )
    const once = [...asked]
    expect(new Set(once).size).toBe(once.length)
    await shownAgain('{}')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual(once)
  })
})
