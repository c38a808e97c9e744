import { paths } from '@/lib/site'
import { samplePost } from './setup/routes'
import { expect, origin, test } from './setup/test'

/** Runs in the page. The text with the weakest contrast to white paper. */
function weakest(): { ratio: number; text: string } {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour: string) => {
    if (!canvas) return 1
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  let worst = { ratio: 21, text: '' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim()
    if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true })) continue
    const ratio = 1.05 / (luminance(getComputedStyle(parent).color) + 0.05)
    if (ratio < worst.ratio) worst = { ratio, text: text.slice(0, 40) }
  }
  return worst
}

test('prints text only, dark on white, from a dark page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [paths.privacy, paths.terms, paths.refund, paths.faq, samplePost]) {
    await page.goto(path)
    await expect(page.getByRole('banner'), path).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const chrome of ['body > header', 'body > footer', '[data-foot]', '#consent', '#app-title', 'dialog']) {
      expect.soft(await page.locator(chrome).filter({ visible: true }).count(), `${chrome} on ${path}`).toBe(0)
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { ratio, text } = await page.evaluate(weakest)
    expect.soft(ratio, `"${text}" on ${path}`).toBeGreaterThan(7)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('prints the studies of the protocol, and a link opens them on screen', async ({ page }) => {
  await page.goto(paths.protocol)
  const study = page.getByText('Did not change').first()
  await expect(study).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(study).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const back = await page.locator('[data-fold] sup[id]').first().getAttribute('id')
  await page.goto(`${paths.protocol}#${back}`)
  await expect(study).toBeVisible()
  await page.locator('main a[href^="#source-"]').first().click()
  await expect(page.locator(':target')).toBeInViewport()
  await page.locator('#sources summary').click()
  await expect(page.locator(':target')).toBeHidden()
  // Chromium does not open it by itself on the way back.
  await page.evaluate(() => (location.hash = '#main'))
  await page.goBack()
  await expect(page.locator(':target')).toBeInViewport()
})

test('prints questions with all answers and without copy links', async ({ page }) => {
  await page.goto(paths.faq)
  const answers = page.locator('[data-question] > div')
  const count = await answers.count()
  expect(count).toBeGreaterThan(20)
  await expect(answers.filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(answers.filter({ visible: true })).toHaveCount(count)
  for (const answer of await answers.all()) {
    expect((await answer.boundingBox())?.height, await answer.innerText()).toBeGreaterThan(20)
  }
  for (const chrome of ['[data-copy]', '[role="search"]', 'nav']) {
    expect.soft(await page.locator(chrome).filter({ visible: true }).count(), chrome).toBe(0)
  }
})

test('prints a post as an article with author, date, sources and address', async ({ page }) => {
  await page.goto(samplePost)
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const article = page.getByRole('article')
  await expect(article.getByText(/^By/)).toBeVisible()
  await expect(article.getByText(/^Reviewed/)).toBeVisible()
  await expect(article.getByRole('region', { name: 'The short answer' })).toBeVisible()
  await expect(article.locator('figure').first()).toBeVisible()
  await expect(article.getByRole('heading', { name: 'Sources' })).toBeVisible()
  await expect(article.getByText(`${origin()}${samplePost}`, { exact: true })).toBeVisible()
  for (const chrome of ['nav', 'button', '[data-share]', '[data-footnote-backref]', '[aria-labelledby="more-about"]']) {
    expect.soft(await page.locator(chrome).filter({ visible: true }).count(), chrome).toBe(0)
  }
})
