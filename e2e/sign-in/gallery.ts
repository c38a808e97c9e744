import type { BrowserContext, Page } from 'playwright/test'
import type { Protection } from '@/local/gallery/emulators'
import { startGallery } from '@/local/gallery/proxy'
import { states as table } from '@/local/gallery/states'
import type { State, Values } from '@/local/gallery/state'
import { expect, origin, test as base } from '@/e2e/setup/test'
import { declined } from '@/e2e/setup/visit'
import { walk } from './walk'

type Opened = {
  /** With the values of this opening in place of their names. */
  state: State
  values: Values
  path: string
  /** Identity operations that were called so far. */
  calls(): Promise<string[]>
}

export type Gallery = {
  origin: string
  /** Prepares a state for the page's browser, without going there. */
  open(page: Page, name: string, protection?: Protection): Promise<Opened>
  /** Brings a state up: prepared, gone to, and every step done. */
  bringUp(page: Page, name: string, protection?: Protection): Promise<Opened>
}

/** What a browser says by itself of an answer that is an error, and of a page of others that has no styles here. */
const always = [
  /status of (400|404|403|429|503)/,
  // The widget's own note of an answer that it shows to the person.
  /\[firebaseui\] (verifyPassword|setAccountInfo|signInWithEmailAndPassword): /,
  /ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis|gstatic)/,
]

/** One gallery a worker, in front of the run's stack. */
export const test = base.extend<{ gallery: Gallery }, { galleryOrigin: string }>({
  galleryOrigin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern.
    async ({}, use) => {
      const started = await startGallery({ states: table, site: origin().replace('localhost', '127.0.0.1'), port: 0 })
      await use(started.origin)
      await started.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  gallery: async ({ context, galleryOrigin, quietConsole }, use) => {
    for (const pattern of always) quietConsole.allow(pattern)
    await prepared(context)
    const open: Gallery['open'] = async (page, name, protection = 'on') => {
      const answer = await page.request.post(`${galleryOrigin}/open/${name}?protection=${protection}`)
      if (!answer.ok()) throw new Error(await answer.text())
      const { state, values, path } = (await answer.json()) as Omit<Opened, 'calls'>
      for (const pattern of table.find((each) => each.name === name)?.console ?? []) quietConsole.allow(pattern)
      const calls = async () =>
        (await (await page.request.get(`${galleryOrigin}/gallery/calls.json`)).json()) as string[]
      return { state, values, path, calls }
    }
    await use({
      origin: galleryOrigin,
      open,
      async bringUp(page, name, protection) {
        const opened = await open(page, name, protection)
        await page.goto(galleryOrigin + opened.path)
        await walk(page, opened.state.steps ?? [])
        return opened
      },
    })
  },
})

/** The question about scripts of others has been answered, and the gallery's own walker stays at home. */
async function prepared(context: BrowserContext) {
  await declined(context)
  await context.route('**/gallery/walk.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
}

export { expect, table }
