import { paths } from '@/lib/site'
import { commonTag, manyTitle, writeManyPosts } from '@/tests/setup/many-posts'
import { words } from '@/tests/setup/words'
import { look } from './setup/look'
import { startPostsSite, type PostsSite } from './setup/posts-site'
import { sampleAuthor, samplePost } from './setup/routes'
import { expect, origin, test } from './setup/test'
import { declined } from './setup/visit'

/** A post with short sections. */
const shortParts = paths.post('two-reviews-that-disagree')

test('leads from the index by a tag to a post, its sections and the next post', async ({ page, context }) => {
  await declined(context)
  await page.goto(paths.blog)
  await page.getByRole('navigation', { name: 'Posts by tag' }).getByRole('link', { name: 'stuttering' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts about stuttering')
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading', { level: 2 })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
  const title = await page.getByRole('heading', { level: 1 }).textContent()

  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents).toHaveCount(1)
  const folded = contents.getByText(/^On this page, \d+ parts$/)
  if (await folded.isVisible()) await folded.click()
  const links = contents.getByRole('link')
  const here = contents.locator('[aria-current="location"]')
  await expect(here).toHaveCount(0)
  for (const index of [1, 0]) {
    const link = links.nth(index)
    const name = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect(here).toHaveText(name)
  }
  await page.getByRole('heading', { name: 'Sources' }).scrollIntoViewIfNeeded()
  await expect(here).not.toHaveText((await links.first().textContent()) ?? '')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(here).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Posts before and after' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')
})

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const) {
  test(`titles are in the first window of ${width} by ${height} @once`, async ({ page, context }) => {
    await declined(context)
    await page.setViewportSize({ width, height })
    await page.goto(paths.blog)
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    for (const index of [0, 1]) await expect(titles.nth(index)).toBeInViewport({ ratio: 1 })
    const isCut = () => document.documentElement.scrollWidth > innerWidth
    expect(await page.evaluate(isCut)).toBe(false)
    await page.mouse.wheel(0, 700)
    const covers = page.getByRole('main').locator('li > img')
    if (width < 768) return expect(await covers.first().isVisible()).toBe(false)
    await expect.poll(() => covers.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    for (const cover of await covers.all()) expect(await cover.getAttribute('width')).toMatch(/^\d+$/)
  })
}

test('marks the pressed entry of the contents @once @long', async ({ page, context }) => {
  await declined(context)
  for (const path of [shortParts, paths.privacy, paths.refund]) {
    await page.goto(path)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    const here = contents.locator('[aria-current="location"]')
    const links = await contents.getByRole('link').all()
    expect(links.length, path).toBeGreaterThan(1)
    for (const link of [...links, ...links.toReversed()]) {
      await link.click()
      await expect(here, path).toHaveText((await link.textContent()) ?? '')
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(here, `the end of ${path}`).toHaveText((await links.at(-1)?.textContent()) ?? '')
  }
})

test('links a footnote to its source and back @once', async ({ page }) => {
  await page.goto(samplePost)
  const number = page.getByRole('article').locator('sup a').first()
  const source = page.locator(`[id="${(await number.getAttribute('href'))?.slice(1)}"]`)
  await number.click()
  await expect(source).toBeInViewport()
  await source
    .getByRole('link', { name: /^Back to/ })
    .first()
    .click()
  await expect(number).toBeInViewport()
})

test('lists the posts of an author and marks it as a team @once', async ({ page }) => {
  await page.goto(samplePost)
  await page.getByRole('link', { name: 'The Unhurried team' }).click()
  await expect(page).toHaveURL(`${origin()}${sampleAuthor}`)
  await expect(page.getByRole('main')).toContainText('stands for a team, not for one person')
  await expect(page.getByRole('main').locator(`a[href="${samplePost}"]`)).toHaveCount(1)
})

test('shares a post by links and clipboard without third parties @once', async ({ page, context }) => {
  const foreignRequests: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin()) foreignRequests.push(request.url())
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(samplePost)
  const share = page.getByRole('region', { name: /share$/i })
  const address = `${origin()}${samplePost}`
  for (const link of await share.getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? ''
    if (/^(mailto|https):/.test(href)) expect(href).toContain(encodeURIComponent(address))
  }
  await share.getByRole('button', { name: 'Copy the link' }).click()
  await expect(share.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.waitForLoadState('networkidle')
  expect(foreignRequests).toEqual([])
})

test('a post can be read and shared without scripts @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin()}${samplePost}`)
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('navigation', { name: 'Contents' }).getByText('On this page').click()
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible()
  const share = page.getByRole('region', { name: /share$/i })
  await expect(share.getByRole('link', { name: 'Email' })).toBeVisible()
  await expect(share.getByRole('button')).toHaveCount(0)
  await context.close()
})

/** Invalid page numbers, and numbers beyond the last page. */
const noNumbers = words`0 -1 01 1e1 1.5 99999999 999999 abc two-page +2 %202 %D9%A2 2%00 %00 %FF %E0%A4%A`

test('unknown addresses answer 404 with a readable page @once', async ({ request }) => {
  const lists = [paths.blog, paths.tag('stuttering'), sampleAuthor]
  const wrong = [
    ...lists.flatMap((list) => noNumbers.map((text) => `${list}/page/${text}`)),
    ...lists.map((list) => `${list}/page`),
    paths.tag('nothing'),
    `${paths.tag('nothing')}/page/2`,
    paths.tag('Stuttering'),
    paths.by('nobody'),
    `${paths.by('nobody')}/page/2`,
    paths.by('%3Cscript%3E'),
    paths.by('%FF'),
    paths.tag('%FF'),
    paths.therapist('%FF'),
    ...words`
      nothing A-Post %3Cscript%3Ealert(1)%3C%2Fscript%3E ..%2F..%2Fpackage __proto__ ${'x'.repeat(500)} %FF
      the-%E0%A4%A-telephone %C0%AE%C0%AE%2Fpackage % %zz
    `.map((slug) => paths.post(slug)),
  ]
  for (const path of wrong) {
    const response = await request.get(path)
    expect.soft(response.status(), path).toBe(404)
    expect.soft(await response.text(), path).toContain('There is no page at this address.')
  }
})

test('the 404 page explains itself in a browser @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  for (const path of [
    `${paths.blog}/page/0`,
    `${paths.tag('stuttering')}/page/999`,
    paths.by('nobody'),
    paths.post('no'),
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('There is no page at this address.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Blog' }), path).toBeVisible()
  }
})

test('page 1 of a list redirects to the list @once', async ({ request }) => {
  for (const list of [paths.blog, paths.tag('stuttering'), sampleAuthor]) {
    const response = await request.get(`${list}/page/1`, { maxRedirects: 0 })
    expect(response.status()).toBe(308)
    expect(response.headers().location).toBe(list)
  }
})

test.describe('a list of many posts', () => {
  let site: PostsSite
  const count = 245
  const pages = 13

  test.beforeAll(async () => {
    test.slow()
    site = await startPostsSite((posts) => writeManyPosts(posts, count))
  })
  test.afterAll(() => site.stop())

  for (const [what, list] of [
    ['the blog', paths.blog],
    ['a tag', paths.tag(commonTag)],
    ['an author', sampleAuthor],
  ] as const) {
    test(`is paginated: ${what} @once @long`, async ({ page }) => {
      const nav = page.getByRole('navigation', { name: 'Pages' })
      const titles = page.getByRole('main').getByRole('heading', { level: 2, name: /^Post number/ })
      await page.goto(`${site.origin}${list}`)
      await expect(titles).toHaveCount(20)
      await expect(titles.first()).toHaveText(manyTitle(1))
      await nav.getByRole('link', { name: 'Older posts' }).click()
      await expect(page).toHaveURL(`${site.origin}${list}/page/2`)
      await expect(page).toHaveTitle(/, page 2\b/)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}${list}/page/2`)
      await expect(titles).toHaveCount(20)
      await expect(titles.first()).toHaveText(manyTitle(21))
      await nav.getByRole('link', { name: `Page ${pages}`, exact: true }).click()
      await expect(titles).toHaveCount(count % 20)
      await expect(titles.last()).toHaveText(manyTitle(count))
      await expect(nav.locator('[aria-current=page]')).toHaveText(String(pages))
      await expect(nav.getByRole('link', { name: 'Older posts' })).toHaveCount(0)
      await nav.getByRole('link', { name: 'Page 1', exact: true }).click()
      await expect(page).toHaveURL(`${site.origin}${list}`)
    })
  }

  test('ends at its last page @once', async ({ request }) => {
    expect((await request.get(`${site.origin}${paths.blog}/page/${pages}`)).status()).toBe(200)
    expect((await request.get(`${site.origin}${paths.blog}/page/${pages + 1}`)).status()).toBe(404)
  })

  test('a middle page is accessible @once @long', async ({ page, context }) => {
    await declined(context)
    await page.goto(`${site.origin}${paths.blog}/page/6`)
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveCount(7)
    await look(page, 'a page in the middle of the blog')
  })
})
