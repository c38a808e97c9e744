/** Script injection in every place that shows foreign text, with the browser's content security policy disabled. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { hostileTexts } from '@/tests/hostile/texts'
import { unsafePage } from '@/tests/hostile/contexts'
import { isFull } from '@/tests/setup/full'
import { startPostsSite } from './setup/posts-site'
import { traces, watch, type Caught } from './setup/sentinel'
import { signUp } from './setup/steps'
import { expect, newAddress, origin, test, vendors } from './setup/test'

test.use({ bypassCSP: true })
// Hostile markup is also broken markup, which browsers log.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/./s))

/** A sample of all texts; in a full run ten times as many. The unit tests use every text. */
const some = (few: number, fits: (text: string) => boolean = () => true) => {
  const fitting = hostileTexts.filter(({ text }) => fits(text)).map(({ text }) => text)
  const step = Math.max(1, Math.floor(fitting.length / (isFull ? 10 * few : few)))
  return fitting.filter((_, n) => n % step === 0)
}
const parted = <T>(of: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(of.length / size) }, (_, n) => of.slice(n * size, (n + 1) * size))
/** Fits a one-line field. */
const isLine = (most: number) => (text: string) => text.length <= most && !/[\p{Cc}\u2028\u2029]/u.test(text)

const fragmentsOf = (texts: readonly string[], ...options: '--posts'[]) =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', 'tests/hostile/fragments.ts', ...options], {
      input: JSON.stringify(texts),
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
      encoding: 'utf8',
    }),
  ) as (string | null)[]

const settled = async (page: Page) => {
  await page.waitForLoadState('load')
  await page.waitForTimeout(150)
}

async function shown(page: Page, address: string) {
  await page.goto(address)
  await settled(page)
  expect(await traces(page), address).toEqual([])
}

async function serve(context: BrowserContext, path: string, bodies: readonly string[]) {
  await context.route(`${origin()}/${path}/*`, (route) => {
    const n = Number(new URL(route.request().url()).pathname.split('/').at(-1))
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: bodies[n] ?? '' })
  })
}

test('the sentinel catches every kind of injection on an unsafe page @long', async ({ page, context }) => {
  const caught = await watch(context, [origin()])
  // Navigating frames have nothing to press.
  const press = () => document.querySelectorAll<HTMLElement>('a, button').forEach((each) => each.click())
  for (const [kind, of] of Object.entries(Object.groupBy(hostileTexts, (each) => each.context))) {
    const sample = of.filter((_, n) => n % Math.floor(of.length / 12) === 0)
    const path = `careless-${kind.replaceAll(' ', '-')}`
    await serve(context, path, sample.map(unsafePage))
    const frames = sample.map((_, n) => `<iframe src="/${path}/${n}"></iframe>`)
    await serve(context, `${path}-frames`, [`<!doctype html><body>${frames.join('')}`])
    await page.goto(`/${path}-frames/0`, { waitUntil: 'commit' })
    const places = () => new Set(caught.map(({ where }) => where).filter((where) => where.includes(`/${path}/`))).size
    await page.waitForTimeout(300)
    for (const frame of page.frames()) if (frame !== page.mainFrame()) void frame.evaluate(press).catch(() => undefined)
    // Many texts are encoded or target other browsers, so at least two must run.
    await expect.poll(places, kind).toBeGreaterThanOrEqual(2)
  }
})

test.describe('hostile texts', () => {
  let caught: Caught[]
  test.beforeEach(async ({ context }) => {
    caught = await watch(context, [origin(), vendors()])
  })
  test.afterEach(() => expect(caught).toEqual([]))

  test('rendered Markdown runs nothing, even when parsed twice', async ({ page, context }) => {
    test.setTimeout(isFull ? 300_000 : 90_000)
    const made = fragmentsOf(some(500))
    const fragments = made.filter((fragment) => fragment !== null)
    expect(fragments.length).toBeGreaterThan(made.length * 0.8)
    const pages = parted(fragments, 300).map(
      (part) => `<!doctype html><body>${part.map((each) => `<div>${each}</div>`).join('')}`,
    )
    await serve(context, 'fragments', pages)
    for (const n of pages.keys()) {
      await page.goto(`/fragments/${n}`)
      await settled(page)
      expect(await traces(page)).toEqual([])
      await page.evaluate(() =>
        document.querySelectorAll('body > div').forEach((each) => (each.innerHTML = `${each.innerHTML}`)),
      )
      await settled(page)
      expect(await traces(page)).toEqual([])
    }
  })

  test('posts, lists, search and feeds show them as text @long', async ({ page, context }) => {
    test.setTimeout(isFull ? 900_000 : 180_000)
    const titles = some(10, isLine(120))
    const descriptions = some(titles.length, isLine(300))
    const keywords = some(titles.length * 3, isLine(40))
    const answers = descriptions.map((text) => `In short ${text}`)
    const readable = fragmentsOf(answers)
    // Unclosed blocks would swallow the following texts.
    const bodies = some(400, (text) => text.length < 2000 && !/```|~~~|<[!?]|<div|\[\^|^ {4}/.test(text))
    const rendered = fragmentsOf(bodies, '--posts')
    const whole = bodies.filter((_, n) => rendered[n] !== null)
    const each = Math.ceil(whole.length / titles.length)
    const site = await startPostsSite((posts) => {
      for (const [n, title] of titles.entries()) {
        const matter = {
          title,
          description: descriptions[n] ?? 'D',
          tags: ['services'],
          keywords: keywords.slice(n * 3, n * 3 + 3).map((word) => word.trim() || 'x'),
          written: '2026-11-01',
          answer: readable.at(-1 - n) === null ? 'In short.' : answers.at(-1 - n),
        }
        const body = whole.slice(n * each, (n + 1) * each).join('\n\nWords.\n\n')
        // JSON is valid YAML.
        writeFileSync(join(posts, `post-${n}.md`), `---\n${JSON.stringify(matter)}\n---\n${body}\n`)
      }
    })
    try {
      const requests = caught
      await context.unrouteAll()
      await context.route(
        ({ protocol, origin: requestedOrigin }) => /^https?:$/.test(protocol) && requestedOrigin !== site.origin,
        (route) => {
          requests.push({ where: route.request().frame().url(), what: `asks ${route.request().url()}` })
          return route.abort()
        },
      )
      for (const [n, title] of titles.entries()) {
        await shown(page, site.origin + paths.post(`post-${n}`))
        const words = (text: string) => text.replace(/\s+/g, ' ').trim()
        expect(words((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')).toBe(words(title))
      }
      const lists = [
        paths.blog,
        paths.tag('services'),
        paths.by('unhurried'),
        '/blog/kept/posts',
        paths.feed,
        paths.atom,
      ]
      for (const path of [...lists, paths.jsonFeed, paths.searchPart(1), '/sitemap.xml']) {
        await shown(page, site.origin + path)
      }
      await page.goto(site.origin + paths.blog)
      for (const query of some(20, isLine(100))) {
        await page.evaluate((q) => (location.hash = new URLSearchParams({ q }).toString()), query)
        await expect(page.getByRole('searchbox')).toHaveValue(query.trim() === query ? query : /./)
      }
      for (const query of some(4, isLine(100)))
        await shown(page, `${site.origin}/blog?${new URLSearchParams({ q: query })}`)
      for (const text of some(3, (one) => one.length < 500)) {
        const part = encodeURIComponent(text.toWellFormed())
        for (const path of [`/${part}`, paths.post(part), `/blog/tag/${part}`, `/blog/by/${part}/page/2`]) {
          await shown(page, site.origin + path)
        }
      }
    } finally {
      await site.stop()
    }
  })

  test('the sign-in page shows its address and settings as text @long', async ({ page }) => {
    test.setTimeout(isFull ? 900_000 : 120_000)
    const values = parted(
      some(20, (text) => text.length < 800),
      5,
    )
    for (const [mode = '', oobCode = '', lang = '', back = '', key = ''] of values) {
      const query = new URLSearchParams({ mode, oobCode, lang, signInSuccessUrl: back, apiKey: key, continueUrl: back })
      await shown(page, `/auth?${query}`)
      await shown(
        page,
        `/auth?${new URLSearchParams({ mode: 'resetPassword', oobCode, lang, continueUrl: back, tenantId: key })}`,
      )
    }
    const own = (await (await page.request.get(`${origin()}/api/config`)).json()) as { signIn: object }
    for (const [label = '', name = '', site = ''] of parted(some(6, isLine(200)), 3)) {
      const signInOptions = [
        { provider: 'google.com', fullLabel: label },
        { provider: 'saml.x', providerName: name, loginHintKey: name },
        { provider: 'password', requireDisplayName: true, signInMethod: 'password', forceSameDevice: false },
      ]
      const tenants = {
        _: { displayName: name, fullLabel: label, signInOptions },
        other: { displayName: site, signInOptions },
      }
      const restricted = { adminRestrictedOperation: { status: true, adminEmail: 'a@b.example', helpLink: '/contact' } }
      for (const change of [{}, { tenants }, restricted]) {
        const signIn = { ...own.signIn, siteName: site, signInOptions, ...change }
        await page.route('**/api/config', (route) => route.fulfill({ json: { ...own, signIn } }))
        await shown(page, '/auth')
        await expect(page.locator('#firebaseui-auth-container button').first()).toBeVisible()
        await page.unroute('**/api/config')
      }
    }
  })

  test('profile and pricing show names, plans and provider answers as text @long', async ({ page }) => {
    test.setTimeout(isFull ? 900_000 : 120_000)
    await signUp(page, newAddress())
    const lines = some(26, isLine(300))
    const rounds = parted(lines, 8).filter(({ length }) => length === 8)
    for (const [name, username, email, phone, product, invoice, status, message] of rounds) {
      const api = (path: string, change: (body: Record<string, unknown>) => object, code = 200) =>
        page.route(`**/api/${path}*`, async (route) => {
          const response = await route.fetch()
          await route.fulfill({
            response,
            status: code,
            json: change((await response.json()) as Record<string, unknown>),
          })
        })
      const picture = `javascript:${message}`
      await page.route('**/accounts:lookup*', async (route) => {
        const response = await route.fetch()
        const { users = [], ...rest } = (await response.json()) as { users?: object[] }
        const more = { displayName: name, photoUrl: picture, email, phoneNumber: phone }
        await route.fulfill({ response, json: { ...rest, users: users.map((each) => ({ ...each, ...more })) } })
      })
      await api('users/get-user', (user) => ({ ...user, name, username, email, phone }))
      await api('users/current-plan', () => ({
        productIdentifier: product,
        isUnSubscribed: false,
        subscription: {
          id: invoice,
          store: 'stripe',
          status: 'active',
          currentPeriodEnd: '2027-01-01T00:00:00.000Z',
          trialEnd: null,
          price: { id: product, amount: 1900, currency: 'USD', interval: 'month' },
        },
      }))
      await api('plans', ({ plans = [], ...rest }) => ({
        ...rest,
        plans: (plans as object[]).map((plan) => ({ ...plan, product: { id: product, name: product } })),
      }))
      await api('billing/invoices', () => ({
        invoices: [picture, product, `https://pay.example/${invoice}`].map((url, n) => ({
          id: `${invoice}${n}`,
          date: '2026-11-01T00:00:00.000Z',
          amount: 1900,
          currency: 'USD',
          status,
          url,
        })),
      }))
      const error = { error: { code: 'provider-unavailable', message, requestId: message } }
      await api('billing/portal', () => error, 502)
      await api('users/cancel-plan', () => error, 502)
      // The plan is cached per tab.
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/profile')
      await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
      expect(await traces(page)).toEqual([])
      await page.getByRole('button', { name: 'Card and receipts' }).click()
      await expect(page.getByText('Nothing was changed.').first()).toBeVisible()
      expect(await traces(page)).toEqual([])
      await shown(page, '/pricing/start/?c=true')
      await page.unroute('**/api/users/current-plan*')
      await page.evaluate(() => sessionStorage.clear())
      await shown(page, '/pricing/start/?c=true')
      await page.unrouteAll({ behavior: 'wait' })
    }
    expect(rounds.length).toBeGreaterThan(2)
  })

  test('the contact form shows and delivers messages as text @long', async ({ page }) => {
    test.setTimeout(isFull ? 900_000 : 120_000)
    const names = some(4, isLine(100))
    const messages = some(300, (text) => text.length < 1500 && !text.includes('\0'))
    const parts = parted(messages, Math.ceil(messages.length / names.length))
    for (const [n, name] of names.entries()) {
      const all = parts[n]?.join('\n') ?? ''
      for (let from = 0; from < all.length; from += 4900) {
        const message = all.slice(from, from + 4900).toWellFormed()
        await page.goto(paths.contact)
        await page.getByLabel('Your name').fill(name)
        await page.getByLabel('Your email address').fill(newAddress())
        await page.getByLabel('Your message').fill(message)
        await page.getByRole('button', { name: 'Send message' }).click()
        await expect(page.getByRole('heading', { name: 'We have your message.' })).toBeVisible()
        expect(await traces(page)).toEqual([])
        if (!isFull) break
      }
      // As a browser without scripts sends it, with an invalid address.
      await page.evaluate(
        ([address, fields]) => {
          const form = Object.assign(document.createElement('form'), { method: 'post', action: address })
          for (const [field, value] of Object.entries(fields)) {
            const area = Object.assign(document.createElement('textarea'), { name: field })
            area.value = value
            form.append(area)
          }
          document.body.append(form)
          form.submit()
        },
        ['/api/contact', { name, email: name, message: all.slice(0, 4900) }] as const,
      )
      await page.waitForURL('**/api/contact')
      await settled(page)
      expect(await traces(page)).toEqual([])
    }
    const inbox = async () => (await (await page.request.get(`${vendors()}/inbox`)).text()).includes('Contact form: ')
    await expect.poll(inbox).toBe(true)
    await shown(page, `${vendors()}/inbox`)
  })
})
