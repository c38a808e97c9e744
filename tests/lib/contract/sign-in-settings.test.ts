import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { federatedProviders, parseSignIn } from '@/lib/contract/sign-in'
import { EnvError, readEnv } from '@/lib/env'
import { signInDefaults } from '@/lib/env/sign-in'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

function problems(value: unknown): string[] {
  const result = parseSignIn(value, signInDefaults)
  return 'problems' in result ? result.problems : []
}
function accepted(value: unknown) {
  const result = parseSignIn(value, signInDefaults)
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.settings
}
const listed = (...options: unknown[]) => ({ signInOptions: options })
const phone = (options: object) => listed({ provider: 'phone', ...options })
const password = (options: object) => listed({ provider: 'password', ...options })
const google = (options: object) => listed({ provider: 'google.com', ...options })

const email = { provider: 'password', requireDisplayName: true, signInMethod: 'password', forceSameDevice: false }

test('has the defaults of the specification', () => {
  expect(accepted(undefined)).toEqual({
    signInOptions: [{ provider: 'google.com' }, { provider: 'facebook.com' }, email, { provider: 'phone' }],
    signInFlow: 'redirect',
    signInSuccessUrl: '/pricing/start/?c=true',
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
    emailEnumerationProtection: 'auto',
    displayMode: 'optionFirst',
  })
  expect(accepted({})).toEqual(accepted(undefined))
})

test.each([...federatedProviders, 'saml.acme', 'oidc.acme', 'phone', 'anonymous'])('accepts %s by name', (name) => {
  expect(accepted(listed(name)).signInOptions).toEqual([{ provider: name }])
})

test('accepts password by name, with its defaults', () => {
  expect(accepted(listed('password')).signInOptions).toEqual([email])
})

const look = { providerName: 'Work', fullLabel: 'At work', buttonColor: '#12ABef', iconUrl: '/icons/person.svg' }

test.each([...federatedProviders, 'saml.acme', 'oidc.acme'])('accepts %s with all options', (provider) => {
  const option = {
    provider,
    ...look,
    loginHintKey: 'hint',
    scopes: ['email'],
    customParameters: { prompt: 'select_account' },
    clientId: 'client',
  }
  expect(accepted(listed(option)).signInOptions).toEqual([option])
})

test.each([
  {
    provider: 'password',
    ...look,
    requireDisplayName: false,
    signInMethod: 'emailLink',
    forceSameDevice: true,
    disableSignUp: { status: true, adminEmail: 'a@clinic.example', helpLink: 'https://clinic.example/help' },
  },
  {
    provider: 'phone',
    ...look,
    defaultCountry: 'GB',
    defaultNationalNumber: '7700900000',
    loginHint: '+447700900000',
    whitelistedCountries: ['GB', '+49'],
    recaptchaParameters: { type: 'audio', size: 'normal', badge: 'inline' },
  },
  { provider: 'phone', blacklistedCountries: ['US'] },
  { provider: 'phone', blacklistedCountries: [] },
  { provider: 'anonymous', ...look },
])('accepts $provider with options', (option) => {
  expect(accepted(listed(option)).signInOptions).toEqual([option])
})

const tenants = {
  _: { displayName: 'Everybody', signInOptions: ['password'] },
  'north-1': {
    displayName: 'North',
    fullLabel: 'I am of the north',
    buttonColor: '#fff',
    iconUrl: '/icons/saml.svg',
    signInOptions: [{ provider: 'saml.north', hd: 'north.example' }],
  },
}

test.each<object>([
  { signInFlow: 'popup' },
  { signInSuccessUrl: '/profile' },
  { signInSuccessUrl: '/blog?tag=posts#top' },
  { credentialHelper: 'googleyolo', ...google({ clientId: 'x' }) },
  { immediateFederatedRedirect: true, ...listed('oidc.clinic') },
  { popupMode: true },
  { tosUrl: 'https://clinic.example/terms', privacyPolicyUrl: '/privacy-policy' },
  { privacyPolicyUrl: null },
  { tosUrl: null, privacyPolicyUrl: null },
  { siteName: 'Slow' },
  { autoUpgradeAnonymousUsers: true, ...listed('anonymous', 'password') },
  { adminRestrictedOperation: { status: true, adminEmail: 'a@clinic.example', helpLink: '/contact' } },
  { widgetUrl: '/auth?from=widget' },
  { queryParameterForWidgetMode: 'view', queryParameterForSignInSuccessUrl: 'next' },
  { emailEnumerationProtection: 'on' },
  { tenants },
  { tenants, displayMode: 'identifierFirst' },
])('accepts %j', (value) => {
  expect(accepted(value)).toMatchObject('signInOptions' in value || 'tenants' in value ? {} : value)
  expect(problems(value)).toEqual([])
})

test('completes a tenant’s options like the others', () => {
  expect(accepted({ tenants }).tenants?._?.signInOptions).toEqual([email])
})

describe('errors that name the setting', () => {
  test.each<[unknown, string]>([
    ['google.com', 'must be an object of settings'],
    [null, 'must be an object of settings'],
    [{ colour: 'red', signInFlows: 'popup' }, 'has the unknown settings "colour", "signInFlows"'],
    [{ callbacks: {} }, 'has the unknown setting "callbacks"'],
    [{ signInFlow: 'tab' }, 'signInFlow must be "redirect" or "popup"'],
    [{ signInSuccessUrl: '' }, 'signInSuccessUrl is required'],
    ...['https://evil.test/', '//evil.test', '/\\evil.test', 'profile', '/\tx', 'javascript:alert(1)'].map(
      (signInSuccessUrl): [unknown, string] => [
        { signInSuccessUrl },
        'signInSuccessUrl must be a path of this site that begins with one slash',
      ],
    ),
    [{ signInSuccessUrl: '/auth/?x' }, 'signInSuccessUrl leads back to the page that people sign in on'],
    [{ credentialHelper: 'accountchooser' }, 'credentialHelper must be "none" or "googleyolo"'],
    [{ credentialHelper: 'googleyolo' }, 'credentialHelper "googleyolo" needs a clientId of google.com'],
    [{ immediateFederatedRedirect: 'yes' }, 'immediateFederatedRedirect must be true or false'],
    [{ immediateFederatedRedirect: true }, 'immediateFederatedRedirect needs signInFlow "redirect"'],
    [{ immediateFederatedRedirect: true, ...listed('password') }, 'immediateFederatedRedirect needs'],
    [
      { immediateFederatedRedirect: true, signInFlow: 'popup', ...listed('google.com') },
      'immediateFederatedRedirect needs',
    ],
    [{ popupMode: 1 }, 'popupMode must be true or false'],
    [{ tosUrl: 'http://clinic.example' }, 'tosUrl must be a path of this site or an address that'],
    [{ privacyPolicyUrl: 'javascript:x' }, 'privacyPolicyUrl must be a path of this site or an address that'],
    [{ siteName: '' }, 'siteName must not be empty'],
    [{ autoUpgradeAnonymousUsers: 'true' }, 'autoUpgradeAnonymousUsers must be true or false'],
    [{ adminRestrictedOperation: {} }, 'adminRestrictedOperation.status must be true or false'],
    [
      { adminRestrictedOperation: { status: true, adminEmail: 'me' } },
      'adminRestrictedOperation.adminEmail must be an email address',
    ],
    [
      { adminRestrictedOperation: { status: true, phone: '1' } },
      'adminRestrictedOperation has the unknown setting "phone"',
    ],
    [{ widgetUrl: '/profile' }, 'widgetUrl must be /auth'],
    [{ queryParameterForWidgetMode: 'my mode' }, 'queryParameterForWidgetMode must be a word'],
    [
      { queryParameterForSignInSuccessUrl: 'continueUrl' },
      `queryParameterForSignInSuccessUrl is "continueUrl", a query parameter of the provider's own`,
    ],
    [
      { queryParameterForSignInSuccessUrl: 'mode', queryParameterForWidgetMode: 'm' },
      'queryParameterForSignInSuccessUrl is "mode", which means something else on this page',
    ],
    [
      { queryParameterForWidgetMode: 'x', queryParameterForSignInSuccessUrl: 'x' },
      'queryParameterForWidgetMode and queryParameterForSignInSuccessUrl are the same',
    ],
    [{ emailEnumerationProtection: true }, 'emailEnumerationProtection must be "auto", "on" or "off"'],

    [{ signInOptions: 'google.com' }, 'signInOptions must be an array'],
    [{ signInOptions: [] }, 'signInOptions must name a way to sign in'],
    [listed('password', 'myspace.com'), 'signInOptions[1] is "myspace.com"; it must be google.com,'],
    [listed({ scopes: [] }), 'signInOptions[0] is {"scopes":[]}; it must be'],
    [listed('phone', { provider: 'phone' }), 'signInOptions names a way to sign in twice'],
    [google({ scopes: 'email' }), 'signInOptions[0].scopes must be an array'],
    [google({ customParameters: { hl: 1 } }), 'signInOptions[0].customParameters.hl must be text'],
    [google({ buttonColor: 'red' }), 'signInOptions[0].buttonColor must be a colour such as'],
    [google({ buttonColor: '#fff;x:y' }), 'signInOptions[0].buttonColor must be a colour'],
    [google({ iconUrl: 'https://x.example/i.svg' }), 'signInOptions[0].iconUrl must be a path of'],
    [google({ scope: [] }), 'signInOptions[0] has the unknown setting "scope" for google.com'],
    [
      google({ disableSignUp: { status: true } }),
      'signInOptions[0] has the unknown setting "disableSignUp" for google.com',
    ],
    [password({ whitelistedCountries: ['GB'] }), 'has the unknown setting "whitelistedCountries"'],
    [password({ requireDisplayName: 'no' }), 'signInOptions[0].requireDisplayName must be true or false'],
    [password({ signInMethod: 'link' }), 'signInOptions[0].signInMethod must be "password" or "emailLink"'],
    [password({ forceSameDevice: 0 }), 'signInOptions[0].forceSameDevice must be true or false'],
    [password({ disableSignUp: true }), 'signInOptions[0].disableSignUp'],
    [
      password({ disableSignUp: { status: true, email: 'x' } }),
      'signInOptions[0].disableSignUp has the unknown setting "email"',
    ],
    [phone({ whitelistedCountries: [] }), 'whitelistedCountries must be a non-empty array'],
    [phone({ blacklistedCountries: 'GB' }), 'blacklistedCountries must be an array'],
    [
      phone({ whitelistedCountries: ['GB'], blacklistedCountries: ['US'] }),
      'signInOptions[0].whitelistedCountries and blacklistedCountries are both given',
    ],
    [phone({ whitelistedCountries: ['gb'] }), 'whitelistedCountries[0] must be ISO codes'],
    [phone({ defaultCountry: 'UKR' }), 'signInOptions[0].defaultCountry must be an ISO code'],
    [phone({ recaptchaParameters: { size: 'big' } }), 'signInOptions[0].recaptchaParameters.size must be'],
    [
      phone({ recaptchaParameters: { sitekey: 'x' } }),
      'signInOptions[0].recaptchaParameters has the unknown setting "sitekey"',
    ],

    [google({ hd: 'clinic.example' }), 'signInOptions[0].hd has no effect without tenants'],
    [{ displayMode: 'identifierFirst' }, 'displayMode "identifierFirst" needs tenants'],
    [{ tenants, credentialHelper: 'googleyolo' }, 'credentialHelper has no effect with tenants'],
    [{ tenants, autoUpgradeAnonymousUsers: true }, 'autoUpgradeAnonymousUsers has no effect'],
    [{ tenants, adminRestrictedOperation: { status: true } }, 'adminRestrictedOperation has no effect with tenants'],
    [
      { tenants: { a: { displayName: 'A', signInOptions: ['password', 'phone'] } }, immediateFederatedRedirect: true },
      'immediateFederatedRedirect needs',
    ],
    [{ displayMode: 'first', tenants }, 'displayMode must be "optionFirst" or "identifierFirst"'],
    [{ tenants: {} }, 'tenants must name a tenant'],
    [{ tenants: { '1x': tenants._ } }, 'tenants has "1x", which is not a valid tenant id'],
    [{ tenants: { a: { signInOptions: ['phone'] } } }, 'tenants.a.displayName must be text'],
    [{ tenants: { a: { ...tenants._, siteName: 'x' } } }, 'tenants.a has the unknown setting "siteName"'],
    [
      { tenants: { a: { displayName: 'A', signInOptions: [{ provider: 'phone', x: 1 }] } } },
      'tenants.a.signInOptions[0] has the unknown setting "x" for phone',
    ],
    [
      { tenants: { a: { displayName: 'A', signInOptions: [{ provider: 'phone', hd: '@x' }] } } },
      'tenants.a.signInOptions[0].hd must be a domain',
    ],
  ])('rejects %j: %s', (value, sentence) => {
    const message = problems(value)
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(sentence)
  })
})

describe('SIGN_IN_CONFIG', () => {
  let folder = ''
  beforeAll(() => {
    folder = temporaryFolder('sign-in')
  })
  let files = 0
  const file = (text: string) => {
    const path = join(folder, `settings-${++files}.yaml`)
    writeFileSync(path, text)
    return path
  }
  const read = (SIGN_IN_CONFIG?: string) => readEnv({ DEPLOYMENT: 'local', SIGN_IN_CONFIG }).signIn
  const refused = (value: string) => {
    try {
      read(value)
    } catch (error) {
      if (error instanceof EnvError) return error.problems
    }
    return []
  }
  const flow = (value?: string) => read(value).signInFlow

  test('reads JSON from the variable, JSON or YAML from a file', () => {
    expect(flow('{"signInFlow": "popup"}')).toBe('popup')
    expect(flow(file('{"signInFlow": "popup"}'))).toBe('popup')
    expect(flow(file('# ours\nsignInFlow: popup\nsignInOptions:\n  - phone\n'))).toBe('popup')
  })

  test.each([undefined, '', '{}', '  '])('keeps the defaults for %j', (value) => {
    expect(read(value)).toEqual(accepted(undefined))
  })

  test.each([
    ['a missing file', () => join(folder, 'none.yaml'), 'names a file that cannot be read: '],
    ['neither JSON nor YAML', () => file('a: [b'), 'is neither JSON nor YAML: '],
    ['a key twice', () => file('siteName: a\nsiteName: b\n'), 'is neither JSON nor YAML: Map keys must be unique'],
    ['a list', () => file('- password\n'), ': must be an object of settings.'],
    ['an unknown key', () => file('siteNames: x\n'), ': has the unknown setting "siteNames".'],
    ['a wrong value', () => '{"signInFlow":"x"}', ': signInFlow must be "redirect" or "popup".'],
  ])('rejects %s in one sentence', (_, value, sentence) => {
    const message = refused(value())
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(`SIGN_IN_CONFIG${sentence.startsWith(':') ? '' : ' '}${sentence}`)
    expect(message[0]).toMatch(/[^.]\.$/)
  })
})
