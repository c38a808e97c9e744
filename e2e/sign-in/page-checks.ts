import type { Page } from 'playwright/test'
import { expect } from '@/e2e/setup/test'
import type { Exit, Expects } from './states/state'
import { named, walk } from './walk'

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

/** Leaves the page and checks where that leads. */
export async function leaveBy(page: Page, { steps, leads }: Exit): Promise<void> {
  await walk(page, steps)
  const main = page.getByRole('main')
  if (leads.path) await page.waitForURL(({ pathname, search }) => pathname + search === leads.path)
  if (leads.heading) await expect(main.getByRole('heading', { name: leads.heading, exact: true })).toBeVisible()
  if (leads.text) await expect(main.getByText(leads.text).filter({ visible: true }).first()).toBeVisible()
}
