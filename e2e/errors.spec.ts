import type { Page } from 'playwright/test'
import { browserErrorAddress } from '@/lib/contract/browser-error'
import { paths } from '@/lib/site'
import { expect, test } from './setup/test'
import { declined } from './setup/visit'

/** The reports that a page sends from now on, with the answers' status. */
function reports(page: Page) {
  const sent: { status: number; body: Record<string, string> }[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith(browserErrorAddress)) return
    sent.push({ status: response.status(), body: response.request().postDataJSON() as Record<string, string> })
  })
  return sent
}

/** Opens a page, and starts its scripts. */
async function openContact(page: Page) {
  const sent = reports(page)
  await page.goto(paths.contact)
  await page.getByRole('textbox', { name: 'Message' }).click()
  await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  return sent
}

/** Dispatches an uncaught error of a script. */
const raise = (page: Page, message: string, folder?: string) =>
  page.evaluate(
    ([text, base = `${location.origin}/_next/static/chunks`]) =>
      dispatchEvent(new ErrorEvent('error', { error: new Error(text), filename: `${base}/a.js` })),
    [message, folder] as const,
  )

test.beforeEach(async ({ context, quietConsole }) => {
  quietConsole.allow(/Failed to load resource|net::ERR_FAILED/)
  await declined(context)
})

test('an uncaught error is reported without the address of an email', async ({ page }) => {
  const sent = await openContact(page)
  await raise(page, 'a deliberate error of ada@people.example')
  await expect.poll(() => sent).toMatchObject([{ status: 204, body: { kind: 'error', page: paths.contact } }])
  expect(sent[0]?.body.message).toBe('Error: a deliberate error of [email]')
})

test('an island whose scripts fail to load is reported', async ({ page }) => {
  const sent = reports(page)
  await page.route(/\/_next\/static\/chunks\/[^/]+\.js$/, (route) => route.abort())
  await page.goto(paths.blog)
  await page.getByRole('searchbox').first().fill('telephone')
  await expect.poll(() => sent[0]).toMatchObject({ status: 204, body: { kind: 'island', page: paths.blog } })
})
