import { paths } from '@/lib/site'
import { weakest } from './setup/ink'
import { samplePost } from './setup/routes'
import { expect, origin, test } from './setup/test'

for (const colorScheme of ['dark'] as const) {
  test(`prints text only, dark on white, from a ${colorScheme} page @once`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
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
}

test('loads lazy pictures before printing @once', async ({ page }) => {
  await page.goto(paths.post('one-day-many-voices'))
  const pictures = page.locator('article img')
  await expect(pictures.first()).toHaveAttribute('loading', 'lazy')
  // The listener is added after the first paint.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const picture of await pictures.all()) expect(await picture.getAttribute('loading')).toBe('eager')
  }).toPass()
})

test('prints links of a post with their path @once', async ({ page }) => {
  await page.goto(samplePost)
  await page.emulateMedia({ media: 'print' })
  const links = page.locator('article .prose a[href^="/"]')
  expect(await links.count()).toBeGreaterThan(0)
  for (const link of await links.all()) {
    const behind = await link.evaluate((element) => getComputedStyle(element, '::after').content)
    expect(behind).toContain((await link.getAttribute('href')) ?? 'its path')
  }
})

test('prints the studies of the protocol, and a link opens them on screen @once', async ({ page }) => {
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

test('prints the list of posts as text only @once', async ({ page }) => {
  await page.goto(paths.blog)
  await expect(page.getByRole('search')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  for (const picture of ['[role="search"]', 'main svg', 'nav']) {
    expect.soft(await page.locator(picture).filter({ visible: true }).count(), picture).toBe(0)
  }
})

test('prints questions with all answers and without copy links @once', async ({ page }) => {
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

test('prints the home page’s questions with their answers @once', async ({ page }) => {
  await page.goto(paths.home)
  await page.emulateMedia({ media: 'print' })
  const answers = page.locator('[data-question] > div')
  expect(await answers.count()).toBeGreaterThan(3)
  await expect(answers.filter({ visible: true })).toHaveCount(await answers.count())
})

test('prints a post as an article with author, date, sources and address @once', async ({ page }) => {
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
