import { describe, expect, test } from 'vitest'
import { askedMode, standsAlone, withoutMode } from '@/components/auth/page/asked-mode'

const usual = { queryParameterForWidgetMode: 'mode' }
const own = { queryParameterForWidgetMode: 'do' }

test.each([
  ['', 'callback'],
  ['?mode=nonsense', 'callback'],
  ['?mode=callback', 'callback'],
  ['?mode=select', 'select'],
  ['?mode=SELECT', 'select'],
  ['?mode=recoverEmail', 'recoverEmail'],
  ['?mode=resetPassword', 'resetPassword'],
  ['?mode=revertSecondFactorAddition', 'revertSecondFactorAddition'],
  ['?mode=signIn', 'signIn'],
  ['?mode=verifyAndChangeEmail', 'verifyAndChangeEmail'],
  ['?mode=verifyemail', 'verifyEmail'],
])('%s is %s', (search, mode) => {
  expect(askedMode(search, usual)).toBe(mode)
})

test('under a configured name, and under the provider’s own', () => {
  expect(askedMode('?do=select', own)).toBe('select')
  expect(askedMode('?mode=verifyEmail', own)).toBe('verifyEmail')
})

describe('whoever is signed in', () => {
  test.each([
    ['', false],
    ['?mode=callback', false],
    ['?mode=select', true],
    ['?mode=verifyEmail', true],
    ['?mode=resetPassword&oobCode=x', true],
    ['?mode=signIn&oobCode=x', true],
    ['?mode=signIn', false],
  ])('%s counts: %s', (search, alone) => {
    expect(standsAlone(search, usual)).toBe(alone)
  })
})

test('a start anew keeps where to go afterwards, and nothing of the link', () => {
  const href =
    'https://site.test/auth?do=verifyEmail&mode=verifyEmail&oobCode=x&apiKey=k&lang=en&signInSuccessUrl=%2Ffaq'
  expect(withoutMode(href, own)).toBe('https://site.test/auth?signInSuccessUrl=%2Ffaq')
})
