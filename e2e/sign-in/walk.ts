import type { Page } from 'playwright/test'
import { expect } from '@/e2e/setup/test'
import type { TestAccounts } from './accounts'
import type { Exit, Expects, Step } from './state'

/** Matches a whole name in any case. The widget varies "Sign In", and sets a direction mark before country codes. */
export const named = (name: string) => {
  const escaped = name.replace(/[.*?^${}()|[\]\\]/g, '\\$&').replaceAll('+', '\u200e?\\+')
  return new RegExp(`^\\s*${escaped}\\s*$`, 'i')
}

const field = (page: Page, label: string) =>
  label.startsWith('#') ? page.locator(label) : page.getByLabel(label, { exact: true })

export async function walk(page: Page, steps: readonly Step[], accounts: TestAccounts): Promise<void> {
  for (const step of steps) await take(page, step, accounts)
}

async function take(page: Page, step: Step, accounts: TestAccounts): Promise<void> {
  if ('fill' in step) await field(page, step.fill).fill(step.with)
  else if ('press' in step) {
    const found = step.press.startsWith('#')
      ? page.locator(step.press).first()
      : page.getByRole(step.role, { name: named(step.press) })
    // The label covers the input.
    if (step.role === 'radio') await found.check({ force: true })
    else await found.click()
  } else if ('see' in step) await expect(page.getByText(step.see).filter({ visible: true }).first()).toBeVisible()
  else if ('arrive' in step) await page.waitForURL(({ pathname }) => pathname === step.arrive)
  else if ('open' in step) await page.goto(step.open)
  else if ('mail' in step) await page.goto(await present(() => accounts.newestLink(step.mail)))
  else if ('code' in step) await field(page, step.code).fill(await present(() => accounts.newestSms(step.to)))
  else await forget(page, step.forget)
}

/** Waits until the emulator has sent something. */
async function present(read: () => Promise<string | null>): Promise<string> {
  let found: string | null = null
  await expect.poll(async () => (found = await read())).not.toBeNull()
  return found ?? ''
}

/** Leaves the site first, so that its scripts write no more data. */
async function forget(page: Page, what: 'all' | 'person') {
  await page.goto('/robots.txt')
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => resolve())
      })
    }
  })
  if (what === 'all') await page.context().clearCookies()
}

/** Normalizes white space and direction marks. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('\u200e', '').trim()

/** Checks that the page shows everything that a state expects, by accessible names. */
export async function expectPage(page: Page, expects: Expects): Promise<void> {
  const { dialog, heading, texts = [], alerts = [], buttons = [], links = [], fields = [] } = expects
  const main = dialog ? page.getByRole('dialog', { name: dialog, exact: true }) : page.getByRole('main')
  if (heading) await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  for (const name of buttons) await expect(main.getByRole('button', { name: named(name) })).toBeVisible()
  for (const name of links) await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  for (const name of fields) await expect(main.getByLabel(name, { exact: true })).toBeVisible()
  for (const text of texts) {
    await expect.poll(async () => plain(await main.innerText()), { message: text }).toContain(plain(text))
  }
  for (const text of alerts) {
    const alert = page.getByRole('alert').filter({ hasText: text, visible: true })
    await expect(alert).toBeVisible()
    // The exact text; a notice above the page also has a "Dismiss" link.
    expect(plain(await alert.innerText()).replace(/ Dismiss$/, '')).toBe(text)
  }
}

/** Checks where leaving the page led. */
export async function expectExit(page: Page, { leads }: Exit): Promise<void> {
  const main = page.getByRole('main')
  if (leads.path) await page.waitForURL(({ pathname, search }) => pathname + search === leads.path)
  if (leads.heading) await expect(main.getByRole('heading', { name: leads.heading, exact: true })).toBeVisible()
  if (leads.text) await expect(main.getByText(leads.text).filter({ visible: true }).first()).toBeVisible()
}
