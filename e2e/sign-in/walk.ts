import type { Page } from 'playwright/test'
import { expect } from '@/e2e/setup/test'
import type { Step } from './states/state'

/** Matches a whole name in any case. The widget varies "Sign In", and sets a direction mark before country codes. */
export const named = (name: string) => {
  const escaped = name.replace(/[.*?^${}()|[\]\\]/g, '\\$&').replaceAll('+', '\u200e?\\+')
  return new RegExp(`^\\s*${escaped}\\s*$`, 'i')
}

const field = (page: Page, label: string) =>
  label.startsWith('#') ? page.locator(label) : page.getByLabel(label, { exact: true })

export async function walk(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await take(page, step)
}

async function take(page: Page, step: Step): Promise<void> {
  if ('fill' in step) await field(page, step.fill).fill(step.with)
  else if ('press' in step) {
    const found = step.press.startsWith('#')
      ? page.locator(step.press).first()
      : page.getByRole(step.role, { name: named(step.press) })
    // The label covers the input.
    if (step.role === 'radio') await found.check({ force: true })
    else await found.click()
  } else if ('enter' in step) await field(page, step.enter).press('Enter')
  else if ('see' in step) await expect(page.getByText(step.see).filter({ visible: true }).first()).toBeVisible()
  else if ('arrive' in step) await page.waitForURL(({ pathname }) => pathname === step.arrive)
  else if ('open' in step) await page.goto(new URL(step.open, page.url()).href)
  else if ('mail' in step) await follow(page, step.mail)
  else if ('code' in step) await field(page, step.code).fill(await codeFor(page, step.to))
  else await forget(page, step.forget)
}

async function follow(page: Page, to: string) {
  const address = new URL(`/states/mail?to=${encodeURIComponent(to)}`, page.url()).href
  await expect.poll(async () => (await page.request.get(address, { maxRedirects: 0 })).status()).toBe(303)
  await page.goto(address)
}

async function codeFor(page: Page, to: string): Promise<string> {
  const address = new URL(`/states/code?to=${encodeURIComponent(to)}`, page.url()).href
  let code: unknown = null
  await expect.poll(async () => (code = await (await page.request.get(address)).json())).not.toBeNull()
  return String(code)
}

/** Leaves the site first, so that its scripts write no more data. */
async function forget(page: Page, what: 'all' | 'person') {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/states/blank.js`)
  await page.evaluate(async () => {
    const kept = localStorage.getItem('unhurried-consent')
    localStorage.clear()
    sessionStorage.clear()
    if (kept) localStorage.setItem('unhurried-consent', kept)
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => resolve())
      })
    }
  })
  if (what === 'all') await page.context().clearCookies({ name: /^(?!sign-in-state$)/ })
}
