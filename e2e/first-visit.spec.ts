import type { Page } from 'playwright/test'
import { expect, newAddress, password, test, vendors } from './setup/test'

/** Counts what a first visitor presses and types. */
function counted(page: Page) {
  const count = { presses: 0, fields: 0 }
  return {
    count,
    press: async (role: 'button' | 'link', name: string | RegExp) => {
      count.presses += 1
      await page.getByRole(role, { name }).filter({ visible: true }).first().click()
    },
    type: async (label: string, text: string) => {
      count.fields += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

test('buys a first plan with at most 9 presses and 4 fields', async ({ page }) => {
  const { count, press, type } = counted(page)
  await page.goto('/')
  await press('link', /^(Try it free|Start My Free Trial)$/)
  await page.waitForURL(/\/pricing\/start/)
  await press('link', 'Continue to sign in')
  await press('button', 'Continue with email')
  await type('Email', newAddress())
  await press('button', 'Next')
  await type('Your name', 'Ada')
  await type('Choose password', password)
  await press('button', 'Save')
  await page.waitForURL(/\/pricing\/start/)
  await press('button', 'Pay by card')
  await page.waitForURL((url) => url.origin === vendors())
  await press('button', 'Pay')
  await page.waitForURL(/\/pricing\/thankyou/)
  expect(count.presses).toBeLessThanOrEqual(9)
  expect(count.fields).toBeLessThanOrEqual(4)
})
