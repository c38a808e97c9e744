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

// Without HTTPS, browsers ignore this header and log a warning.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/Cross-Origin-Opener-Policy/))

const signingIn = 'Signing in doesn’t work at this address.'

for (const [path, title] of [
  ['/pricing/start', 'You can’t sign in or pay at this address.'],
  ['/profile', signingIn],
] as const) {
  for (const name of ['for visitors', 'with a session'] as const) {
    test(`${path} ${name} reports an unconfigured address @once`, async ({ page, context }) => {
      const requests = await underAnotherName(context)
      const notes: string[] = []
      page.on('console', (entry) => notes.push(entry.text()))
      if (name === 'with a session') {
        await page.addInitScript(() => localStorage.setItem('unhurried-session', JSON.stringify({ uid: 'u1', at: 1 })))
      }
      await page.goto(host + path)
      const notice = page.getByRole('alert').filter({ hasText: title })
      await expect(notice).toBeVisible()
      await expect(notice).toContainText('This address isn’t set up')
      await expect(page.getByRole('main')).not.toContainText(
        /connection|does not answer|isn’t answering|try again in a moment/i,
      )
      expect(requests.filter((each) => each.startsWith('/api/'))).toEqual([])
      expect(notes.join('\n')).toMatch(/wrong\.example.*SITE_HOST.*STAGING_HOST/)
      expect(await axeFindings(page)).toEqual([])
    })
  }
}

test('the contact form keeps the text and offers email @once', async ({ page, context }) => {
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
