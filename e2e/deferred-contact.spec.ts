import { declined } from './setup/visit'
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { messageText, writeMessage } from './setup/steps'
import { expect, inbox, newAddress, test } from './setup/test'
import {
  deferredFile,
  pageDataFile,
  blockDeferredFiles,
  unreadyIslands,
  statusLine,
  openUntilIdle,
} from './setup/deferred-scripts'

test.beforeEach(({ context }) => declined(context))
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test.describe('the contact form', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
  const arrived = (page: Page) => page.getByRole('heading', { name: 'We have your message.' })

  /** Number of emails from this sender. */
  async function emails(page: Page, email: string): Promise<number> {
    return (await inbox(page)).filter(({ replyTo }) => replyTo === email).length
  }
  /** Records how each message is posted: by the form or by a script. */
  function watchPosts(page: Page) {
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/contact')
        posts.push(request.resourceType() === 'document' ? 'form' : 'script')
    })
    return posts
  }

  for (const [name, press] of [
    ['a press', (page: Page) => send(page).click()],
    ['three presses', (page: Page) => send(page).click({ clickCount: 3 })],
    ['Enter in a field', (page: Page) => page.getByLabel('Your name').press('Enter')],
    ['Enter on the button', (page: Page) => send(page).press('Enter')],
  ] as const) {
    test(`${name} before scripts run sends the message once${name === 'a press' ? '' : ' @long'}`, async ({ page }) => {
      const email = newAddress()
      const posts = watchPosts(page)
      const { release } = await blockDeferredFiles(page)
      await openUntilIdle(page, paths.contact)
      await writeMessage(page, email)
      await press(page)
      await expect(page.locator('form[aria-busy]')).toHaveCount(1)
      expect(posts).toEqual([])
      release()
      await expect(arrived(page)).toBeFocused()
      await expect.poll(() => emails(page, email)).toBe(1)
      expect(posts).toEqual(['script'])
    })
  }

  test('keeps and counts text that was typed before scripts run', async ({ page }) => {
    const { release } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.contact)
    await writeMessage(page, 'ada@people.example', 'a'.repeat(4_900))
    await page.getByLabel('Your message').focus()
    await page.keyboard.type('bcd')
    release()
    await expect(unreadyIslands(page)).toHaveCount(0)
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Your message')).toHaveValue(/abcd$/)
    await expect(page.getByLabel('Your message')).toBeFocused()
    await expect(page.getByText(/ characters left$/)).toBeVisible()
  })

  test('errors are reported by the browser before scripts run, then by the page', async ({ page }) => {
    const posts = watchPosts(page)
    const { release } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.contact)
    const email = page.getByLabel('Your email address')
    await email.fill('ada')
    await send(page).click()
    expect(await email.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(true)
    await expect(page.getByLabel('Your name')).toBeFocused()
    release()
    await expect(unreadyIslands(page)).toHaveCount(0)
    await send(page).click()
    await expect(email).toHaveAccessibleDescription(/doesn’t look like an email/)
    expect(posts).toEqual([])
  })

  for (const [what, pattern] of [
    ['a missing script', /\/_next\/static\/chunks\/turbopack-[^/]+\.js$/],
    ['missing page data', pageDataFile],
  ] as const) {
    test(`sends a plain form with ${what}${pattern === pageDataFile ? ' @long' : ''}`, async ({
      page,
      quietConsole,
    }) => {
      quietConsole.allow(/status of 404|MIME type/)
      const email = newAddress()
      const posts = watchPosts(page)
      await page.route(pattern, (route) => route.fulfill({ status: 404 }))
      await openUntilIdle(page, paths.contact)
      await writeMessage(page, email)
      await send(page).click({ clickCount: 2 })
      await expect(page.getByRole('heading', { name: 'If you’ve just sent a message, we have it.' })).toBeVisible()
      expect(posts).toEqual(['form'])
      await expect.poll(() => emails(page, email)).toBe(1)
    })
  }

  test('keeps the text while offline, and sends on the next press', async ({ page, context, quietConsole }) => {
    quietConsole.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const email = newAddress()
    const posts = watchPosts(page)
    let isOff = true
    await page.route(deferredFile, (route) => (isOff ? route.abort('internetdisconnected') : route.continue()))
    await openUntilIdle(page, paths.contact)
    await writeMessage(page, email)
    await context.setOffline(true)
    await send(page).click()
    await expect(statusLine(page)).toHaveText(/^You’re offline\./)
    await expect(page.locator('form[aria-busy]')).toHaveCount(0)
    isOff = false
    await context.setOffline(false)
    // The typed text starts the scripts again.
    await expect(unreadyIslands(page)).toHaveCount(0)
    await expect(page.getByLabel('Your message')).toHaveValue(messageText)
    expect(posts).toEqual([])
    await send(page).click()
    await expect(arrived(page)).toBeVisible()
    expect(posts).toEqual(['script'])
  })

  test('Back restores the typed text and its counter', async ({ page }) => {
    const { release } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.contact)
    await writeMessage(page, 'ada@people.example', 'a'.repeat(4_900))
    await page.getByRole('link', { name: 'Features' }).first().click()
    await page.waitForURL(/\/features$/)
    release()
    await page.goBack()
    await expect(page.getByLabel('Your message')).toHaveValue(/^a{4900}$/)
    await expect(page.getByText('100 characters left', { exact: true })).toBeVisible()
  })
})
