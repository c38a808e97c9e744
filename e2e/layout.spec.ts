import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@/lib/site'
import { fitFindings } from './setup/fit'
import { layoutBoxes, mirrorFindings } from './setup/mirror'
import { startPostsSite } from './setup/posts-site'
import { checkedKinds } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, narrow, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404/))

test.describe('zoomed to 200 percent', () => {
  // A window of 1280 pixels at this zoom has 640 CSS pixels.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('every page fits without overlapping text @once @full', async ({ page, context }) => {
    await declined(context)
    for (const path of checkedKinds) {
      await visit(page, path)
      await unfold(page)
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
    }
  })
})

test.describe('zoomed to 400 percent', () => {
  // A window of 1280 × 1024 pixels at this zoom.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })

  test('the country list shows several entries and can be closed @once', async ({ page, context }) => {
    await declined(context)
    await page.goto(paths.auth)
    await page.getByRole('button', { name: 'Continue with phone' }).click()
    await page.getByRole('button', { name: /^Country code/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a country code' })
    const list = dialog.getByRole('group', { name: 'Countries' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBeGreaterThan(2 * 44)
    await expect(dialog.getByText('Search by country or code')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: /^Uruguay/ }).click()
    await page.getByRole('button', { name: 'Country code: Uruguay +598' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('every page fits with text of twice the size @once @full @long', async ({ page }) => {
  await page.setViewportSize(wide)
  for (const path of checkedKinds) {
    await visit(page, path)
    await unfold(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect.soft(await page.evaluate(fitFindings), path).toEqual([])
  }
})

for (const viewport of [narrow, wide]) {
  test(`every page is mirrored right to left at ${viewport.width} pixels @once @full${viewport === narrow ? '' : ' @long'}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport)
    await declined(context)
    for (const path of checkedKinds) {
      await visit(page, path)
      await unfold(page)
      const before = await page.evaluate(layoutBoxes)
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      expect.soft(await page.evaluate(fitFindings), path).toEqual([])
      expect.soft(mirrorFindings(before, await page.evaluate(layoutBoxes), viewport.width), path).toEqual([])
    }
  })
}

/** Texts that reach into a strip of this many pixels at either side of the window. */
function textsAtEdges(strip: number): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim()
    const parent = node.parentElement
    if (!words || !parent || parent.closest('svg, .sr-only, body > a')) continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const isIn = ({ left, right, width }: DOMRect) => width > 1 && (left < strip || right > innerWidth - strip)
    if ([...range.getClientRects()].some(isIn)) found.push(words)
  }
  return found
}

test('text and buttons stay out of a phone’s safe area insets @once @long', async ({ page, context }) => {
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 59, right: 59, bottom: 21 } })
  await page.setViewportSize({ width: 852, height: 393 })
  for (const path of checkedKinds) {
    await visit(page, path)
    expect.soft(await page.evaluate(textsAtEdges, 59), path).toEqual([])
  }
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  await page.setViewportSize({ width: 393, height: 852 })
  await visit(page, paths.about)
  // Subscribers do not see the trial button below.
  await page.evaluate(() => (document.documentElement.dataset.trial = 'off'))
  for (const name of ['Accept', 'Decline']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(852 - 34)
  }
})

/** The direction in which each visible occurrence of the text is laid out. */
function directions(words: string): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1
    if (at < 0 || !node.parentElement?.checkVisibility()) continue
    const [first, last] = [at, at + words.length - 1].map((place) => {
      const range = document.createRange()
      range.setStart(node, place)
      range.setEnd(node, place + 1)
      return range.getBoundingClientRect()
    })
    if (first && last) found.push(last.left < first.left ? 'to the left' : 'to the right')
  }
  return found
}

test('right-to-left text is laid out correctly everywhere @once @long', async ({ page, context }) => {
  test.slow()
  const [title, part, line] = ['מה זה גמגום?', 'האם יש תרופה?', 'מה ידוע ומה לא?']
  const heads = [part, `${part} 2`, `${part} 3`].map((words) => `## ${words}\n\n${line}\n`)
  const post = (title: string, day: string) =>
    `---\ntitle: "${title}"\ndescription: "${line}"\ntags: [stuttering]\nwritten: ${day}\n---\n\n${heads.join('\n')}`
  const site = await startPostsSite((folder) => {
    writeFileSync(join(folder, 'hebrew.md'), post(title, '2026-11-01'))
    writeFileSync(join(folder, 'newer.md'), post('English', '2026-11-02'))
    writeFileSync(join(folder, 'newest.md'), post('English, too', '2026-11-03'))
  })
  const all = async (words: string, least: number) => {
    const found = await page.evaluate(directions, words)
    expect.soft(found.length, `"${words}" on ${page.url()}`).toBeGreaterThanOrEqual(least)
    expect.soft(new Set(found), `"${words}" on ${page.url()}`).toEqual(new Set(['to the left']))
  }
  try {
    await declined(context)
    await page.setViewportSize(wide)
    await page.goto(site.origin + paths.blog)
    await all(title, 1)
    await all(line, 3)
    await page.getByRole('searchbox').fill('גמגום')
    // A new site has nothing compiled yet, and the machine may be busy.
    await expect(page.getByRole('search').getByRole('listitem').first()).toBeVisible({ timeout: 45_000 })
    await all(line, 1)
    await page.goto(site.origin + paths.post('newer'))
    await all(title, 1)
    await page.goto(site.origin + paths.post('hebrew'))
    await all(title, 1)
    await all(part, 6)
    await page.getByRole('button', { name: 'Save for offline' }).click()
    await page.getByRole('link', { name: 'All saved posts' }).click()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await all(title, 1)
  } finally {
    // An open page would go on prefetching.
    await page.goto('about:blank')
    await site.stop()
  }
})
