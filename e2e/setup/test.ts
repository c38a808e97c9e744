import { readFileSync } from 'node:fs'
import { test as base, expect, type Page } from 'playwright/test'

/** Messages of the console that a test expects: everything else of level error or warning fails it. */
type Console = { allow(pattern: RegExp): void }

const frameMessenger = readFileSync('e2e/setup/gapi-stub.js', 'utf8')

/** A full browser fetches the icon of its tab when it likes, even when it is offline. */
const isTabIcon = (line: string) => /net::ERR_\w+ \(\S+\/(icon\.svg|favicon\.ico)\S*\)$/.test(line)

export const origin = () => process.env.E2E_ORIGIN ?? ''
export const vendors = () => process.env.E2E_VENDORS ?? ''

export const test = base.extend<{ quietConsole: Console }>({
  quietConsole: [
    async ({ context }, use) => {
      const said: string[] = []
      const allowed: RegExp[] = []
      // The identity vendor's script, which the SDK fetches ahead of time on phones, comes from the internet.
      await context.route('https://apis.google.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: frameMessenger }),
      )
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          said.push(`${message.type()}: ${message.text()} (${message.location().url})`)
        }
      })
      context.on('weberror', (error) => said.push(`uncaught: ${error.error().message}`))
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(said.filter((line) => !isTabIcon(line) && !allowed.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

let people = 0

/** An address that no other test uses. */
export const newAddress = () => `person-${Date.now()}-${process.pid}-${++people}@people.example`

export const password = 'calm-water-7'

type Message = { to: string; kind: 'email' | 'sms'; subject: string; text: string; links: string[]; at: string }

/** The newest message to somebody, once it has arrived. */
export async function message(page: Page, to: string): Promise<Message> {
  let found: Message | undefined
  await expect
    .poll(async () => {
      const inbox = (await (await page.request.get(`${vendors()}/inbox.json`)).json()) as Message[]
      found = inbox.find((each) => each.to === to)
      return found?.to
    })
    .toBe(to)
  return found as Message
}
