import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readPhoneNumber } from '@/components/auth/accessibility/phone'
import type { CountryLists } from '@/lib/browser/phone-number'
import { words } from '../settings'
import { page, phone } from './widget-markup'

const wrong = 'Enter a valid phone number'
const unsupported = 'The country code provided is not supported.'

const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) ?? expect.fail(selector)
const field = () => one<HTMLInputElement>('.firebaseui-id-phone-number')
const error = () => one('.firebaseui-id-phone-number-error')
const press = () => one('.firebaseui-id-submit').click()
const shown = () => (error().classList.contains('firebaseui-hidden') ? null : error().textContent)

let lists: CountryLists = {}
let sent: string[] = []
let stop = new AbortController()

/** Chooses a country as the widget does. */
function choose(country: string, code: string) {
  one('.firebaseui-id-country-selector-flag').className =
    `firebaseui-id-country-selector-flag firebaseui-flag-${country}`
  one('.firebaseui-id-country-selector-code').textContent = `\u200e+${code}`
}

/** Acts like the widget: a plus selects the code's first country, and editing removes the error. */
function widgetHears() {
  error().classList.add('firebaseui-hidden')
  const all = [
    ['AS', '1'],
    ['GG', '44'],
    ['FR', '33'],
    ['KZ', '7'],
    ['IT', '39'],
  ] as const
  const found = all.find(([, code]) => field().value.startsWith(`+${code}`))
  if (found && found[1] !== one('.firebaseui-id-country-selector').textContent.replace(/\D/g, ''))
    choose(found[0], found[1])
}

// On a busy machine, loading the parser takes longer than `waitFor` waits.
beforeAll(async () => void (await import('@/lib/browser/phone-number')))

beforeEach(() => {
  lists = {}
  sent = []
  stop = new AbortController()
  document.body.innerHTML = `<main>${page('phone-sign-in-start', 'Enter your phone number', phone)}</main>`
  const number = readPhoneNumber(document.body, () => lists, words)
  const { signal } = stop
  document.body.addEventListener('click', number.onClick, { capture: true, signal })
  field().addEventListener('input', widgetHears)
  one('.firebaseui-id-submit').addEventListener('click', () => {
    const code = one('.firebaseui-id-country-selector').textContent.replace(/\D/g, '')
    const { value } = field()
    sent.push(value.startsWith('+') ? value : `+${code}${value}`)
  })
})
afterEach(() => stop.abort())

async function sends(text: string): Promise<string | null> {
  field().value = text
  press()
  await vi.waitFor(() => expect(sent.length > 0 || shown() !== null).toBe(true))
  return sent[0] ?? null
}

test.each([
  ['+1 650 253 0000', { whitelistedCountries: ['US'] }, '+16502530000'],
  ['+44 7400 123456', { whitelistedCountries: ['GB'] }, '+447400123456'],
  ['+44 7400 123456', { blacklistedCountries: ['GG', 'JE'] }, '+447400123456'],
  ['+44 7797 712345', { whitelistedCountries: ['GB'] }, null],
  ['07400 123456', { blacklistedCountries: ['GB'] }, null],
])('%s with %j', async (text, countries, expected) => {
  lists = countries
  // Without the code, which the widget would check for the first country only.
  expect(await sends(text)).toBe(expected)
  if (expected) return expect(field().value).not.toContain('+')
  expect([shown(), field().value, document.activeElement]).toEqual([unsupported, text, field()])
})

test.each([
  ['+999 123456', unsupported],
  ['call me', wrong],
])('refuses %s, and shows the error until the number is edited', async (text, sentence) => {
  expect(await sends(text)).toBeNull()
  // The vendor's captcha presses the button again half a second later.
  press()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect([sent, shown(), field().value]).toEqual([[], sentence, text])
  field().value = '07400 123456'
  field().dispatchEvent(new InputEvent('input', { bubbles: true }))
  expect(shown()).toBeNull()
  press()
  expect(sent).toEqual(['+447400123456'])
})

test('repeats a press that came before the parser was loaded, once', async () => {
  field().value = '07400 123456'
  press()
  press()
  expect(sent).toEqual([])
  await vi.waitFor(() => expect(sent).toEqual(['+447400123456']))
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent.length).toBe(1)
})
