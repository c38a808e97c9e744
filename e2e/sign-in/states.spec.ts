/** Each page of the widget, each of its messages, and its constants. */
import type { Page } from 'playwright/test'
import { axeFindingsInBothThemes } from '@/e2e/setup/axe'
import { fitFindings } from '@/e2e/setup/fit'
import { quietly } from '@/e2e/setup/flows'
import { targetFindings } from '@/e2e/setup/targets'
import { expect, test } from '@/e2e/setup/test'
import { declined, wide } from '@/e2e/setup/visit'
import { actionStates } from './actions'
import { messageStates } from './messages'
import { openState } from './open-state'
import { pageStates } from './pages'
import { refusalStates } from './refusals'
import { byLink, conflict, linkAccount, toEmail, toPhone, withProvider } from './steps'
import { expectExit, expectPage, named } from './walk'

test.describe.configure({ mode: 'parallel' })
quietly()
test.beforeEach(async ({ context, quietConsole }) => {
  quietConsole.allow(/status of (403|404|429|503)|ERR_CONNECTION_RESET/)
  await declined(context)
})

const pages = { ...pageStates, ...refusalStates, ...actionStates }

for (const [name, given] of Object.entries(pages)) {
  for (const protection of given.both ? (['on', 'off'] as const) : (['on'] as const)) {
    test(`${name}, protection ${protection}`, async ({ page }) => {
      if (given.exitAfter) await page.clock.install()
      const { state, walk } = await openState(page, given, protection)
      await expectPage(page, state.expects)
      if (protection === 'on') {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect.soft(await axeFindingsInBothThemes(page)).toEqual([])
        await page.setViewportSize({ width: 390, height: 844 })
        // The long list of countries scrolls below the buttons of its dialog.
        if (!state.expects.dialog) expect.soft(await page.evaluate(fitFindings)).toEqual([])
        expect.soft(await page.evaluate(targetFindings)).toEqual([])
        await page.setViewportSize(wide)
      }
      if (given.exitAfter) await page.clock.fastForward(given.exitAfter)
      if (!state.exit) return
      await walk(state.exit.steps)
      await expectExit(page, state.exit)
    })
  }
}

for (const [name, given] of Object.entries(messageStates)) {
  test(name, async ({ page }) => {
    const { state } = await openState(page, given)
    await expectPage(page, state.expects)
  })
}

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })

/** Pauses the clock. A longer jump would exceed the SDK's timeouts. */
const stop = (page: Page) => page.evaluate(() => Date.now()).then((now) => page.clock.pauseAt(now + 10_000))

/** Virtual milliseconds until the condition holds, at most `until`. */
async function after(page: Page, until: number, step: number, there: () => Promise<boolean>): Promise<number> {
  for (let passed = 0; passed <= until; passed += step) {
    if (await there()) return passed
    await page.clock.runFor(step)
  }
  return Infinity
}

test('shows the progress bar after 500 ms', async ({ page }) => {
  await page.clock.install()
  await openState(page, {
    replies: [{ operation: 'accounts:createAuthUri', fails: 'hangs' }],
    steps: toEmail,
    expects: {},
  })
  await page.getByLabel('Email').fill('somebody@people.example')
  await stop(page)
  await page.getByRole('button', { name: 'Next' }).click()
  const bar = page.locator('.firebaseui-busy-indicator')
  await page.clock.runFor(499)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar).toHaveCount(1)
})

test('shows “Code sent!” and “Verified!” for 1000 ms each, and counts down from 15', async ({ page }) => {
  await page.clock.install()
  const { values, walk } = await openState(page, { steps: toPhone, expects: {} })
  await page.getByLabel('Phone number').fill(values.national ?? '')
  await stop(page)
  await page.getByRole('button', { name: 'Verify' }).click()
  const visibleText = (text: string) => page.getByText(text).filter({ visible: true })
  // The emulator's captcha stub answers a moment later.
  await expect
    .poll(() => page.clock.runFor(10).then(() => visibleText('Code sent!').count()), { intervals: [10] })
    .toBe(1)
  const entry = heading(page, 'Verify your phone number')
  // The poll may have advanced by up to 10 ms after the text appeared.
  const left = await after(page, 1200, 10, () => entry.isVisible())
  expect(left).toBeGreaterThanOrEqual(990)
  expect(left).toBeLessThanOrEqual(1000)

  const count = page.getByText(/Resend code in 0:\d\d/)
  await expect(count).toHaveText('Resend code in 0:15')
  const reads = (text: string) => async () => (await count.textContent())?.includes(text) ?? false
  expect(await after(page, 1000, 50, reads('0:14'))).toBeLessThanOrEqual(1000)
  expect(await after(page, 1100, 50, reads('0:13'))).toBe(1000)
  await page.clock.runFor(13_000)
  await expect(page.getByRole('link', { name: named('Resend') })).toBeVisible()

  await walk([
    { code: '6-digit code', to: values.phone ?? '' },
    { press: 'Continue', role: 'button' },
  ])
  await expect(visibleText('Verified!')).toBeVisible()
  const arriving = page.getByText('You are signed in. One moment.')
  await page.clock.runFor(999)
  await expect(arriving).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(arriving.or(page.getByRole('heading', { name: /plans/i })).first()).toBeVisible()
})

test('pending email links expire after 3600 seconds', async ({ page }) => {
  const now = Math.floor(Date.now() / 1000) + 5
  await page.clock.setFixedTime(now * 1000)
  const { values } = await openState(page, {
    replies: [conflict([])],
    settings: byLink,
    prepare: linkAccount,
    steps: [...withProvider('Facebook'), { press: 'Sign in', role: 'button' }],
    expects: {},
  })
  await expect(heading(page, 'Sign-in email sent')).toBeVisible()
  const kept = await page.context().cookies()
  for (const name of ['emailForSignIn', 'pendingEncryptedCredential']) {
    const cookie = kept.find((each) => decodeURIComponent(each.name).includes(name))
    expect(cookie, name).toBeDefined()
    expect(cookie?.expires).toBe(now + 3600)
    expect(decodeURIComponent(cookie?.value ?? '')).not.toContain(values.email)
  }
})
