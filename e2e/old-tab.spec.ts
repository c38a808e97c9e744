/** Tabs opened before a deploy keep working, and missing files are reported. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { composeEnvironment } from '@/local/environment'
import { freePort } from '@/local/ports'
import { builds, deploySite, type Build, type DeployedSite } from '@/tests/setup/deployed-site'
import { ensureSecondBuild } from '@/tests/setup/second-build'
import { expect, newAddress, test, vendors } from './setup/test'
import { declined } from './setup/visit'
import { submitAddress, submitNewAccount, writeMessage } from './setup/steps'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

let site: DeployedSite
let origin: string
let current: Build = 'first'
test.beforeAll(async () => {
  test.setTimeout(600_000)
  await ensureSecondBuild()
  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = composeEnvironment({
    PATH: process.env.PATH,
    PORT: String(port),
    AUTH_EMULATOR_PORT: new URL(process.env.E2E_IDENTITY ?? '').port,
    LOCAL_VENDORS_PORT: new URL(vendors()).port,
    CONTACT_EMAIL: 'hello@unhurried.example',
  })
  site = deploySite(port, env, current)
  await site.up()
})
test.afterAll(() => site?.stop())
test.beforeEach(async ({ context, quietConsole }) => {
  await declined(context)
  // Prefetches fail while the single process restarts.
  quietConsole.allow(/ERR_CONNECTION_(REFUSED|RESET)/)
})

/** Replaces the running build by the other one. */
async function deploy(): Promise<void> {
  current = current === 'first' ? 'second' : 'first'
  expect((await site.replace(current)).code).toBe(0)
}

/** Records scripts and style sheets from now on. */
function loaded(page: Page): { path: string; status: number }[] {
  const found: { path: string; status: number }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/_next/static/')) found.push({ path: pathname, status: response.status() })
  })
  return found
}

const isInBuild = (path: string) => existsSync(join(builds[current], path.replace('/_next/', '.next/')))

/** All files were served, and some are not part of the running build. */
function expectKept(found: { path: string; status: number }[]): void {
  expect(found.filter(({ status }) => status !== 200)).toEqual([])
  expect(found.filter(({ path }) => !isInBuild(path))).not.toEqual([])
}

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search the blog' })
const findings = (page: Page) => page.getByRole('search').getByRole('status')

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()
const arrived = (page: Page) => page.getByRole('heading', { name: 'We have your message.' })

test('searches and sends a message after a deploy @once @long', async ({ page, context }) => {
  await page.goto(`${origin}/blog`)
  const other = await context.newPage()
  await other.goto(`${origin}/contact`)
  await writeMessage(other, newAddress(), 'How does a call begin?')
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle')
  await deploy()
  const scripts = loaded(page)
  await box(page).fill('stammering')
  await expect(findings(page)).toHaveText(/^\d+ posts found\.$/)
  expectKept(scripts)
  const others = loaded(other)
  await send(other)
  await expect(arrived(other)).toBeVisible()
  expectKept(others)
})

test('an open sign-in form and checkout continue after a deploy @once @long', async ({ page }) => {
  await page.goto(`${origin}/auth`)
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  await deploy()
  await submitAddress(page, newAddress())
  await submitNewAccount(page)
  await page.waitForURL((url) => url.pathname === '/pricing/start/')
  const pay = page.getByRole('button', { name: 'Pay by card' }).first()
  await expect(pay).toBeVisible()
  await deploy()
  await pay.click()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
})

test('router navigation to another build loads a new document @once @long', async ({ page }) => {
  // The scripts of the sign-in page are not deferred.
  await page.goto(`${origin}/auth`)
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  await deploy()
  await page.evaluate(() => {
    Object.assign(window, { isOld: true })
    const { next } = window as unknown as { next: { router: { push(path: string): void } } }
    next.router.push('/faq')
  })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/questions/i)
  expect(new URL(page.url()).pathname).toBe('/faq')
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
})

test('reports an unavailable script, keeps the text and retries @once @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/Failed to load resource|ERR_FAILED/)
  const gone = '**/_next/static/**'
  await page.route(gone, (route) => route.abort())
  await page.goto(`${origin}/blog`)
  await box(page).fill('stammerin')
  await expect(page.getByText('Part of this page didn’t load.')).toBeVisible()
  await expect(box(page)).toHaveValue('stammerin')
  await page.unroute(gone)
  await box(page).press('End')
  await box(page).pressSequentially('g')
  await expect(findings(page)).toHaveText(/^\d+ posts found\.$/)
  await expect(page.getByText('Part of this page didn’t load.')).toBeHidden()

  // Initial scripts load, but the search's own scripts fail.
  await page.goto(`${origin}/blog`)
  const held = await page.evaluate(() => document.querySelector('#runtime')?.textContent ?? '')
  await page.route(gone, (route) =>
    held.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  await box(page).fill('stammering')
  await expect(page.getByRole('search')).toContainText('We couldn’t load the list of posts.')
  await expect(box(page)).toHaveValue('stammering')
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(findings(page)).toHaveText(/^\d+ posts found\.$/)

  await page.goto(`${origin}/contact`)
  await writeMessage(page, newAddress(), 'How does a call begin?')
  await expect(page.locator('[data-island][data-ready]')).toHaveCount(1)
  await page.route(gone, (route) => route.abort())
  await send(page)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We couldn’t reach the server.')
  await expect(page.getByLabel('Your message')).toHaveValue('How does a call begin?')
  await page.unroute(gone)
  await send(page)
  await expect(arrived(page)).toBeVisible()
})

test('a sign-in form without its script offers to try again @once @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/Failed to load resource|ERR_FAILED/)
  await page.goto(`${origin}/about`)
  const shell = await (await page.request.get(`${origin}/auth`)).text()
  const first = new Set([...shell.matchAll(/\/_next\/static\/[\w\-./~]+/g)].map(([path]) => path))
  await page.route('**/_next/static/**', (route) =>
    first.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  await page.goto(`${origin}/auth`)
  await expect(page.getByText('The sign-in form could not be loaded.')).toBeVisible()
  await page.unroute('**/_next/static/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
})
