/** The contact form during a flood of messages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { freePorts, startStack, type Stack } from './setup/stack'
import { expect, newAddress, test as base } from './setup/test'
import { declined } from './setup/visit'

/** A separate stack, because a flood limits every sender of a site. */
const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-flood-'))
      const stack = await startStack(dataDir, await freePorts())
      await use(stack)
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ stack }, use) => use(stack.origin),
})

const words = 'Hello.\n\nHow does a call begin?'
const button = (page: Page) => page.getByRole('button', { name: 'Send message' })

async function write(page: Page, email: string) {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByLabel('Your message').fill(words)
}

/** Sends more messages from invented addresses than are accepted without proof of work. */
async function flood(page: Page) {
  const statuses = new Set<number>()
  for (let n = 0; n < 9; n++) {
    const sent = Array.from({ length: 10 }, () =>
      page.request.post('/api/contact', { data: { name: 'Flood', email: newAddress(), message: `Number ${n}` } }),
    )
    for (const answer of await Promise.all(sent)) statuses.add(answer.status())
  }
  expect(statuses).toContain(429)
}

test('the form solves the proof of work, and the message is accepted @once', async ({ page, quietConsole, stack }) => {
  test.slow()
  quietConsole.allow(/status of 429/)
  await page.goto('/contact')
  await write(page, newAddress())
  await flood(page)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/contact')) answers.push(response.status())
  })
  await button(page).click()
  await expect(page.getByRole('heading', { name: 'Your message has arrived.' })).toBeFocused()
  expect(answers).toEqual([429, 200])
  const inbox = (await (await page.request.get(`${stack.vendors}/inbox.json`)).json()) as { subject: string }[]
  expect(inbox.filter(({ subject }) => subject.startsWith('Contact form')).length).toBeLessThanOrEqual(21)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a second press sends the unchanged message @once @long', async ({ page, context, quietConsole, stack }) => {
    test.slow()
    quietConsole.allow(/status of 429/)
    await declined(context)
    await page.goto('/contact')
    await write(page, newAddress())
    await flood(page)
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'Please press “Send message” once more.' })).toBeVisible()
    await expect(page.getByLabel('Your message')).toHaveValue(words)
    await button(page).click()
    await expect(page).toHaveURL(`${stack.origin}/contact#received`)
    await expect(page.getByRole('heading', { name: /it has arrived/ })).toBeVisible()
  })
})
