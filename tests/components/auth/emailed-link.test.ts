import { describe, expect, test } from 'vitest'
import { readEmailedLink } from '@/components/auth/address'

const settings = { queryParameterForWidgetMode: 'mode', queryParameterForSignInSuccessUrl: 'signInSuccessUrl' }
const auth = 'https://site.test/auth'
const read = (rest: string, more = settings) => readEmailedLink(auth + rest, more)

describe('a link that was rewritten on the way', () => {
  const profile = 'https://site.test/profile'
  const sent = `mode=resetPassword&oobCode=AbC-1_x&apiKey=key1&lang=en&continueUrl=${encodeURIComponent(profile)}`
  const inside = encodeURIComponent(`${auth}?${sent}`)

  test.each([
    ['nothing', `?${sent}`],
    ['an HTML escape', `?${sent.replaceAll('&', '&amp;')}`],
    ['an HTML escape done twice', `?${sent.replaceAll('&', '&amp;amp;')}`],
    ['a line break', `?${sent.replace('AbC', 'AbC%0D%0A')}`],
    ['a quotation mark after the code', `?${sent.replace('_x', '_x%22')}`],
    ['a filter that kept the address', `?url=${inside}&data=05%7C02&reserved=0`],
    ['a filter inside another', `?q=${encodeURIComponent(`https://filter.test/?url=${inside}`)}`],
    ['the address to continue at', `?continueUrl=${inside}`],
  ])('is read in spite of %s', (_, rest) => {
    const { href, incomplete } = read(rest)
    const { pathname, searchParams, hash } = new URL(href)
    expect(incomplete).toBeNull()
    expect([pathname, hash]).toEqual(['/auth', ''])
    expect(Object.fromEntries(searchParams)).toMatchObject({ mode: 'resetPassword', oobCode: 'AbC-1_x' })
    if (!rest.startsWith('?continueUrl')) expect(searchParams.get('continueUrl')).toBe(profile)
    expect(href.match(/AbC-1_x/g)).toHaveLength(1)
  })

  test('uses the configured name of the mode', () => {
    const own = { ...settings, queryParameterForWidgetMode: 'view' }
    expect(read('?view=signIn&amp;oobCode=c', own)).toEqual({ href: `${auth}?oobCode=c&mode=signIn`, incomplete: null })
  })

  test('keeps the sign-in of the widget’s own link', () => {
    const inner = encodeURIComponent(`${auth}?signInSuccessUrl=%2Fprofile&ui_sid=s`)
    const { searchParams } = new URL(read(`?mode=signIn&amp;oobCode=c&amp;continueUrl=${inner}`).href)
    expect(Object.fromEntries(searchParams)).toMatchObject({ ui_sid: 's', signInSuccessUrl: '/profile' })
  })
})

test.each([
  ['?mode=resetPassword', 'resetPassword'],
  ['?continueUrl=https%3A%2F%2Fsite.test%2Fauth%3Fmode%3DverifyEmail', 'verifyEmail'],
  ['?mode=resetPass', 'unknown'],
  ['?oobCode=AbC', 'unknown'],
  ['?apiKey=key1&lang=en', 'unknown'],
])('%s has lost a part of "%s"', (rest, mode) => {
  expect(read(rest).incomplete).toBe(mode)
})

test.each([
  '',
  '#main',
  '?mode=select&oobCode=AbC',
  '?mode=callback',
  `?signInSuccessUrl=${encodeURIComponent(`${auth}?mode=resetPassword&oobCode=AbC`)}`,
])('%s is no emailed link', (rest) => {
  expect(read(rest)).toEqual({ href: auth + rest, incomplete: null })
})
