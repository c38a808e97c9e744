import { expect, test } from 'vitest'
import { requestedReturnAddress, returnAddress } from '@/components/auth/page/return-address'
import { settingsOf } from '@/tests/components/auth/settings'

const origin = 'https://unhurried.example'
const path = '/pricing/start/?c=true'
const usual = `${origin}${path}`

test.each([
  ['/profile', `${origin}/profile`],
  ['/pricing/thankyou/', `${origin}/pricing/thankyou/`],
  ['/blog?page=2#top', `${origin}/blog?page=2#top`],
  [`${origin}/features`, `${origin}/features`],
  ['https://UNHURRIED.example/features', `${origin}/features`],
  ['https://unhurried.example:443/features', `${origin}/features`],
  ['https://unhurried\u3002example/features', `${origin}/features`],
  ['/../profile', `${origin}/profile`],
  ['/blog?at=https://evil.test', `${origin}/blog?at=https://evil.test`],
  ['/blog/caf\u00e9', `${origin}/blog/caf%C3%A9`],
  ['/authors', `${origin}/authors`],
])('accepts %s as this origin', (requested, address) => {
  expect(returnAddress(requested, origin, path)).toBe(address)
})

test.each([null, undefined, ''])('uses the default address for %j', (requested) => {
  expect(returnAddress(requested, origin, path)).toBe(usual)
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
