import type { Page, TestInfo } from 'playwright/test'
import { axeFindingsInBothThemes } from '@/e2e/setup/axe'
import type { Protection } from './emulators'
import type { State } from './states/state'
import { messageGroup } from './states/messages'
import { expect, table, test, type SignInStates } from './state-fixture'
import { expectPage, leaveBy } from './page-checks'

type Case = { page: Page; signInStates: SignInStates; name: string; protection: Protection; info: TestInfo }

/** `TEST_FULL=1` holds every page both ways, and takes pictures of each; it takes minutes longer. */
const full = process.env.TEST_FULL === '1'

/** Brings a state up, and holds the page to all that the table says of it. */
async function hold({ page, signInStates, name, protection, info }: Case): Promise<void> {
  const { exitAfter, group } = table.find((each) => each.name === name) ?? {}
  if (exitAfter) await page.clock.install()
  const { state, calls } = await signInStates.bringUp(page, name, protection)
  await expectPage(page, state.expects)
  // What protection changes is which page comes, never how a page looks; nor does a message change its page.
  if (protection === 'on' && (full || group !== messageGroup)) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // It looks by a script, which a browser without any does not run.
    if (state.lacks !== 'scripts') expect.soft(await axeFindingsInBothThemes(page)).toEqual([])
    for (const colorScheme of full ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`) })
    }
  }
  if (exitAfter) await page.clock.fastForward(exitAfter)
  if (state.exit) await leaveBy(page, state.exit)
  for (const [operation, times] of Map.groupBy(state.calls ?? [], (call) => call)) {
    const made = async () => (await calls()).filter((call) => call === operation).length
    await expect.poll(made, { message: operation }).toBeGreaterThanOrEqual(times.length)
  }
}

/**
 * Groups in which somebody asks whether an address has an account: what comes next depends on protection. So it does
 * where a link is sent, of which `flowJourneys` holds both ways from the address to the end.
 */
const askedBothWays = new Set(['Email and password', 'Account linking'])

/** A test for each state, with the addresses hidden and, where that matters, not. */
export function holdAll(states: readonly State[]): void {
  for (const { name, group } of states) {
    for (const protection of full || askedBothWays.has(group) ? (['on', 'off'] as const) : (['on'] as const)) {
      test(`${name}, protection ${protection} @once`, async ({ page, signInStates }, info) => {
        await hold({ page, signInStates, name, protection, info })
      })
    }
  }
}
