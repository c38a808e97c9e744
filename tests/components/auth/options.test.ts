import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type WidgetOption,
  iconOf,
  requestedTenant,
  tenantIcon,
  tenantsConfig,
  widgetConfig,
  withTenant,
} from '@/components/auth/options'
import { type Method, federatedProviders } from '@/lib/contract/sign-in'
import { settingsOf } from './settings'

describe('options', () => {
  const situation = {
    emailLink: false,
    origin: 'https://u.example',
    returnTo: 'https://u.example/profile',
    language: 'en-GB',
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

  test('uses the specification’s defaults', () => {
    const { signInOptions, ...rest } = config()
    expect((signInOptions as WidgetOption[]).map(({ provider }) => provider)).toEqual([
      'google.com',
      'facebook.com',
      'password',
      'phone',
    ])
    expect(rest).toEqual({
      signInFlow: 'redirect',
      signInSuccessUrl: 'https://u.example/profile',
      credentialHelper: 'none',
      immediateFederatedRedirect: false,
      popupMode: false,
      tosUrl: '/terms-service',
      privacyPolicyUrl: '/privacy-policy',
      siteName: 'Unhurried',
      autoUpgradeAnonymousUsers: false,
      widgetUrl: '/auth',
      queryParameterForWidgetMode: 'mode',
      queryParameterForSignInSuccessUrl: 'signInSuccessUrl',
    })
  })

  test('passes every setting to the widget', () => {
    const restriction = { status: true, adminEmail: 'a@u.example', helpLink: '/contact' }
    const set = {
      signInFlow: 'popup',
      credentialHelper: 'googleyolo',
      popupMode: true,
      tosUrl: '/terms',
      privacyPolicyUrl: 'https://u.example/privacy',
      siteName: 'Slow',
      autoUpgradeAnonymousUsers: true,
      adminRestrictedOperation: restriction,
      widgetUrl: '/auth?from=widget',
      queryParameterForWidgetMode: 'view',
      queryParameterForSignInSuccessUrl: 'next',
    }
    expect(config({ ...set, signInOptions: [{ provider: 'google.com', clientId: 'x' }] })).toMatchObject(set)
    expect(
      config({ immediateFederatedRedirect: true, signInOptions: ['saml.clinic'] }).immediateFederatedRedirect,
    ).toBe(true)
  })

  test.each([{ tosUrl: null }, { privacyPolicyUrl: null }, { tosUrl: null, privacyPolicyUrl: null }])(
    'shows terms and privacy together or not at all: %o',
    (one) => {
      expect(config(one)).not.toHaveProperty('tosUrl')
      expect(config(one)).not.toHaveProperty('privacyPolicyUrl')
    },
  )

  test.each(everyMethod)('configures %s by name, with our icon and colours', (method) => {
    expect(option(method)).toMatchObject({ provider: method, iconUrl: iconOf(method), buttonColor: 'transparent' })
    const svg = readFileSync(`public${iconOf(method)}`, 'utf8')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 24 24"/)
    expect(svg).not.toMatch(/https?:(?!\/\/www\.w3\.org)/)
  })

  test('has an icon for each method and for tenants', () => {
    expect(new Set(everyMethod.map(iconOf)).size).toBe(everyMethod.length)
    expect(existsSync(`public${tenantIcon}`)).toBe(true)
  })

  test.each([
    ['saml.north-clinic', 'North clinic'],
    ['oidc.acme', 'Acme'],
    ['oidc.acme.co_uk', 'Acme co uk'],
  ])('labels %s as "%s"', (provider, providerName) => {
    expect(option(provider)?.providerName).toBe(providerName)
    expect(option({ provider, providerName: 'Another' })?.providerName).toBe('Another')
  })

  test.each([
    ['google.com', 'Continue with Google'],
    ['password', 'Continue with email'],
    ['phone', 'Continue with phone'],
    ['oidc.acme', 'Continue with Acme'],
    ['anonymous', undefined],
    [{ provider: 'google.com', providerName: 'work' }, 'Continue with work'],
    [{ provider: 'google.com', fullLabel: 'Use Google' }, 'Use Google'],
  ])('labels %j as %s', (provider, label) => {
    expect(option(provider)?.fullLabel).toBe(label)
  })

  test('keeps all options of a provider', () => {
    const set = {
      provider: 'microsoft.com',
      providerName: 'Work',
      fullLabel: 'Sign in at work',
      buttonColor: '#123456',
      iconUrl: '/icons/person.svg',
      loginHintKey: 'login_hint',
      scopes: ['user.read'],
      customParameters: { prompt: 'consent' },
      clientId: 'c',
    }
    expect(option(set)).toEqual(set)
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

  test('keeps other email options when a link is chosen', () => {
    const disableSignUp = { status: true, adminEmail: 'a@u.example' }
    const set = { provider: 'password', requireDisplayName: false, forceSameDevice: true, disableSignUp }
    expect(option(set, { emailLink: true })).toMatchObject({ ...set, signInMethod: 'emailLink' })
  })

  test.each([
    ['en-GB', undefined, 'GB'],
    ['pt', undefined, 'US'],
    ['zh-Hant-TW', undefined, 'TW'],
    ['en-GB', 'NO', 'NO'],
  ])('for language %s and default country %s, starts with %s', (language, defaultCountry, country) => {
    const phone = { provider: 'phone', ...(defaultCountry && { defaultCountry }) }
    expect(option(phone, { language })?.defaultCountry).toBe(country)
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
  const situation = { emailLink: false, origin: 'https://u.example', returnTo: 'https://u.example/', language: 'en' }
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

  test('configures each tenant', () => {
    const config = tenantsConfig(read({ signInFlow: 'popup' }), situation, 'auth.example')
    expect(config).toMatchObject({
      authDomain: 'auth.example',
      displayMode: 'optionFirst',
      tosUrl: '/terms-service',
      privacyPolicyUrl: '/privacy-policy',
      tenants: {
        _: { displayName: 'Everybody', buttonColor: 'transparent', iconUrl: '/icons/tenant.svg', signInFlow: 'popup' },
        north: { fullLabel: 'I am of the north', buttonColor: '#123456', iconUrl: '/icons/person.svg' },
      },
    })
    expect(config.tenants.north?.signInOptions?.map((option) => (option as { provider: string }).provider)).toEqual([
      'saml.north',
      'phone',
    ])
    expect(tenantsConfig(read({ tosUrl: null }), situation, 'auth.example')).not.toHaveProperty('privacyPolicyUrl')
  })

  test.each([
    ['ada@north.co.example', true],
    ['ADA@NORTH.CO.EXAMPLE', true],
    ['ada@north.coXexample', false],
    ['ada@south.co.example', false],
    ['ada@north.co.example.evil.test', false],
    ['ada@evil-north.co.example', false],
  ])('matches %s with the tenant’s domain: %s', (address, belongs) => {
    const [option] = tenantsConfig(read(), situation, 'a').tenants.north?.signInOptions ?? []
    expect((option as { hd: RegExp }).hd.test(address)).toBe(belongs)
  })

  test.each([
    ['', null],
    ['?tenantId=north', 'north'],
    ['?tenantId=', '_'],
    ['?tenantId=_', '_'],
    ['?tenantId=south', undefined],
    ['?tenantId=constructor', undefined],
  ])('reads the tenant of %j as %s', (search, tenant) => {
    expect(requestedTenant(search, read().tenants)).toBe(tenant)
  })

  test('puts the tenant into the address; the project itself is empty', () => {
    const href = 'https://u.example/auth?signInSuccessUrl=%2Fprofile'
    expect(withTenant(href, 'north')).toBe(`${href}&tenantId=north`)
    expect(withTenant(href, '_')).toBe(`${href}&tenantId=`)
    expect(withTenant(`${href}&tenantId=north`, null)).toBe(href)
  })
})
