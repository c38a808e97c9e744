import { describe, expect, test } from 'vitest'
import {
  actionModes,
  actionOf,
  ignoresUser,
  inLanguageOfLink,
  readEmailedLink,
  requestedMode,
  requestedReturnAddress,
  returnAddress,
  unwrapAction,
  withoutMode,
} from '@/components/auth/address'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { settingsOf } from './settings'

const origin = 'https://unhurried.example'
const auth = `${origin}/auth`
const usual = settingsOf()
const renamed = settingsOf({ queryParameterForSignInSuccessUrl: 'next', queryParameterForWidgetMode: 'view' })
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

describe('the mode in the address', () => {
  test.each([
    ['', 'callback'],
    ['?mode=nonsense', 'callback'],
    ['?mode=SELECT', 'select'],
    ['?mode=verifyemail', 'verifyEmail'],
  ])('reads %s as %s', (search, mode) => {
    expect(requestedMode(search, usual)).toBe(mode)
  })

  test('reads the configured name and the provider’s default', () => {
    expect(requestedMode('?view=select', renamed)).toBe('select')
    expect(requestedMode('?mode=verifyEmail', renamed)).toBe('verifyEmail')
  })

  test.each([
    ['', false],
    ['?mode=select', true],
    ['?mode=signIn&oobCode=x', true],
    ['?mode=signIn', false],
  ])('%s ignores the user: %s', (search, ignores) => {
    expect(ignoresUser(search, usual)).toBe(ignores)
  })

  test('keeps the target address, and removes the link', () => {
    const href = `${auth}?view=verifyEmail&mode=verifyEmail&oobCode=x&apiKey=k&lang=en&signInSuccessUrl=%2Ffaq`
    expect(withoutMode(href, renamed)).toBe(`${auth}?signInSuccessUrl=%2Ffaq`)
  })
})

describe('emailed links', () => {
  const unwrapped = (query: string) => new URL(unwrapAction(`${auth}?${query}`, usual))

  test.each(actionModes)('treats %s as an action only with a code', (mode) => {
    expect(actionOf(`?mode=${mode.toUpperCase()}&oobCode=x`, usual)).toBe(mode)
    expect(actionOf(`?mode=${mode}`, usual)).toBeNull()
  })

  test('unwraps the widget’s parameters, which cannot change the action', () => {
    const inner = `${auth}?signInSuccessUrl=%2Fprofile&ui_sid=abc&mode=resetPassword&oobCode=evil`
    const url = unwrapped(`mode=signIn&oobCode=c&apiKey=k&continueUrl=${encoded(inner)}`)
    const expected = { mode: 'signIn', oobCode: 'c', apiKey: 'k', signInSuccessUrl: '/profile', ui_sid: 'abc' }
    expect(Object.fromEntries(url.searchParams)).toEqual(expected)
  })

  test.each([
    ['https://evil.test/', auth],
    ['javascript:alert(1)', auth],
    [`${origin}/profile`, `${origin}/profile`],
  ])('asked to go on to %s, ends at %s', (continueUrl, end) => {
    const url = unwrapped(`mode=resetPassword&oobCode=c&continueUrl=${encoded(continueUrl)}`)
    expect(url.searchParams.get('continueUrl')).toBe(end)
  })

  test.each([
    ['/auth?oobCode=c&lang=de', '/de/auth?oobCode=c&lang=de'],
    ['/auth?oobCode=c&lang=pt', '/pt-br/auth?oobCode=c&lang=pt'],
    ['/auth?oobCode=c&lang=en', null],
    ['/de/auth?oobCode=c&lang=en', null],
    ['/auth?lang=de', null],
  ])('open in the language that they name: %s → %s', (opened, moved) => {
    expect(inLanguageOfLink(origin + opened)).toBe(moved && origin + moved)
  })

  const sent = `mode=resetPassword&oobCode=AbC-1_x&apiKey=key1&continueUrl=${encoded(`${origin}/profile`)}`
  test.each([
    ['nothing', sent],
    ['an HTML escape', sent.replaceAll('&', '&amp;')],
    ['a line break', sent.replace('AbC', 'AbC%0D%0A')],
    ['a quotation mark after the code', sent.replace('_x', '_x%22')],
  ])('are read in spite of %s', (_, query) => {
    const { href, incomplete } = readEmailedLink(`${auth}?${query}`, usual)
    expect(incomplete).toBeNull()
    const { searchParams } = new URL(href)
    expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(new URLSearchParams(sent)))
  })

  test.each([
    ['?mode=resetPassword', 'resetPassword'],
    ['?mode=resetPass&oobCode=c', 'unknown'],
    ['?oobCode=AbC', 'unknown'],
    ['?apiKey=key1&lang=en', 'unknown'],
    ['', null],
    ['?mode=select&oobCode=AbC', null],
    [`?signInSuccessUrl=${encoded(`${auth}?mode=resetPassword`)}`, null],
  ])('%s has lost a part of "%s"', (query, mode) => {
    expect(readEmailedLink(auth + query, usual)).toEqual({ href: auth + query, incomplete: mode })
  })
})

describe('the address after signing in', () => {
  const place = { origin, fallback: '/pricing', locale: 'en' } as const

  test.each([
    ['/profile', '/profile'],
    ['/blog?page=2#top', '/blog?page=2#top'],
    ['https://unhurried.example:443/features', '/features'],
    ['/../profile', '/profile'],
    ['/blog?at=https://evil.test', '/blog?at=https://evil.test'],
  ])('may be %s', (requested, path) => {
    expect(returnAddress(requested, place)).toBe(origin + path)
  })

  test.each(['/auth', '//evil.test', 'https://evil.test/'])('is not the default %j', (wrong) => {
    expect(returnAddress(null, { ...place, fallback: wrong })).toBe(`${origin}/`)
  })

  test.each([
    ['/profile?a=1', '/de/profile?a=1'],
    ['/pt-br/faq', '/pt-br/faq'],
    ['/de/auth', '/de/pricing'],
  ])('is in the language of the page: %s → %s', (requested, path) => {
    expect(returnAddress(requested, { ...place, locale: 'de' })).toBe(origin + path)
  })

  test('has the configured name or the usual one', () => {
    expect(requestedReturnAddress('?next=%2Fprofile', renamed)).toBe('/profile')
    expect(requestedReturnAddress('?signInSuccessUrl=%2Fblog&next=%2Fprofile', renamed)).toBe('/profile')
    expect(requestedReturnAddress('?next=%2Fprofile', usual)).toBeNull()
  })

  /** Holds for every address that the page goes to. */
  function isOurs(address: string): boolean {
    const url = new URL(address)
    return (
      address.startsWith(`${origin}/`) &&
      url.username + url.password === '' &&
      !url.pathname.startsWith('//') &&
      !/^\/+(de\/+)?auth\/*$/.test(decodeURIComponent(url.pathname))
    )
  }

  test.each<[string, (requested: string) => string]>([
    ['as it is', (requested) => `?signInSuccessUrl=${requested}`],
    ['encoded', (requested) => `?signInSuccessUrl=${encoded(requested)}`],
    ['encoded twice', (requested) => `?next=${encoded(encoded(requested))}`],
  ])('is never a hostile one, %s', (_, query) => {
    const addresses = hostileAddresses.map((requested) =>
      returnAddress(requestedReturnAddress(query(requested), renamed), { ...place, locale: 'de' }),
    )
    expect(addresses.filter((address) => !isOurs(address))).toEqual([])
  })

  test.each<[string, (requested: string) => string]>([
    ['an action', (requested) => `mode=resetPassword&oobCode=c&continueUrl=${requested}`],
    ['a second value', (requested) => `continueUrl=/&mode=verifyEmail&oobCode=c&continueUrl=${requested}`],
    ['an encoded name', (requested) => `view=recoverEmail&oobCode=c&continue%55rl=${requested}`],
    [
      'an address of this site',
      (requested) => `mode=signIn&oobCode=c&continueUrl=${encoded(`${auth}?continueUrl=${requested}`)}`,
    ],
  ])('is never a hostile one in the continueUrl of %s', (_, query) => {
    const addresses = hostileAddresses.flatMap((requested) => {
      const href = unwrapAction(`${auth}?${query(encoded(requested))}`, renamed)
      // The widget reads it by its text, anywhere in the address.
      const found = /[?&]continueUrl=([^&#]*)/.exec(href.replace(/#.*$/s, ''))?.[1] ?? encoded(auth)
      return decodeURIComponent(found.replace(/\+/g, ' '))
    })
    // Without another address, an action ends on the sign-in page.
    expect(addresses.filter((address) => address !== auth && !isOurs(address))).toEqual([])
  })
})
