import type { Page } from 'playwright/test'
import { isPrivatePath, paths } from '@/lib/site'
import { checkedKinds } from './setup/routes'
import { expect, test } from './setup/test'
import { scrollThrough, visit } from './setup/visit'

/** Text that identifies a library in a built file. */
const marks = {
  widget: /mdl-js-button/,
  identity: /identitytoolkit\.googleapis\.com/,
  client: /AxiosError/,
} as const
type Library = keyof typeof marks

/** Libraries in the scripts loaded or prefetched from now on. */
function watchScripts(page: Page) {
  const reads: Promise<string>[] = []
  page.on('response', (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return
    reads.push(response.text().catch(() => ''))
  })
  return async (): Promise<{ scripts: number; libraries: Library[] }> => {
    const texts = await Promise.all(reads.splice(0))
    const libraries = (Object.keys(marks) as Library[]).filter((name) => texts.some((text) => marks[name].test(text)))
    return { scripts: texts.length, libraries }
  }
}

/** Triggers every island, and returns their number. */
async function turnTo(page: Page): Promise<number> {
  const islands = await page.locator('[data-island]').all()
  for (const island of islands) await island.dispatchEvent('pointerover')
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return islands.length
}

test('visitors load the widget only on the sign-in page, and no session code', async ({
  browser,
  page,
  quietConsole,
}) => {
  // Browsers log the status of the 404 page.
  quietConsole.allow(/status of 404.*nothing-here/)
  for (const path of checkedKinds.filter((each) => each !== paths.auth)) {
    // A new context without the cache of the last page.
    const context = await browser.newContext()
    const fresh = await context.newPage()
    const loaded = watchScripts(fresh)
    await visit(fresh, path)
    await scrollThrough(fresh)
    const islands = await turnTo(fresh)
    const { scripts, libraries } = await loaded()
    // Public pages have scripts only for their islands.
    expect({ path, has: scripts > 0 }).toEqual({ path, has: islands > 0 || isPrivatePath(path) })
    // Visitors load prices and send the contact form as well.
    const allowed = path === paths.pricing ? ['client'] : []
    expect({ path, libraries: libraries.filter((name) => !allowed.includes(name)) }).toEqual({ path, libraries: [] })
    await context.close()
  }
  const loaded = watchScripts(page)
  await page.goto(paths.auth)
  await expect(page.getByRole('button', { name: 'Continue with email' })).toBeVisible()
  expect((await loaded()).libraries).toEqual(expect.arrayContaining(['widget', 'identity']))
})
