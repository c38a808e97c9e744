import type { Page } from 'playwright/test'
import { expect, test } from './state-fixture'
import { named, walk } from './walk'

test.describe.configure({ mode: 'parallel' })

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

test('shows the progress bar after 500 ms @once', async ({ page, signInStates }) => {
  await page.clock.install()
  await signInStates.bringUp(page, 'look-up-that-waits')
  await walk(page, [{ fill: 'Email', with: 'somebody@people.example' }])
  await stop(page)
  await walk(page, [{ press: 'Next', role: 'button' }])
  const bar = page.locator('.firebaseui-busy-indicator')
  await page.clock.runFor(499)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar).toHaveCount(1)
})

test('shows “Code sent!” and “Verified!” for 1000 ms each @once', async ({ page, signInStates }) => {
  await page.clock.install()
  const { values } = await signInStates.bringUp(page, 'phone-number')
  await walk(page, [{ fill: 'Phone number', with: values.national ?? '' }])
  await stop(page)
  await walk(page, [{ press: 'Verify', role: 'button' }])
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

  await walk(page, [
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

test('counts down from 15 seconds @once', async ({ page, signInStates }) => {
  await page.clock.install()
  const { values } = await signInStates.bringUp(page, 'phone-number')
  await walk(page, [{ fill: 'Phone number', with: values.national ?? '' }])
  await stop(page)
  await walk(page, [{ press: 'Verify', role: 'button' }])
  const entry = heading(page, 'Verify your phone number')
  await expect.poll(() => page.clock.runFor(50).then(() => entry.count()), { intervals: [20] }).toBe(1)
  const count = page.getByText(/Resend code in 0:\d\d/)
  await expect(count).toHaveText('Resend code in 0:15')
  const first = await after(page, 1000, 50, async () => (await count.textContent())?.includes('0:14') ?? false)
  expect(first).toBeLessThanOrEqual(1000)
  const second = await after(page, 1100, 50, async () => (await count.textContent())?.includes('0:13') ?? false)
  expect(second).toBe(1000)
  await page.clock.runFor(13_000)
  await expect(page.getByRole('link', { name: named('Resend') })).toBeVisible()
})

test('pending email links expire after 3600 seconds @once', async ({ page, signInStates }) => {
  const now = Math.floor(Date.now() / 1000) + 5
  await page.clock.setFixedTime(now * 1000)
  const { values } = await signInStates.bringUp(page, 'linking-by-opened-link')
  await expect(heading(page, 'Sign-in email sent')).toBeVisible()
  const kept = await page.context().cookies()
  for (const name of ['emailForSignIn', 'pendingEncryptedCredential']) {
    const cookie = kept.find((each) => decodeURIComponent(each.name).includes(name))
    expect(cookie, name).toBeDefined()
    expect(cookie?.expires).toBe(now + 3600)
    expect(decodeURIComponent(cookie?.value ?? '')).not.toContain(values.email)
  }
})
