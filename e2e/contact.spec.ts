/** Writing to the people behind the site: what arrives, and what becomes of the words when it does not. */
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { expect, newAddress, origin, test, vendors } from './setup/test'
import { declined } from './setup/visit'

type Mail = { to: string; subject: string; text: string; replyTo?: string }

const words = 'Hello.\n\nHow does a call begin?'
const button = (page: Page) => page.getByRole('button', { name: 'Send message' })
const arrived = (page: Page) => page.getByRole('heading', { name: 'Your message has arrived.' })

async function write(page: Page, email: string, text = words) {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByLabel('Your message').fill(text)
}

/** All that the team's inbox holds of one writer. */
async function letters(page: Page, email: string): Promise<Mail[]> {
  const all = (await (await page.request.get(`${vendors()}/inbox.json`)).json()) as Mail[]
  return all.filter(({ replyTo }) => replyTo === email)
}

test('a message is received once, and reaches the inbox with the writer to answer to', async ({ page }) => {
  const email = newAddress()
  await page.goto('/contact')
  await write(page, email)
  await button(page).dblclick()
  await expect(arrived(page)).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expect.poll(() => letters(page, email)).toHaveLength(1)
  const [letter] = await letters(page, email)
  expect(letter).toMatchObject({ to: 'hello@unhurried.example', subject: 'Contact form: Ada Lovelace' })
  expect(letter?.text).toContain(words)
  await page.goto(`${vendors()}/inbox`)
  await expect(page.getByText(`answers to ${email}`)).toBeVisible()
})

test('by keyboard alone, and what is wrong is said at its field', async ({ page }) => {
  const email = newAddress()
  await page.goto('/contact')
  await page.getByLabel('Your e-mail address').focus()
  await page.keyboard.type('ada@people')
  // Until then the browser says it, in words of its own (`held-scripts.spec.ts`).
  await expect(page.locator('[data-island][data-ready]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/Please write what we may call you/)
  await expect(page.getByLabel('Your e-mail address')).toHaveAccessibleDescription(/does not look like an e-mail/)
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

test('offline the words stay, and go when the connection is back @once', async ({ page, context }) => {
  const email = newAddress()
  await page.goto('/contact')
  await write(page, email)
  // A page that is being fetched ahead would fail aloud.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await button(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('You are offline, so nothing was sent.')
  await context.setOffline(false)
  await expect(alert).toContainText('You are online again.')
  await expect(page.getByLabel('Your message')).toHaveValue(words)
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await expect.poll(() => letters(page, email)).toHaveLength(1)
})

test('when neither the script for it nor the answer comes, it says what is known, and can be sent again @once', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource|ERR_FAILED|ERR_CONNECTION/)
  const email = newAddress()
  await page.goto('/contact')
  await page.waitForLoadState('networkidle')
  await write(page, email)
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await button(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('We could not reach the server.')
  await page.unroute('**/_next/static/chunks/**')

  // The message arrives and its answer does not: sending it again is the same message.
  await page.route('**/api/contact', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page).click()
  await expect(alert).toContainText('No answer came, so we do not know whether it arrived.')
  await page.unroute('**/api/contact')
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await expect.poll(() => letters(page, email)).toHaveLength(1)
  await page.waitForTimeout(500)
  expect(await letters(page, email)).toHaveLength(1)
})

test('a kept link to what was received leads to the form @once', async ({ page }) => {
  await page.goto('/contact#received')
  await expect(page).toHaveURL(`${origin()}/contact`)
  await expect(button(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: /it has arrived/ })).toBeHidden()
})

test('the form looks right in each of its states @once', async ({ page, context }) => {
  test.slow()
  await declined(context)
  await page.goto('/contact')
  await button(page).click()
  await look(page, 'what is wrong')
  await write(page, newAddress(), `${'long'.repeat(1230)} ${words}`)
  await context.setOffline(true)
  await button(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await look(page, 'offline, near the end of the room')
  await context.setOffline(false)
  await button(page).click()
  await expect(arrived(page)).toBeVisible()
  await look(page, 'received')
})

test('a mail server that refuses delays nobody, and the letter goes with the next one @once', async ({ page }) => {
  const [first, second] = [newAddress(), newAddress()]
  const send = (email: string) =>
    page.request.post('/api/contact', { data: { name: 'Ada', email, message: `Hello from ${email}` } })
  await page.request.post(`${vendors()}/faults`, { data: { vendor: 'mail', status: 503, times: 1000 } })
  expect(await (await send(first)).json()).toEqual({ received: true })
  await page.waitForTimeout(500)
  expect(await letters(page, first)).toEqual([])
  await page.request.post(`${vendors()}/faults`, { data: { vendor: 'mail', times: 0 } })
  expect((await send(second)).status()).toBe(200)
  await expect.poll(() => letters(page, first)).toHaveLength(1)
  await expect.poll(() => letters(page, second)).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works, and the page says that it did', async ({ page }) => {
    const email = newAddress()
    await page.goto('/contact')
    await write(page, email)
    await button(page).click()
    await expect(page).toHaveURL(`${origin()}/contact#received`)
    await expect(page.getByRole('heading', { name: /it has arrived/ })).toBeVisible()
    await expect(button(page)).toBeHidden()
    await expect.poll(() => letters(page, email)).toHaveLength(1)
    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(button(page)).toBeVisible()
  })

  test('a message that the server refuses comes back with its words, and can be mended @once', async ({
    page,
    quietConsole,
  }) => {
    quietConsole.allow(/status of 400/)
    const email = newAddress()
    await page.goto('/contact')
    // An address that the browser lets pass and the server does not.
    await write(page, 'ada@people.1234')
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'The message was not taken.' })).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Your message')).toHaveValue(words)
    await expect(page.getByLabel('Your e-mail address')).toHaveAccessibleDescription(/does not look like an e-mail/)
    await page.getByLabel('Your e-mail address').fill(email)
    await button(page).click()
    await expect(page).toHaveURL(`${origin()}/contact#received`)
    await expect.poll(() => letters(page, email)).toHaveLength(1)
  })
})
