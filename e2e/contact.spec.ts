/** The contact form: delivery, errors and recovery of the typed text. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { messageText, writeMessage } from './setup/steps'
import { expect, inbox, newAddress, origin, test, vendors } from './setup/test'
import { declined } from './setup/visit'

const button = (page: Page) => page.getByRole('button', { name: 'Send message' })
const arrived = (page: Page) => page.getByRole('heading', { name: 'We have your message.' })

/** Emails in the team's inbox from one sender. */
const emails = async (page: Page, email: string) => (await inbox(page)).filter(({ replyTo }) => replyTo === email)

test('delivers a message once, with the sender as reply address', async ({ page }) => {
  const email = newAddress()
  await page.goto('/contact')
  await writeMessage(page, email)
  await button(page).dblclick()
  await expect(arrived(page)).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expect.poll(() => emails(page, email)).toHaveLength(1)
  const [received] = await emails(page, email)
  expect(received).toMatchObject({ to: 'hello@unhurried.example', subject: 'Contact form: Ada Lovelace' })
  expect(received?.text).toContain(messageText)
  await page.goto(`${vendors()}/inbox`)
  await expect(page.getByText(`replies to ${email}`)).toBeVisible()
})

test('works by keyboard alone and shows errors at their fields', async ({ page }) => {
  const email = newAddress()
  await page.goto('/contact')
  await page.getByLabel('Your email address').focus()
  await page.keyboard.type('ada@people')
  // Before that the browser's own validation applies (`deferred-contact.spec.ts`).
  await expect(page.locator('[data-island][data-ready]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/Please write what we can call you/)
  await expect(page.getByLabel('Your email address')).toHaveAccessibleDescription(/doesn’t look like an email/)
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello.')
  await page.keyboard.press('Tab')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(arrived(page)).toBeFocused()
})

test('keeps the text while offline, and sends it once online @once', async ({ page, context }) => {
  const email = newAddress()
  await page.goto('/contact')
  await writeMessage(page, email)
  // A pending prefetch would log an error.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('You’re offline, so nothing was sent.')
  await context.setOffline(false)
  await expect(alert).toContainText('You’re online again.')
  await expect(page.getByLabel('Your message')).toHaveValue(messageText)
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await expect.poll(() => emails(page, email)).toHaveLength(1)
})

test('reports a lost answer, and sending again delivers one message @once', async ({ page, quietConsole }) => {
  quietConsole.allow(/Failed to load resource|ERR_FAILED|ERR_CONNECTION/)
  const email = newAddress()
  await page.goto('/contact')
  await page.waitForLoadState('networkidle')
  await writeMessage(page, email)
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await button(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('We couldn’t reach the server.')
  await page.unroute('**/_next/static/chunks/**')

  // The message arrives but its answer is lost, so the retry repeats the same message.
  await page.route('**/api/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page).click()
  await expect(alert).toContainText('We got no answer, so we don’t know whether it arrived.')
  await page.unroute('**/api/contact')
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await expect.poll(() => emails(page, email)).toHaveLength(1)
  await page.waitForTimeout(500)
  expect(await emails(page, email)).toHaveLength(1)
})

test('a bookmarked confirmation link leads to the form @once', async ({ page }) => {
  await page.goto('/contact#received')
  await expect(page).toHaveURL(`${origin()}/contact`)
  await expect(button(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: /we have it/ })).toBeHidden()
})

test('the form is accessible in every state @once', async ({ page, context }) => {
  test.slow()
  await declined(context)
  await page.goto('/contact')
  await button(page).click()
  await look(page, 'what is wrong')
  await writeMessage(page, newAddress(), `${'long'.repeat(1230)} ${messageText}`)
  await context.setOffline(true)
  await button(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await look(page, 'offline, near the end of the room')
  await context.setOffline(false)
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await look(page, 'received')
})

test('accepts a message while the mail server refuses, and sends it later @once', async ({ page }) => {
  const [first, second] = [newAddress(), newAddress()]
  const send = (email: string) =>
    page.request.post('/api/contact', { data: { name: 'Ada', email, message: `Hello from ${email}` } })
  await page.request.post(`${vendors()}/faults`, { data: { vendor: 'mail', status: 503, times: 1000 } })
  expect(await (await send(first)).json()).toEqual({ received: true })
  await page.waitForTimeout(500)
  expect(await emails(page, first)).toEqual([])
  await page.request.post(`${vendors()}/faults`, { data: { vendor: 'mail', times: 0 } })
  expect((await send(second)).status()).toBe(200)
  await expect.poll(() => emails(page, first)).toHaveLength(1)
  await expect.poll(() => emails(page, second)).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works and confirms', async ({ page }) => {
    const email = newAddress()
    await page.goto('/contact')
    await writeMessage(page, email)
    await button(page).click()
    await expect(page).toHaveURL(`${origin()}/contact#received`)
    await expect(page.getByRole('heading', { name: /we have it/ })).toBeVisible()
    await expect(button(page)).toBeHidden()
    await expect.poll(() => emails(page, email)).toHaveLength(1)
    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(button(page)).toBeVisible()
  })

  test('a refused message comes back with its text for correction @once', async ({ page, quietConsole }) => {
    quietConsole.allow(/status of 400/)
    const email = newAddress()
    await page.goto('/contact')
    // Browsers accept this address, the server does not.
    await writeMessage(page, 'ada@people.1234')
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'We couldn’t take your message.' })).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Your message')).toHaveValue(messageText)
    await expect(page.getByLabel('Your email address')).toHaveAccessibleDescription(/doesn’t look like an email/)
    await page.getByLabel('Your email address').fill(email)
    await button(page).click()
    await expect(page).toHaveURL(`${origin()}/contact#received`)
    await expect.poll(() => emails(page, email)).toHaveLength(1)
  })
})
