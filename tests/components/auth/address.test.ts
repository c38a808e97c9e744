import { describe, expect, test } from 'vitest'
import { actionModes, actionOf, ignoresUser, requestedMode, unwrapAction, withoutMode } from '@/components/auth/address'
import { settingsOf } from './settings'
import { requestedReturnAddress, returnAddress } from '@/components/auth/address'

describe('the mode in the address', () => {
  const usual = { queryParameterForWidgetMode: 'mode' }
  const own = { queryParameterForWidgetMode: 'do' }

  test.each([
    ['', 'callback'],
    ['?mode=nonsense', 'callback'],
    ['?mode=select', 'select'],
    ['?mode=SELECT', 'select'],
    ['?mode=verifyAndChangeEmail', 'verifyAndChangeEmail'],
    ['?mode=verifyemail', 'verifyEmail'],
  ])('reads %s as %s', (search, mode) => {
    expect(requestedMode(search, usual)).toBe(mode)
  })

  test('reads the configured name and the provider’s default', () => {
    expect(requestedMode('?do=select', own)).toBe('select')
    expect(requestedMode('?mode=verifyEmail', own)).toBe('verifyEmail')
  })

  test.each([
    ['', false],
    ['?mode=callback', false],
    ['?mode=select', true],
    ['?mode=signIn&oobCode=x', true],
    ['?mode=signIn', false],
  ])('%s ignores the user: %s', (search, alone) => {
    expect(ignoresUser(search, usual)).toBe(alone)
  })

  test('keeps the target address, and removes the link', () => {
    const href =
      'https://site.test/auth?do=verifyEmail&mode=verifyEmail&oobCode=x&apiKey=k&lang=en&signInSuccessUrl=%2Ffaq'
    expect(withoutMode(href, own)).toBe('https://site.test/auth?signInSuccessUrl=%2Ffaq')
  })
})

describe('emailed links', () => {
  const site = 'http://localhost:3000'
  const usual = settingsOf()
  const wrap = (address: string) => encodeURIComponent(address)
  const unwrapped = (query: string, settings = usual) => new URL(unwrapAction(`${site}/auth?${query}`, settings))

  test.each(actionModes)('treats %s as an action only with a code', (mode) => {
    for (const written of [mode, mode.toLowerCase(), mode.toUpperCase()]) {
      expect(actionOf(`?mode=${written}&oobCode=x`, usual), written).toBe(mode)
    }
    expect(actionOf(`?mode=${mode}`, usual)).toBeNull()
    expect(actionOf(`?view=${mode}&oobCode=x`, usual)).toBeNull()
  })

  test('unwraps the widget’s parameters of an emailed link', () => {
    const inner = `${site}/auth?signInSuccessUrl=%2Fprofile&ui_sid=abc&ui_sd=0`
    const url = unwrapped(`mode=signIn&oobCode=c&apiKey=k&continueUrl=${wrap(inner)}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      mode: 'signIn',
      oobCode: 'c',
      apiKey: 'k',
      signInSuccessUrl: '/profile',
      ui_sid: 'abc',
      ui_sd: '0',
    })
  })

  test('does not let a wrapped address change the action', () => {
    const inner = `${site}/auth?mode=resetPassword&oobCode=evil`
    const url = unwrapped(`mode=signIn&oobCode=c&continueUrl=${wrap(inner)}`)
    expect([url.searchParams.get('mode'), url.searchParams.get('oobCode')]).toEqual(['signIn', 'c'])
  })

  test.each(['https://evil.test/', 'javascript:alert(1)', '//evil.test', 'nonsense'])(
    'replaces %s with signing in after a reset',
    (foreign) => {
      const url = unwrapped(`mode=resetPassword&oobCode=c&continueUrl=${wrap(foreign)}`)
      expect(url.searchParams.get('continueUrl')).toBe(`${site}/auth`)
    },
  )

  test('returns to the page that requested the action', () => {
    const url = unwrapped(`mode=verifyEmail&oobCode=c&continueUrl=${wrap(`${site}/profile`)}`)
    expect(url.searchParams.get('continueUrl')).toBe(`${site}/profile`)
  })
})

const origin = 'https://unhurried.example'
const path = '/pricing/start/?c=true'

test.each([
  ['/profile', `${origin}/profile`],
  ['/blog?page=2#top', `${origin}/blog?page=2#top`],
  ['https://unhurried.example:443/features', `${origin}/features`],
  ['https://unhurried\u3002example/features', `${origin}/features`],
  ['/../profile', `${origin}/profile`],
  ['/blog?at=https://evil.test', `${origin}/blog?at=https://evil.test`],
  ['/blog/caf\u00e9', `${origin}/blog/caf%C3%A9`],
])('accepts %s as this origin', (requested, address) => {
  expect(returnAddress(requested, origin, path)).toBe(address)
})

test.each(['/auth', '//evil.test', 'https://evil.test/', ''])('rejects the default address %j', (wrong) => {
  expect(returnAddress(null, origin, wrong)).toBe(`${origin}/`)
})

test('reads the configured name and the default', () => {
  const settings = settingsOf({ queryParameterForSignInSuccessUrl: 'next' })
  expect(requestedReturnAddress('?next=%2Fprofile', settings)).toBe('/profile')
  expect(requestedReturnAddress('?signInSuccessUrl=%2Fprofile', settings)).toBe('/profile')
  expect(requestedReturnAddress('?signInSuccessUrl=%2Fblog&next=%2Fprofile', settings)).toBe('/profile')
  expect(requestedReturnAddress('?next=%2Fprofile', settingsOf())).toBeNull()
})
