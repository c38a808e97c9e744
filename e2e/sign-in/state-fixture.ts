import type { Page } from 'playwright/test'
import { expect, origin, test as base } from '@/e2e/setup/test'
import { declined } from '@/e2e/setup/visit'
import type { Protection } from './session'
import { startStateProxy } from './state-proxy'
import { states as table } from './states'
import type { State, Values } from './states/state'
import { walk } from './walk'

type Opened = {
  /** With the values filled in. */
  state: State
  values: Values
  path: string
  calls(): Promise<string[]>
}

export type SignInStates = {
  origin: string
  /** Prepares a state without going there. */
  open(page: Page, name: string, protection?: Protection): Promise<Opened>
  /** Prepares a state, goes there and does every step. */
  bringUp(page: Page, name: string, protection?: Protection): Promise<Opened>
}

/** Console messages that the browser and the widget write by themselves. */
const always = [
  /status of (400|404|403|429|503)/,
  /\[firebaseui\] (verifyPassword|setAccountInfo|signInWithEmailAndPassword): /,
  /ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis|gstatic)/,
]

/** One proxy per worker, in front of the run's stack. */
export const test = base.extend<{ signInStates: SignInStates }, { proxyOrigin: string }>({
  proxyOrigin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern.
    async ({}, use) => {
      const started = await startStateProxy(origin().replace('localhost', '127.0.0.1'), process.env.E2E_IDENTITY ?? '')
      await use(started.origin)
      await started.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  signInStates: async ({ context, proxyOrigin, quietConsole }, use) => {
    for (const pattern of always) quietConsole.allow(pattern)
    await declined(context)
    const open: SignInStates['open'] = async (page, name, protection = 'on') => {
      const answer = await page.request.post(`${proxyOrigin}/open/${name}?protection=${protection}`)
      if (!answer.ok()) throw new Error(await answer.text())
      const { state, values, path } = (await answer.json()) as Omit<Opened, 'calls'>
      for (const pattern of table.find((each) => each.name === name)?.console ?? []) quietConsole.allow(pattern)
      const calls = async () => (await (await page.request.get(`${proxyOrigin}/states/calls.json`)).json()) as string[]
      return { state, values, path, calls }
    }
    await use({
      origin: proxyOrigin,
      open,
      async bringUp(page, name, protection) {
        const opened = await open(page, name, protection)
        await page.goto(proxyOrigin + opened.path)
        await walk(page, opened.state.steps ?? [])
        return opened
      },
    })
  },
})

export { expect, table }
