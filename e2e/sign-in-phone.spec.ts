import type { Page } from 'playwright/test'
import { withSignIn } from './setup/sign-in-settings'
import { arrived } from './setup/steps'
import { expect, smsCode, test } from './setup/test'

let numbers = 0
/** A US number that no other test uses. */
const newNumber = () => `650555${String((Date.now() + ++numbers) % 10_000).padStart(4, '0')}`
const number = (page: Page) => page.getByLabel('Phone number')
const verify = (page: Page) => page.getByRole('button', { name: 'Verify' }).click()
const codeStep = (page: Page) => page.getByRole('heading', { name: 'Verify your phone number' })

/** Records the numbers for which a code is requested. */
function requestedNumbers(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('sendVerificationCode')) requested.push(request.postDataJSON().phoneNumber)
  })
  return requested
}

async function toPhone(page: Page, options: Record<string, unknown> = {}) {
  await withSignIn(page, { signInOptions: [{ provider: 'phone', ...options }] })
  await page.goto('/auth')
  await expect(number(page)).toBeVisible()
}

test('sends a national number with its country code @once', async ({ page }) => {
  const requested = requestedNumbers(page)
  await toPhone(page, { defaultCountry: 'AR' })
  await number(page).fill('011 15-2345-6789')
  await page.getByRole('button', { name: 'Verify' }).press('Enter')
  await expect(codeStep(page)).toBeVisible()
  expect(requested).toEqual(['+5491123456789'])
  const sentence = await page.getByText('Enter the 6-digit code we sent to').textContent()
  expect(sentence?.split('sent to')[1]?.replace(/[^\d+]/g, '')).toBe('+5491123456789')
})

test('loads the phone number library only at the phone step @once', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      void response.text().then(
        (text) => text.includes('NOT_A_NUMBER') && scripts.push(response.url()),
        () => undefined,
      )
  })
  await page.goto('/auth')
  const way = page.getByRole('button', { name: 'Continue with phone' })
  await expect(way).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await way.click()
  await expect.poll(() => scripts.length).toBe(1)
})

test('“Resend” sends another code to the same number @once', async ({ page }) => {
  await page.clock.install()
  const requested = requestedNumbers(page)
  await toPhone(page, { defaultCountry: 'US' })
  const typed = newNumber()
  await number(page).fill(typed)
  await verify(page)
  await expect(async () => {
    await page.clock.runFor(200)
    await expect(codeStep(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  const resend = page.getByRole('link', { name: 'Resend', exact: true })
  await page.clock.runFor(16_000)
  await expect(resend).toBeVisible()
  await page.getByLabel('6-digit code').fill('12')
  await resend.focus()
  await resend.press('Enter')
  await expect(async () => {
    await page.clock.runFor(200)
    await expect(page.getByText(`We sent another code to +1${typed}.`)).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(requested).toEqual([`+1${typed}`, `+1${typed}`])
  await expect(codeStep(page)).toBeVisible()
  await expect(page.getByText(/Resend code in 0:1\d/)).toBeVisible()
  await expect(resend).toBeHidden()
  await expect(page.getByLabel('6-digit code')).toBeFocused()
  await page.clock.runFor(16_000)
  await expect(resend).toBeVisible()

  await page.getByLabel('6-digit code').fill(await smsCode(page, `+1${typed}`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.clock.runFor(3000)
  await page.clock.resume()
  await arrived(page)
})
