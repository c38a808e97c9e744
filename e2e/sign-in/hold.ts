import type { Page, TestInfo } from 'playwright/test'
import { axeFindingsInBothThemes } from '@/e2e/setup/axe'
import type { Protection } from './emulators'
import type { State } from './states/state'
import { messageGroup } from './states/messages'
import { expect, table, test, type SignInStates } from './state-fixture'
import { expectPage, leaveBy } from './page-checks'

type Case = { page: Page; signInStates: SignInStates; name: string; protection: Protection; info: TestInfo }

/** A full run checks every page in both protection modes and takes screenshots. */
const full = process.env.TEST_FULL === '1'

/** Brings a state up and checks everything that the table expects of it. */
async function hold({ page, signInStates, name, protection, info }: Case): Promise<void> {
  const { exitAfter, group } = table.find((each) => each.name === name) ?? {}
  if (exitAfter) await page.clock.install()
  const { state, calls } = await signInStates.bringUp(page, name, protection)
  await expectPage(page, state.expects)
  // Protection decides which page is shown, but not its appearance; messages do not change their page.
  if (protection === 'on' && (full || group !== messageGroup)) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Axe needs scripts.
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

/** Groups that look an address up, which depends on protection. `flowJourneys` covers email links in both modes. */
const dependsOnProtection = new Set(['Email and password', 'Account linking'])

/** States of the quick run, some from each group. The others are tagged `@long`. */
export const quickStates = new Set([
  'provider-list-of-all',
  'email-entry',
  'back-without-having-left',
  'without-scripts',
  'password-sign-in',
  'create-account',
  'recover-password',
  'sign-in-email-sent',
  'confirm-email',
  'different-device',
  'linking-with-password',
  'linking-by-opened-link',
  'phone-number',
  'phone-code',
  'not-authorised-by-email',
  'unsupported-provider',
  'redirect-without-a-result',
  'reset-password',
  'password-changed',
  'email-verified-and-changed',
  'second-factor-removed',
  'select-tenant',
  'spinner',
  'says-email-in-use',
  'says-too-many-sign-ins',
  'says-wrong-password',
  'says-network-failed',
  'says-wrong-code',
  'says-action-code-invalid',
  'says-phone-number-invalid',
])

/** Tests each state with enumeration protection, and without it where the state depends on it. */
export function holdAll(states: readonly State[]): void {
  for (const { name, group } of states) {
    for (const protection of full || dependsOnProtection.has(group) ? (['on', 'off'] as const) : (['on'] as const)) {
      const tag = protection === 'on' && quickStates.has(name) ? '' : ' @long'
      test(`${name}, protection ${protection} @once${tag}`, async ({ page, signInStates }, info) => {
        await hold({ page, signInStates, name, protection, info })
      })
    }
  }
}
