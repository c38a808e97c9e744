import type { BrowserContext } from 'playwright/test'
import { axeFindings } from './setup/axe'
import { expect, origin, test } from './setup/test'

const host = 'http://wrong.example'

/** Serves the site under another host name, like a catch-all load balancer. */
async function underAnotherName(context: BrowserContext): Promise<string[]> {
  const requests: string[] = []
  await context.route(`${host}/**`, async (route) => {
    const url = new URL(route.request().url())
    requests.push(url.pathname)
    const response = await route.fetch({ url: origin() + url.pathname + url.search }).catch(() => null)
    if (response) await route.fulfill({ response }).catch(() => undefined)
  })
  return requests
}

test('a page for signing in reports an unconfigured address', async ({ page, context, quietConsole }) => {
  // Without HTTPS, browsers ignore this header and log a warning.
  quietConsole.allow(/Cross-Origin-Opener-Policy/)
  const requests = await underAnotherName(context)
  const notes: string[] = []
  page.on('console', (entry) => notes.push(entry.text()))
  await page.goto(`${host}/pricing/start`)
  const notice = page.getByRole('alert').filter({ hasText: 'You can’t sign in or pay at this address.' })
  await expect(notice).toContainText('This address isn’t set up')
  expect(requests.filter((each) => each.startsWith('/api/'))).toEqual([])
  expect(notes.join('\n')).toMatch(/wrong\.example.*SITE_HOST.*STAGING_HOST/)
  expect(await axeFindings(page)).toEqual([])
})

test('the contact form keeps the text and offers email', async ({ page, context, quietConsole }) => {
  quietConsole.allow(/Cross-Origin-Opener-Policy/)
  await underAnotherName(context)
  await page.goto(`${host}/contact`)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Your email address').fill('ada@people.example')
  await page.getByLabel('Your message').fill('Hello')
  await page.getByRole('button', { name: /send/i }).click()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('Messages can’t be sent from this address.')
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByLabel('Your message')).toHaveValue('Hello')
})
