/** Every kind of page: what it requests and stores, how it hydrates, and whether everyone can see and reach all of it. */
import type { Page } from 'playwright/test'
import { headerLinks, isPrivatePath, paths, storageKeys } from '@/lib/site'
import { fitFindings } from './setup/fit'
import { createdElements, markServedElements, startScripts } from './setup/hydration'
import { look } from './setup/look'
import { scriptFloor, sentBytes, twice, usedLibraries, watchRequests, type PageRequest } from './setup/requests'
import { busyPages, everyKind, missing } from './setup/routes'
import { walkByTab } from './setup/tab-stops'
import { expect, origin, test } from './setup/test'
import { declined, scrollThrough, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ viewport: wide })

for (const path of everyKind)
  test(`${path} is light, whole and accessible`, async ({ page, context, quietConsole }) => {
    if (path === missing) quietConsole.allow(/status of 404/)
    await declined(context)
    await page.addInitScript(markServedElements)
    const requests = watchRequests(page)
    await visit(page, path)
    await unfold(page)
    const isPublic = !isPrivatePath(path) && path !== missing
    if (isPublic) {
      await test.step('requests little', () => expectFewRequests(page, path, requests))
      await test.step('stores nothing', () => expectNothingStored(page))
    }
    await test.step('marks its link in the header', () => expectMarkedLink(page, path))
    if (busyPages.includes(path)) await test.step('can be walked by Tab', () => walkByTab(page, 'main'))
    await test.step('is accessible', () => look(page, path, { within: 'html' }))
    await page.evaluate(() => document.documentElement.setAttribute('data-reading', 'spaced narrow'))
    expect.soft(await page.evaluate(fitFindings), 'with the text spacing of WCAG 1.4.12').toEqual([])
    if (isPublic) await test.step('hydrates what was served', () => expectHydration(page, path))
  })

async function expectFewRequests(page: Page, path: string, requests: PageRequest[]) {
  const before = requests.filter(({ isBeforeLoad }) => isBeforeLoad)
  expect(before.filter(({ type }) => !['document', 'font', 'image'].includes(type))).toEqual([])
  // The document, the font, and the covers of a list near the window, because `load` waits for the font.
  const pictures = before.filter(({ type }) => type === 'image').map((each) => each.path)
  expect(pictures.length, pictures.join(' ')).toBeLessThanOrEqual(path.startsWith('/blog') ? 6 : 1)
  expect(before.length - pictures.length).toBeLessThanOrEqual(2)

  await scrollThrough(page)
  for (const island of await page.locator('[data-island]').all()) await island.dispatchEvent('pointerover')
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(requests.filter((each) => each.origin !== origin())).toEqual([])
  expect(twice(requests)).toEqual([])
  expect(requests.filter((each) => each.path.startsWith('/api/') && each.path !== '/api/plans')).toEqual([])
  const scripts = requests.filter(({ type }) => type === 'script').map((each) => each.path)
  const islands = await page.locator('[data-island]').count()
  expect(scripts.length > 0, 'a page has scripts if it has islands').toBe(islands > 0)
  expect(await sentBytes(scripts)).toBeLessThanOrEqual(1.22 * scriptFloor)
  // Visitors need neither the widget nor the identity SDK; the prices and the contact form call the API.
  const callsApi = path === paths.home || path === paths.contact
  const needless = (await usedLibraries(scripts)).filter((name) => !(callsApi && name === 'axios'))
  expect(needless).toEqual([])
}

async function expectNothingStored(page: Page) {
  expect(await page.context().cookies()).toEqual([])
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(keys).toEqual([storageKeys.consent])
}

/** A mismatch is a console error, too, which fails the test. */
async function expectHydration(page: Page, path: string) {
  const opened = await page.locator('details[open]').count()
  await startScripts(page)
  const created = await createdElements(page)
  await expect(page.locator('details[open]')).toHaveCount(opened)
  // Call times change to the local time zone, and prices arrive.
  if (path !== paths.sessions && path !== paths.home) expect(created).toEqual([])
}

/** Header links marked as current: the page's own, or Blog for all pages below it. */
async function expectMarkedLink(page: Page, path: string) {
  const inHeader = [...headerLinks.map(({ href }) => href), paths.auth]
  const marked = inHeader.filter((href) => path === href || (href === paths.blog && path.startsWith(`${paths.blog}/`)))
  const current = page.locator('header nav a[aria-current="page"]').filter({ visible: true })
  const hrefs = await current.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect.soft(hrefs).toEqual(path === missing ? [] : marked)
}
