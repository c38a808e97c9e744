import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings, widgetOptions } from '@/components/auth/options'

const situation = {
  emailLink: false,
  origin: 'https://u.example',
  returnTo: 'https://u.example/profile',
  language: 'en-GB',
}
const byName = (change = {}) =>
  Object.fromEntries(widgetOptions(settings, { ...situation, ...change }).map((option) => [option.provider, option]))

test('offers Google, Facebook, e-mail and phone, in this order, with icons of our own', () => {
  const options = widgetOptions(settings, situation)
  expect(options.map(({ provider }) => provider)).toEqual(['google.com', 'facebook.com', 'password', 'phone'])
  for (const { iconUrl } of options) expect(existsSync(`public${iconUrl}`), iconUrl).toBe(true)
})

test('e-mail is by password with a name, or by a link that carries the way back', () => {
  expect(byName().password).toMatchObject({ signInMethod: 'password', requireDisplayName: true })
  const link = byName({ emailLink: true }).password
  expect(link).toMatchObject({ signInMethod: 'emailLink', forceSameDevice: false })
  expect(link?.emailLinkSignIn?.()).toEqual({
    url: 'https://u.example/auth?signInSuccessUrl=https%3A%2F%2Fu.example%2Fprofile',
    handleCodeInApp: true,
  })
})

test.each([
  ['en-GB', 'GB'],
  ['pt', 'US'],
  ['zh-Hant-TW', 'TW'],
])('a phone number in %s begins in %s', (language, country) => {
  expect(byName({ language }).phone?.defaultCountry).toBe(country)
})

test('a method closed to new people says whom to ask', () => {
  const closed = { ...settings, closedToNew: ['password' as const], adminEmail: 'a@u.example', helpLink: '/contact' }
  const [, , password, phone] = widgetOptions(closed, situation)
  expect(password?.disableSignUp).toEqual({ status: true, adminEmail: 'a@u.example', helpLink: '/contact' })
  expect(phone?.disableSignUp).toBeUndefined()
})
