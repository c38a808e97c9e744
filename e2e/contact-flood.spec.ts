/** The contact form during a flood of messages, on a separate stack, because a flood limits every sender of a site. */
import type { Page } from 'playwright/test'
import { test } from './setup/own-stack'
import { expect, inbox, newAddress } from './setup/test'
import { writeMessage } from './setup/steps'

const button = (page: Page) => page.getByRole('button', { name: 'Send message' })

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
  await writeMessage(page, newAddress())
  await flood(page)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/contact')) answers.push(response.status())
  })
  await button(page).click()
  await expect(page.getByRole('heading', { name: 'We have your message.' })).toBeFocused()
  expect(answers).toEqual([429, 200])
  expect(
    (await inbox(page, stack.vendors)).filter(({ subject }) => subject.startsWith('Contact form')).length,
  ).toBeLessThanOrEqual(21)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
})
