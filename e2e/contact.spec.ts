/** The contact form: delivery, errors, recovery of the typed text, and presses before its scripts. */
import type { Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { blockDeferredFiles, openUntilIdle } from './setup/deferred-scripts'
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

test('the form solves a proof of work for an address over its limit', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 429/)
  const email = newAddress()
  for (let n = 0; n < 10; n++)
    await page.request.post('/api/contact', { data: { name: 'Ada', email, message: `Number ${n}` } })
  await page.goto('/contact')
  await writeMessage(page, email)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/contact')) answers.push(response.status())
  })
  await button(page).click()
  await expect(arrived(page)).toBeFocused()
  expect(answers).toEqual([429, 200])
})

test('the form is accessible in every state', async ({ page, context }) => {
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
})

test.describe('before scripts run', () => {
  test.beforeEach(({ context }) => declined(context))
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

  /** Records how each message is posted: by the form or by a script. */
  function watchPosts(page: Page) {
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/contact')
        posts.push(request.resourceType() === 'document' ? 'form' : 'script')
    })
    return posts
  }

  test('three presses before scripts run send the message once', async ({ page }) => {
    const email = newAddress()
    const posts = watchPosts(page)
    const { release } = await blockDeferredFiles(page)
    await openUntilIdle(page, paths.contact)
    await writeMessage(page, email)
    await button(page).click({ clickCount: 3 })
    await expect(page.locator('form[aria-busy]')).toHaveCount(1)
    expect(posts).toEqual([])
    release()
    await expect(arrived(page)).toBeFocused()
    await expect.poll(() => emails(page, email)).toHaveLength(1)
    expect(posts).toEqual(['script'])
  })

  test('sends a plain form if a script is missing', async ({ page, quietConsole }) => {
    quietConsole.allow(/status of 404|MIME type/)
    const email = newAddress()
    const posts = watchPosts(page)
    await page.route(/\/_next\/static\/chunks\/turbopack-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
    await openUntilIdle(page, paths.contact)
    await writeMessage(page, email)
    await button(page).click({ clickCount: 2 })
    await expect(page.getByRole('heading', { name: 'If you’ve just sent a message, we have it.' })).toBeVisible()
    expect(posts).toEqual(['form'])
    await expect.poll(() => emails(page, email)).toHaveLength(1)
  })
})
