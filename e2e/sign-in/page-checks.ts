import type { Page } from 'playwright/test'
import { expect } from '@/e2e/setup/test'
import type { Exit, Expects } from './states/state'
import { named, walk } from './walk'

/** Text that may go over several elements of one paragraph. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('\u200e', '').trim()

/** Everything that a state says stands on its page stands there, by the names that a person finds it by. */
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
    // Word for word, with nothing around it; a remark over the page has a link that takes it away.
    expect(plain(await alert.innerText()).replace(/ Dismiss$/, '')).toBe(text)
  }
}

/** Goes the way out, and arrives. */
export async function leaveBy(page: Page, { steps, leads }: Exit): Promise<void> {
  await walk(page, steps)
  const main = page.getByRole('main')
  if (leads.path) await page.waitForURL(({ pathname, search }) => pathname + search === leads.path)
  if (leads.heading) await expect(main.getByRole('heading', { name: leads.heading, exact: true })).toBeVisible()
  if (leads.text) await expect(main.getByText(leads.text).filter({ visible: true }).first()).toBeVisible()
}
