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

test('shows the tenant spinner after 500 ms @once @long', async ({ page, signInStates }) => {
  await page.clock.install()
  const { path } = await signInStates.open(page, 'spinner')
  await page.goto(signInStates.origin + path)
  await walk(page, [{ press: 'Sign in to Clinic North', role: 'button' }])
  const guest = page.getByRole('button', { name: 'Continue as guest' })
  await expect(guest).toBeVisible()
  await stop(page)
  await guest.click()
  // The user is signed in from here on, but the page waits.
  await expect(page.locator('html')).toHaveAttribute('data-unwritten')
  const spinner = page.locator('.firebaseui-id-page-spinner')
  await page.clock.runFor(499)
  await expect(spinner).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(spinner).toHaveCount(1)
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

test('shows “Signed in!” for 1000 ms after an email link @once @long', async ({ page, signInStates }) => {
  await page.clock.install()
  await signInStates.bringUp(page, 'confirm-email')
  const { values } = await signInStates.bringUp(page, 'confirm-email')
  await walk(page, [{ fill: 'Email', with: values.email ?? '' }])
  await stop(page)
  await walk(page, [{ press: 'Next', role: 'button' }])
  await expect(page.getByText('Signed in!').filter({ visible: true })).toBeVisible()
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

test('pending email links expire after 3600 seconds @once @long', async ({ page, signInStates }) => {
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

/** The state key of the requested link. */
async function stateOf(page: Page, go: () => Promise<unknown>): Promise<string> {
  const sent = page.waitForRequest((request) => request.url().includes('accounts:sendOobCode'))
  await go()
  const { continueUrl } = (await sent).postDataJSON() as { continueUrl: string }
  return new URL(continueUrl).searchParams.get('ui_sid') ?? ''
}

for (const [what, change, leads] of [
  ['as sent', (key: string) => key, 'signs in'],
  ['that is longer is cut to 32', (key: string) => `${key}and-more`, 'signs in'],
  ['that lacks a character is another key', (key: string) => key.slice(0, 31), 'asks for the address'],
] as const) {
  test(`a state key ${what}: the link ${leads} @once${what === 'as sent' ? '' : ' @long'}`, async ({
    page,
    signInStates,
  }) => {
    let values: Record<string, string> = {}
    const key = await stateOf(page, async () => {
      ;({ values } = await signInStates.bringUp(page, 'sign-in-email-sent'))
    })
    expect(key).toMatch(/^[0-9A-Za-z]{32}$/)
    await expect(heading(page, 'Sign-in email sent')).toBeVisible()
    const mail = await page.request.get(`${signInStates.origin}/states/mail?to=${values.email}`, { maxRedirects: 0 })
    const link = new URL(mail.headers().location ?? '', signInStates.origin)
    const inner = new URL(link.searchParams.get('continueUrl') ?? '')
    inner.searchParams.set('ui_sid', change(key))
    link.searchParams.set('continueUrl', inner.href)
    await page.goto(link.href)
    if (leads === 'signs in') await page.waitForURL(({ pathname }) => pathname === '/pricing/start/')
    else await expect(heading(page, 'Confirm email')).toBeVisible()
  })
}

test('a short state key is padded to 32 bytes, and the link signs in @once @long', async ({ page, signInStates }) => {
  const { path, values } = await signInStates.open(page, 'sign-in-email-sent')
  await page.goto(signInStates.origin + path)
  await walk(page, [
    { press: 'Continue with email', role: 'button' },
    { fill: 'Email', with: values.email ?? '' },
  ])
  // The widget picks each of the 62 characters by Math.random(); for 1 it picks none.
  await page.evaluate(() => {
    const draw = Math.random.bind(Math)
    let drawn = 0
    Math.random = () => (drawn++ % 2 ? 1 : draw())
  })
  const key = await stateOf(page, () => walk(page, [{ press: 'Next', role: 'button' }]))
  expect(key).toMatch(/^[0-9A-Za-z]{10,20}$/)
  await expect(heading(page, 'Sign-in email sent')).toBeVisible()
  await walk(page, [{ mail: values.email ?? '' }])
  await page.waitForURL(({ pathname }) => pathname === '/pricing/start/')
})

test('accepts a top-level domain of 63 letters, but not of 64 @once @long', async ({ page, signInStates }) => {
  await signInStates.bringUp(page, 'email-entry')
  const wrong = page.getByRole('alert').filter({ hasText: "That email address isn't correct", visible: true })
  await walk(page, [
    { fill: 'Email', with: `person@people.${'x'.repeat(64)}` },
    { press: 'Next', role: 'button' },
  ])
  await expect(wrong).toBeVisible()
  await walk(page, [
    { press: "I'm new here", role: 'radio' },
    { fill: 'Email', with: `person@people.${'x'.repeat(63)}` },
    { press: 'Next', role: 'button' },
  ])
  await expect(heading(page, 'Create account')).toBeVisible()
})

for (const code of ['12345', '1234567']) {
  test(`a code of ${code.length} digits is refused without a call @once${code.length === 5 ? '' : ' @long'}`, async ({
    page,
    signInStates,
  }) => {
    const { calls } = await signInStates.bringUp(page, 'phone-code')
    await walk(page, [
      { fill: '6-digit code', with: code },
      { press: 'Continue', role: 'button' },
    ])
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong code. Try again.', visible: true })).toBeVisible()
    expect(await calls()).not.toContain('accounts:signInWithPhoneNumber')
  })
}

test('a password has at least 6 characters @once', async ({ page, signInStates }) => {
  await signInStates.bringUp(page, 'create-account')
  const weak = page.getByRole('alert').filter({ hasText: 'Strong passwords have at least 6 characters', visible: true })
  await walk(page, [
    { fill: 'Your name', with: 'Ada' },
    { fill: 'Choose password', with: 'five5' },
    { press: 'Save', role: 'button' },
  ])
  await expect(weak).toBeVisible()
  await walk(page, [
    { fill: 'Choose password', with: 'six666' },
    { press: 'Save', role: 'button' },
  ])
  await page.waitForURL(({ pathname }) => pathname === '/pricing/start/')
})

test('provider popups are 500 by 600 @once', async ({ page, signInStates }) => {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.open = (_address, _name, features = '') => {
      opened.push(features)
      // A blocked popup would redirect this page.
      return { closed: false, close() {}, focus() {} } as Window
    }
  })
  await signInStates.bringUp(page, 'provider-list-with-popups')
  await walk(page, [{ press: 'Continue with Google', role: 'button' }])
  const features = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened[0] ?? '')
  await expect.poll(features).toMatch(/(^|,)width=500(,|$)/)
  expect(await features()).toMatch(/(^|,)height=600(,|$)/)
})

test('keeps a press of “Verify” while the captcha loads @once @long', async ({ page, signInStates }) => {
  const requested = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/recaptchaParams*', async (route) => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  const { values } = await signInStates.bringUp(page, 'phone-number')
  await requested.promise
  await walk(page, [
    { fill: 'Phone number', with: values.national ?? '' },
    { press: 'Verify', role: 'button' },
  ])
  held.resolve()
  await expect(heading(page, 'Verify your phone number')).toBeVisible()
})
