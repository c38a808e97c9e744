/** The whole way of a visitor on a phone. */
import type { Page } from 'playwright/test'
import { cancelPlan, signOut, signUp, subscribe, trialActions } from './setup/steps'
import { expect, newAddress, password, serveFrameScript, test, vendors } from './setup/test'

test.beforeEach(({ context }) => serveFrameScript(context))

test('visits, signs up, pays, subscribes, cancels and signs out', async ({ page }) => {
  await test.step('visit', async () => {
    await page.goto('/')
    await expect(trialActions(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const name of ['Features', 'Therapy Protocol', 'Video Calls', 'Blog', 'Login'])
      await expect(menu.getByRole('link', { name })).toBeVisible()
    await menu.getByRole('link', { name: 'Login' }).click()
    await page.waitForURL(/\/auth$/)
    await expect(trialActions(page)).toHaveCount(0)
  })

  await test.step('sign up', () => signUp(page, newAddress()))

  await test.step('choose a plan', async () => {
    await expect(page.getByText('$19').first()).toBeVisible()
    await expect(page.getByText('$180').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Other ways to pay' })).toHaveCount(2)
  })

  await test.step('go back from the provider', async () => {
    await page.getByRole('button', { name: 'Pay by card' }).first().click()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.waitForURL(/\/pricing\/start$/)
    await expect(page.getByRole('button', { name: 'Pay by card' }).first()).toBeEnabled()
  })

  await test.step('pay', async () => {
    await subscribe(page)
    expect(new URL(page.url()).pathname).toBe('/pricing/thankyou/')
    await expect(page.getByRole('main')).toContainText(/\$19/)
    await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
  })

  await test.step('be a subscriber: no trial button on any page, not even during reload', async () => {
    // Records every value of the root's trial attribute while the page loads.
    await page.addInitScript(() => {
      const seen: (string | undefined)[] = []
      Object.assign(window, { seenTrial: seen })
      new MutationObserver(() => seen.push(document.documentElement?.dataset.trial)).observe(document, {
        subtree: true,
        attributes: true,
        attributeFilter: ['data-trial'],
      })
    })
    for (const path of ['/', '/faq']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(trialActions(page)).toHaveCount(0)
      expect(await page.evaluate(() => (window as unknown as { seenTrial: string[] }).seenTrial)).not.toContain('on')
    }
    await page.reload()
    await expect(trialActions(page)).toHaveCount(0)
    await page.goto('/')
    const main = page.getByRole('main')
    for (const name of ['Open the app', 'Group calls', 'See your plan'])
      await expect(main.getByRole('link', { name })).toBeVisible()
    await expect(main.getByRole('link', { name: 'See the price' })).toBeHidden()
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Profile' }).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Login' }).filter({ visible: true })).toHaveCount(0)
  })

  await test.step('see the plan instead of pay buttons on the price page', async () => {
    await page.goto('/pricing/start/?c=true')
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /profile/i })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay by card' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Other ways to pay' })).toHaveCount(0)
  })

  await test.step('cancel in two presses', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('Ada Lovelace')
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByRole('button', { name: 'Keep my plan' }).click()
    await cancelPlan(page)
    await expect(page.getByRole('button', { name: /resume/i })).toBeVisible()
    await page.goto('/')
    const main = page.getByRole('main')
    for (const name of ['Resume your plan', 'Open the app'])
      await expect(main.getByRole('link', { name }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /trial|free$/i }).filter({ visible: true })).toHaveCount(0)
    await page.goto('/pricing/start/?c=true')
    await page.getByRole('main').getByRole('link', { name: 'Resume your plan' }).click()
    await expect(page.getByRole('button', { name: 'Resume plan' })).toBeFocused()
  })

  await test.step('sign out', async () => {
    await signOut(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Login' }).filter({ visible: true })).toHaveCount(1)
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('Sign in to see your plan')
  })
})

/** Counts what a first visitor presses and types. */
function counted(page: Page) {
  const count = { presses: 0, fields: 0 }
  return {
    count,
    press: async (role: 'button' | 'link' | 'checkbox', name: string | RegExp) => {
      count.presses += 1
      await page.getByRole(role, { name }).filter({ visible: true }).first().click()
    },
    type: async (label: string, text: string) => {
      count.fields += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

test('buys a first plan with at most 7 presses and 3 fields', async ({ page }) => {
  const { count, press, type } = counted(page)
  await page.goto('/')
  await press('link', /^(Try it free|Start My Free Trial)$/)
  await page.waitForURL(/\/pricing\/start/)
  await press('link', 'Continue to sign in')
  await type('Email', newAddress())
  await press('button', 'Continue with email')
  await type('Your name', 'Ada')
  await type('Choose password', password)
  await press('checkbox', /^I agree/)
  await press('button', 'Save')
  await page.waitForURL(/\/pricing\/start/)
  await press('button', 'Pay by card')
  await page.waitForURL((url) => url.origin === vendors())
  await press('button', 'Pay')
  await page.waitForURL(/\/pricing\/thankyou/)
  expect(count.presses).toBeLessThanOrEqual(7)
  expect(count.fields).toBeLessThanOrEqual(3)
})

test('the consent bar blocks no trial link and covers no content', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Privacy choices' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Trial' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Start My Free Trial' }).first().click()
  await page.waitForURL(/\/pricing\/start/)
  await page.goto('/')
  // Pixels of the last line that the bar covers at the end of the page.
  const overlap = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const foot = document.querySelector('[data-foot]')?.getBoundingClientRect()
      const last = document.querySelector('footer')?.getBoundingClientRect()
      return foot && last ? last.bottom - foot.top : NaN
    })
  await expect.poll(overlap).toBeLessThanOrEqual(0.5)
})
