/** Constants of the widget that only a browser's clock shows. */
import { expect } from '@/e2e/setup/test'
import { agree } from '@/e2e/setup/steps'
import { test } from './visitor'

test.describe.configure({ mode: 'parallel' })

test('the progress bar appears after 500 ms', async ({ visitor, page }) => {
  await page.clock.install()
  await visitor.open()
  visitor.answer('createAuthUri', 'hangs', Infinity)
  await visitor.press('Continue with email')
  await visitor.fill('Email', visitor.email)
  // A longer jump would exceed the SDK's timeouts.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await visitor.press('Next')
  const bar = page.locator('.firebaseui-busy-indicator')
  await page.clock.runFor(499)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar).toHaveCount(1)
})

test('“Code sent!” and “Verified!” stay for 1000 ms each, and the wait counts down from 15', async ({
  visitor,
  page,
}) => {
  await page.clock.install()
  await visitor.open({ signInOptions: ['password', { provider: 'phone', defaultCountry: 'US' }] })
  await page.getByRole('radio', { name: 'I’m new here' }).check({ force: true })
  await agree(page)
  await visitor.press('Continue with phone')
  await visitor.fill('Phone number', visitor.national)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await visitor.press('Verify')
  const visible = (text: string) => page.getByText(text).filter({ visible: true })
  // The emulator's captcha stub answers a moment later.
  await expect.poll(() => page.clock.runFor(10).then(() => visible('Code sent!').count()), { intervals: [10] }).toBe(1)
  // The poll may have advanced by up to 10 ms after the text appeared.
  const entry = visitor.heading('Verify your phone number')
  await page.clock.runFor(980)
  await expect(entry).toBeHidden()
  await page.clock.runFor(20)
  await expect(entry).toBeVisible()

  const count = page.getByText(/Resend code in 0:\d\d/)
  await expect(count).toHaveText('Resend code in 0:15')
  await page.clock.runFor(2000)
  await expect(count).toHaveText('Resend code in 0:13')
  await page.clock.runFor(13_000)
  await expect(page.getByRole('link', { name: 'Resend' })).toBeVisible()
  await visitor.enterCode()
  await visitor.press('Continue')
  await expect(visible('Verified!')).toBeVisible()
  const arriving = page.getByText('You are signed in. One moment.')
  await page.clock.runFor(999)
  await expect(arriving).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(arriving.or(page.getByRole('heading', { name: /plans/i })).first()).toBeVisible()
})
