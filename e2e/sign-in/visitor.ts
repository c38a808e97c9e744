/** A visitor of the sign-in page whose identity project hides which addresses have an account. */
import { readFileSync } from 'node:fs'
import type { Locator, Page, Route } from 'playwright/test'
import { axeFindingsInBothThemes } from '@/e2e/setup/axe'
import { fitFindings } from '@/e2e/setup/fit'
import { allowSignInMessages } from '@/e2e/setup/flows'
import { withSignIn } from '@/e2e/setup/sign-in-settings'
import { arrived } from '@/e2e/setup/steps'
import { targetFindings } from '@/e2e/setup/targets'
import { expect, mailedLink, newAddress, newNumber, serveFrameScript, smsCode, test as base } from '@/e2e/setup/test'
import { declined, wide } from '@/e2e/setup/visit'
import { accountsOf } from '@/e2e/setup/accounts'

export const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ page, context, quietConsole }, use) => {
    allowSignInMessages(quietConsole)
    quietConsole.allow(/status of (403|404|429|503)|ERR_CONNECTION_RESET/)
    await declined(context)
    await serveFrameScript(context)
    const visitor = new Visitor(page)
    await visitor.interceptIdentity()
    await use(visitor)
  },
})

/** An answer of the identity service: an error's code, a body, or none. */
export type Answer = string | object | 'hangs' | 'breaks'

type Parts = Partial<Record<'texts' | 'buttons' | 'links' | 'fields', string[]>>

/** Matches a whole name in any case. The widget varies "Sign In", and sets a direction mark before country codes. */
export const named = (name: string) => {
  const escaped = name.replace(/[.*?^${}()|[\]\\]/g, '\\$&').replaceAll('+', '\u200e?\\+')
  return new RegExp(`^\\s*${escaped}\\s*$`, 'i')
}

/** All texts of a file of words. */
export const messagesIn = (locale: string, namespace: string) =>
  [...readFileSync(`messages/${locale}/${namespace}.json`, 'utf8').matchAll(/: "(.*)",?$/gm)].map(
    ([, text = '']) => text,
  )

const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('\u200e', '').trim()

export class Visitor {
  readonly email = newAddress()
  readonly other = newAddress()
  readonly phone = newNumber()
  readonly national = this.phone.slice(2)
  readonly accounts = accountsOf(this.email)
  private readonly answers: { operation: string; answer: Answer; times: number }[] = []

  constructor(readonly page: Page) {}

  /** Opens the page with these settings. Without the emulator's mark, the SDK asks for a captcha. */
  async open(settings: object = {}, { path = '/auth', isEmulator = true } = {}) {
    await withSignIn(this.page, settings as Record<string, unknown>, isEmulator)
    await this.page.goto(path)
  }

  /** Replaces the next answers to an operation such as `accounts:signUp`. */
  answer(operation: string, answer: Answer, times = 1) {
    this.answers.push({ operation: `accounts:${operation}`, answer, times })
  }

  async press(...names: string[]) {
    for (const name of names) {
      const link = this.page.getByRole('main').getByRole('link', { name: named(name) })
      await this.page
        .getByRole('button', { name: named(name) })
        .or(link)
        .click()
    }
  }

  fill = (label: string, text: string) => this.page.getByLabel(label, { exact: true }).fill(text)

  /** Enters the address of a returning person, or of a new one. */
  async enterAddress(who: 'known' | 'new' = 'known') {
    // The label covers the input.
    if (who === 'new') await this.page.getByRole('radio', { name: 'I’m new here' }).check({ force: true })
    await this.press('Continue with email')
    await this.fill('Email', this.email)
    await this.press('Next')
  }

  /** Signs in with a provider; the emulator's picker takes the place of its page. */
  async signInWith(provider: string, email = this.email) {
    await this.press(provider, 'Add new account')
    await this.page.locator('#email-input').fill(email)
    await this.page.locator('#display-name-input').fill('Ada of elsewhere')
    await this.page.locator('#sign-in').click()
  }

  /** Signs in with Facebook, whose unverified address has an account. The emulator itself trusts every address. */
  async meetConflict(verifiedProvider: string[] = []) {
    const { email } = this
    this.answer('signInWithIdp', {
      needConfirmation: true,
      email,
      verifiedProvider,
      providerId: 'facebook.com',
      federatedId: 'http://facebook.com/one',
      // The emulator's way to say who it is, once the two are linked.
      oauthAccessToken: `{"sub":"facebook-${email}","email":"${email}","email_verified":false}`,
    })
    await this.signInWith('Continue with Facebook')
  }

  async signInAsGuest() {
    await this.press('Continue as guest')
    await this.arrives()
  }

  openMail = async (address = this.email) => this.page.goto(await mailedLink(this.page, address))

  enterCode = async () => this.fill('6-digit code', await smsCode(this.page, this.phone))

  /** Continues in another browser (`all`), or signed out in the same one. Leaves first, so that no script writes data. */
  async forget(what: 'all' | 'person') {
    await this.page.goto('/robots.txt')
    await this.page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name } of await indexedDB.databases()) {
        await new Promise<void>((resolve) => {
          const request = indexedDB.deleteDatabase(name ?? '')
          request.addEventListener('success', () => resolve())
          request.addEventListener('error', () => resolve())
        })
      }
    })
    if (what === 'all') await this.page.context().clearCookies()
  }

  sees = (text: string) =>
    expect(this.page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()

  /** Sees a page of the widget, by accessible names. */
  async seesPage(heading: string | null, parts: Parts = {}, main = this.page.getByRole('main')) {
    const { texts = [], buttons = [], links = [], fields = [] } = parts
    if (heading) await expect(this.heading(heading)).toBeVisible()
    for (const name of buttons) await expect(main.getByRole('button', { name: named(name) })).toBeVisible()
    for (const name of links) await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
    for (const name of fields) await expect(main.getByLabel(name, { exact: true })).toBeVisible()
    const shown = () => main.innerText().then(plain)
    for (const text of texts) await expect.poll(shown, { message: text }).toContain(plain(text))
  }

  /** The same, and checks its accessibility in both themes and its layout on a phone. */
  async inspects(heading: string | null, parts?: Parts, dialog?: Locator) {
    await this.seesPage(heading, parts, dialog)
    await this.page.emulateMedia({ reducedMotion: 'reduce' })
    expect
      .soft(await axeFindingsInBothThemes(this.page, dialog ? 'dialog[open]' : 'main'), `axe: ${heading}`)
      .toEqual([])
    await this.page.setViewportSize({ width: 390, height: 844 })
    // The long list of countries scrolls below the buttons of its dialog.
    if (!dialog) expect.soft(await this.page.evaluate(fitFindings), `fit: ${heading}`).toEqual([])
    expect.soft(await this.page.evaluate(targetFindings), `targets: ${heading}`).toEqual([])
    await this.page.setViewportSize(wide)
  }

  /** Reads exactly this message. Notices above the page also have a "Dismiss" link. */
  async reads(text: string) {
    const alert = this.page.getByRole('alert').filter({ hasText: text, visible: true })
    await expect(alert).toBeVisible()
    const words = () => alert.innerText().then((all) => plain(all).replace(/ Dismiss$/, ''))
    await expect.poll(words).toBe(text)
  }

  heading = (name: string) => this.page.getByRole('main').getByRole('heading', { name, exact: true })

  arrives = () => arrived(this.page)

  async interceptIdentity() {
    await this.page.context().route(/\/identitytoolkit\.googleapis\.com\/v\d\/accounts:/, async (route) => {
      const operation = /accounts:\w+/.exec(route.request().url())?.[0] ?? ''
      const prepared = this.answers.find((each) => each.operation === operation && each.times > 0)
      if (prepared) {
        prepared.times -= 1
        return reply(route, prepared.answer)
      }
      const hide = hidden[operation]
      if (!hide) return route.fallback()
      const response = await route.fetch()
      return route.fulfill({ response, ...hide((await response.json()) as Body) })
    })
  }
}

async function reply(route: Route, answer: Answer): Promise<void> {
  if (answer === 'hangs') return
  if (answer === 'breaks') return route.abort('connectionreset')
  if (typeof answer === 'object') return route.fulfill({ json: answer })
  const errors = [{ message: answer, domain: 'global', reason: 'invalid' }]
  await route.fulfill({ status: 400, json: { error: { code: 400, message: answer, errors } } })
}

type Body = Record<string, unknown> & { error?: { message: string } }

/** What a project answers that hides which addresses have an account. */
const hidden: Record<string, (body: Body) => { status: number; json: Body } | undefined> = {
  'accounts:createAuthUri': ({ kind, sessionId }) => ({ status: 200, json: { kind, sessionId } }),
  'accounts:signInWithPassword': ({ error }) =>
    error && /^(EMAIL_NOT_FOUND|INVALID_PASSWORD)/.test(error.message)
      ? { status: 400, json: { error: { ...error, message: 'INVALID_LOGIN_CREDENTIALS' } } }
      : undefined,
  'accounts:sendOobCode': ({ error }) =>
    error?.message === 'EMAIL_NOT_FOUND' ? { status: 200, json: { email: 'hidden' } } : undefined,
}
