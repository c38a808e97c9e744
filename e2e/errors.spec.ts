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

test('an uncaught error is reported without the address of an email @once', async ({ page }) => {
  const sent = await openContact(page)
  await raise(page, 'a deliberate error of ada@people.example')
  await expect.poll(() => sent).toMatchObject([{ status: 204, body: { kind: 'error', page: paths.contact } }])
  expect(sent[0]?.body.message).toBe('Error: a deliberate error of [email]')
})

test('an error of an extension is not reported @once', async ({ page }) => {
  const sent = await openContact(page)
  await raise(page, 'a deliberate error', 'chrome-extension://x')
  // A later report shows that the first one is not merely slow.
  await raise(page, 'an error of the page')
  await expect.poll(() => sent).toMatchObject([{ body: { message: 'Error: an error of the page' } }])
})

test('an island whose scripts fail to load is reported @once', async ({ page }) => {
  const sent = reports(page)
  await page.route(/\/_next\/static\/chunks\/[^/]+\.js$/, (route) => route.abort())
  await page.goto(paths.blog)
  await page.getByRole('searchbox').first().fill('telephone')
  await expect.poll(() => sent[0]).toMatchObject({ status: 204, body: { kind: 'island', page: paths.blog } })
})

test('source maps are not served @once', async ({ request, page }) => {
  await page.goto(paths.contact)
  const script = await page.locator('script#runtime, script[type="application/json"]').first().textContent()
  const [address = '/_next/static/chunks/none.js'] = /\/_next\/static\/chunks\/[^"]+\.js/.exec(script ?? '') ?? []
  for (const path of [`${address}.map`, '/site.mjs.map', '/.next/site.mjs.map', '/server/app/page.js.map']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
  expect(await (await request.get(address)).text()).not.toContain('sourceMappingURL')
})
