import type { Page, TestInfo } from 'playwright/test'
import { axeFindingsInBothThemes } from '@/e2e/setup/axe'
import { isFull } from '@/tests/setup/full'
import { words } from '@/tests/setup/words'
import type { Protection } from './session'
import type { State } from './states/state'
import { messageGroup } from './states/messages'
import { expect, table, test, type SignInStates } from './state-fixture'
import { expectPage, leaveBy } from './page-checks'

type Case = { page: Page; signInStates: SignInStates; name: string; protection: Protection; info: TestInfo }

/** Brings a state up and checks everything that the table expects of it. */
async function checkState({ page, signInStates, name, protection, info }: Case): Promise<void> {
  const { exitAfter, group } = table.find((each) => each.name === name) ?? {}
  if (exitAfter) await page.clock.install()
  const { state, calls } = await signInStates.bringUp(page, name, protection)
  await expectPage(page, state.expects)
  // Protection decides which page is shown, but not its appearance; messages do not change their page.
  if (protection === 'on' && (isFull || group !== messageGroup)) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Axe needs scripts.
    if (state.lacks !== 'scripts') expect.soft(await axeFindingsInBothThemes(page)).toEqual([])
    for (const colorScheme of isFull ? (['light', 'dark'] as const) : []) {
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

/** Groups that look an address up, which depends on protection. `flowJourneys` covers email links in both modes. */
const dependsOnProtection = new Set(['Email and password', 'Account linking'])

/** States of the quick run, some from each group. The others are tagged `@long`. */
export const quickStates = new Set(
  words`
    provider-list-of-all email-entry without-scripts create-account linking-with-password phone-code different-device
    reset-password reset-password-against-the-rules incomplete-link email-verified-before select-tenant tenant-that-is-none signed-out says-wrong-password says-network-failed
  `,
)

/** Tests each state with enumeration protection, and without it where the state depends on it. */
export function checkStates(states: readonly State[]): void {
  for (const { name, group } of states) {
    for (const protection of isFull || dependsOnProtection.has(group) ? (['on', 'off'] as const) : (['on'] as const)) {
      const tag = protection === 'on' && quickStates.has(name) ? '' : ' @long'
      test(`${name}, protection ${protection} @once${tag}`, async ({ page, signInStates }, info) => {
        await checkState({ page, signInStates, name, protection, info })
      })
    }
  }
}
