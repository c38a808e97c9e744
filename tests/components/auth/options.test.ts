import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type WidgetOption, iconOf, requestedTenant, tenantsConfig, widgetConfig } from '@/components/auth/options'
import { type Method, federatedProviders } from '@/lib/contract/sign-in'
import { settingsOf, words } from './settings'

describe('options', () => {
  const situation = {
    emailLink: false,
    origin: 'https://u.example',
    returnTo: 'https://u.example/profile',
    region: 'en-GB',
    words,
  }
  const config = (value = {}, change = {}) => widgetConfig(settingsOf(value), { ...situation, ...change })
  const options = (value = {}, change = {}) => config(value, change).signInOptions as WidgetOption[]
  const option = (value: unknown, change = {}) => options({ signInOptions: [value] }, change)[0]

  const everyMethod: Method[] = [
    ...federatedProviders,
    'password',
    'phone',
    'anonymous',
    'saml.north-clinic',
    'oidc.clinic',
  ]

  test.each(everyMethod)('configures %s by name, with our icon and colours', (method) => {
    expect(option(method)).toMatchObject({ provider: method, iconUrl: iconOf(method), buttonColor: 'transparent' })
    const svg = readFileSync(`public${iconOf(method)}`, 'utf8')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/)
    expect(svg).not.toMatch(/https?:(?!\/\/www\.w3\.org)/)
  })

  test.each([
    ['google.com', 'Continue with Google'],
    ['password', 'Continue with email'],
    ['anonymous', undefined],
    [{ provider: 'google.com', providerName: 'work' }, 'Continue with work'],
  ])('labels %j as %s', (provider, label) => {
    expect(option(provider)?.fullLabel).toBe(label)
  })

  test('configures passwords, or links that carry the target', () => {
    const byPassword = option('password')
    expect(byPassword).toMatchObject({ signInMethod: 'password', requireDisplayName: true, forceSameDevice: false })
    expect(byPassword).not.toHaveProperty('emailLinkSignIn')
    for (const link of [
      option('password', { emailLink: true }),
      option({ provider: 'password', signInMethod: 'emailLink' }),
    ]) {
      expect(link?.signInMethod).toBe('emailLink')
      expect(link?.emailLinkSignIn?.()).toEqual({
        url: 'https://u.example/auth?signInSuccessUrl=https%3A%2F%2Fu.example%2Fprofile',
        handleCodeInApp: true,
      })
    }
  })

  test.each([
    ['en-GB', undefined, 'GB'],
    ['zh-Hant-TW', undefined, 'TW'],
    ['en-GB', 'NO', 'NO'],
  ])('for region %s and default country %s, starts with %s', (region, defaultCountry, country) => {
    const phone = { provider: 'phone', ...(defaultCountry && { defaultCountry }) }
    expect(option(phone, { region })?.defaultCountry).toBe(country)
  })

  test('links to pages in the language of the page', () => {
    const german = { words: { ...words, locale: 'de' as const } }
    expect(config({}, german)).toMatchObject({ tosUrl: '/de/terms-service', widgetUrl: '/de/auth' })
    const link = option('password', { emailLink: true, ...german })?.emailLinkSignIn?.()
    expect(link?.url).toMatch('https://u.example/de/auth?')
  })

  test('makes the captcha invisible by default, and forwards countries', () => {
    expect(option('phone')?.recaptchaParameters).toEqual({ size: 'invisible', type: 'image' })
    const set = {
      recaptchaParameters: { size: 'normal' as const },
      whitelistedCountries: ['GB', '+49'],
      defaultNationalNumber: '1',
    }
    expect(option({ provider: 'phone', ...set })).toMatchObject({
      ...set,
      recaptchaParameters: { size: 'normal', type: 'image' },
    })
  })
})

describe('tenants', () => {
  const situation = {
    emailLink: false,
    origin: 'https://u.example',
    returnTo: 'https://u.example/',
    region: 'en',
    words,
  }
  const tenants = {
    _: { displayName: 'Everybody', signInOptions: ['password'] },
    north: {
      displayName: 'North',
      fullLabel: 'I am of the north',
      buttonColor: '#123456',
      iconUrl: '/icons/person.svg',
      signInOptions: [{ provider: 'saml.north', hd: 'north.co.example' }, 'phone'],
    },
  }
  const read = (change = {}) => {
    const settings = settingsOf({ tenants, ...change })
    return { ...settings, tenants: settings.tenants ?? {} }
  }

  test.each([
    ['ada@north.co.example', true],
    ['ada@north.coXexample', false],
    ['ada@evil-north.co.example', false],
  ])('matches %s with the tenant’s domain: %s', (address, belongs) => {
    const [option] = tenantsConfig(read(), situation, 'a').tenants.north?.signInOptions ?? []
    expect((option as { hd: RegExp }).hd.test(address)).toBe(belongs)
  })

  test.each([
    ['', null],
    ['?tenantId=north', 'north'],
    ['?tenantId=', '_'],
    ['?tenantId=south', undefined],
  ])('reads the tenant of %j as %s', (search, tenant) => {
    expect(requestedTenant(search, read().tenants)).toBe(tenant)
  })
})
