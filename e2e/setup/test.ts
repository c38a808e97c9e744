import { readFileSync } from 'node:fs'
import { test as base, expect, type BrowserContext, type Page } from 'playwright/test'

/** Console messages that a test expects. Every other error or warning fails it. */
export type Console = { allow(pattern: RegExp): void }

/** A full browser requests the tab icon at any time, even offline. */
const isTabIcon = (line: string) => /net::ERR_\w+ \(\S+\/(icon\.svg|favicon\.ico)\S*\)$/.test(line)

export const origin = () => process.env.E2E_ORIGIN ?? ''
export const vendors = () => process.env.E2E_VENDORS ?? ''

export const test = base.extend<{ quietConsole: Console }>({
  quietConsole: [
    async ({ context }, use) => {
      const logged: string[] = []
      // The first lookup of a new user's record answers 404. Playwright's own script may not run in the inbox's emails.
      const allowed: RegExp[] = [/status of 404.*get-user/, /^error: Blocked script execution in 'about:srcdoc'/]
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          logged.push(`${message.type()}: ${message.text()} (${message.location().url})`)
        }
      })
      context.on('weberror', (error) => logged.push(`uncaught: ${error.error().message}`))
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(logged.filter((line) => !isTabIcon(line) && !allowed.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Serves Google's frame script, which the SDK needs for providers, and prefetches on phones. */
export const serveFrameScript = (context: BrowserContext) =>
  context.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: readFileSync('e2e/setup/gapi-stub.js', 'utf8') }),
  )

let people = 0

export const newAddress = () => `person-${Date.now()}-${process.pid}-${++people}@people.example`

/** A phone number that the emulator accepts. */
export const newNumber = () => `+1650555${1000 + Math.floor(Math.random() * 9000)}`

export const password = 'calm-water-7'

type Message = {
  to: string
  replyTo?: string
  kind: 'email' | 'sms'
  subject: string
  text: string
  links: string[]
  at: string
}

/** Messages in the local inbox, newest first. */
export const inbox = async (page: Page, origin = vendors()): Promise<Message[]> =>
  (await page.request.get(`${origin}/inbox.json`)).json()

/** Waits for the newest message to an address or number. */
export async function message(page: Page, to: string): Promise<Message> {
  let found: Message | undefined
  await expect
    .poll(async () => {
      found = (await inbox(page)).find((each) => each.to === to)
      return found?.to
    })
    .toBe(to)
  return found as Message
}

/** The link of the newest email to this address. */
export const mailedLink = async (page: Page, email: string): Promise<string> =>
  (await message(page, email)).links[0] ?? ''

export const codeIn = (text = ''): string => /\d{6}/.exec(text)?.[0] ?? ''

/** The code of the newest text message to this number. */
export const smsCode = async (page: Page, number: string): Promise<string> => codeIn((await message(page, number)).text)
