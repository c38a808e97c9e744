import type { Page } from 'playwright/test'
import { isPrivatePath, paths } from '@/lib/site'
import { everyKind } from './setup/routes'
import { signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { visit } from './setup/visit'

/** Words that only one library has, whatever the build calls the file that it is in. */
const marks = {
  widget: /mdl-js-button/,
  identity: /identitytoolkit\.googleapis\.com/,
  client: /AxiosError/,
} as const
type Library = keyof typeof marks

/** What is in the scripts that have come since: run, or fetched ahead. */
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

/** All of the page has been seen, so that whatever is fetched ahead on the way is. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
  })
  await page.waitForLoadState('networkidle')
}

/** Turns to every part of the page whose scripts wait for that, and returns how many there are. */
async function turnTo(page: Page): Promise<number> {
  const islands = await page.locator('[data-island]').all()
  for (const island of islands) await island.dispatchEvent('pointerover')
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return islands.length
}

test('a visitor loads the widget on the sign-in page alone, and nothing of a session anywhere', async ({
  browser,
  page,
  quietConsole,
}) => {
  // The page for a wrong address is answered 404, which a browser writes into its console.
  quietConsole.allow(/status of 404.*nothing-here/)
  for (const path of everyKind.filter((each) => each !== paths.auth)) {
    // Of each page anew, with nothing kept from the one before.
    const context = await browser.newContext()
    const fresh = await context.newPage()
    const loaded = watchScripts(fresh)
    await visit(fresh, path)
    await scrollThrough(fresh)
    const islands = await turnTo(fresh)
    const { scripts, libraries } = await loaded()
    // What is read has scripts only where there is something to turn to.
    expect({ path, has: scripts > 0 }).toEqual({ path, has: islands > 0 || isPrivatePath(path) })
    // Prices are asked for by everybody who looks at them, and the contact form is sent by anybody.
    const allowed = path === paths.pricing ? ['client'] : []
    expect({ path, libraries: libraries.filter((name) => !allowed.includes(name)) }).toEqual({ path, libraries: [] })
    await context.close()
  }
  const loaded = watchScripts(page)
  await page.goto(paths.auth)
  await expect(page.getByRole('button', { name: 'Sign in with email' })).toBeVisible()
  expect((await loaded()).libraries).toEqual(expect.arrayContaining(['widget', 'identity']))
})

test('whoever is signed in loads the session where it is needed, and the widget nowhere', async ({
  page,
  context,
  quietConsole,
}) => {
  quietConsole.allow(/status of 404.*get-user/)
  await signUp(page, newAddress())
  await page.close()
  for (const path of [paths.profile, paths.pricing, paths.thankyou]) {
    const fresh = await context.newPage()
    // The browser's own memory of the files would hide which page asks for them.
    await (await context.newCDPSession(fresh)).send('Network.setCacheDisabled', { cacheDisabled: true })
    const loaded = watchScripts(fresh)
    await visit(fresh, path)
    await scrollThrough(fresh)
    expect({ path, ...(await loaded()) }).toMatchObject({ path, libraries: ['identity', 'client'] })
    await fresh.close()
  }
  // This tab has a copy of person and plan once it has asked, and then a page that is read needs neither.
  const reading = await context.newPage()
  await visit(reading, paths.profile)
  await expect(reading.getByRole('main')).toContainText('Ada Lovelace')
  await (await context.newCDPSession(reading)).send('Network.setCacheDisabled', { cacheDisabled: true })
  const loaded = watchScripts(reading)
  for (const path of [paths.home, paths.features, paths.blog]) {
    await visit(reading, path)
    await scrollThrough(reading)
  }
  expect((await loaded()).libraries).toEqual([])
})
