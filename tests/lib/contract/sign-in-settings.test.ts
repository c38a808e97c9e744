import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { federatedProviders, parseSignIn } from '@/lib/contract/sign-in'
import { EnvError, readEnv, signInDefaults } from '@/lib/env'
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

const look = { providerName: 'Work', fullLabel: 'At work', buttonColor: '#12ABef', iconUrl: '/icons/person.svg' }

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
  { credentialHelper: 'googleyolo', ...google({ clientId: 'x' }) },
  { immediateFederatedRedirect: true, ...listed('oidc.clinic') },
  { tosUrl: 'https://clinic.example/terms', privacyPolicyUrl: '/privacy-policy' },
  { autoUpgradeAnonymousUsers: true, ...listed('anonymous', 'password') },
  { adminRestrictedOperation: { status: true, adminEmail: 'a@clinic.example', helpLink: '/contact' } },
  { widgetUrl: '/auth?from=widget' },
  { queryParameterForWidgetMode: 'view', queryParameterForSignInSuccessUrl: 'next' },
  { tenants, displayMode: 'identifierFirst' },
])('accepts %j', (value) => {
  expect(accepted(value)).toMatchObject('signInOptions' in value || 'tenants' in value ? {} : value)
  expect(problems(value)).toEqual([])
})

describe('errors that name the setting', () => {
  test.each<[unknown, string]>([
    [null, 'must be an object of settings'],
    [{ colour: 'red', signInFlows: 'popup' }, 'has unknown settings: "colour", "signInFlows"'],
    [{ signInFlow: 'tab' }, 'signInFlow must be one of "redirect", "popup"'],
    [{ signInSuccessUrl: '' }, 'signInSuccessUrl is required'],
    ...['https://evil.test/', '//evil.test', '/\\evil.test'].map((signInSuccessUrl): [unknown, string] => [
      { signInSuccessUrl },
      'signInSuccessUrl must be a path of this site that begins with one slash',
    ]),
    [{ credentialHelper: 'googleyolo' }, 'credentialHelper "googleyolo" needs a clientId of google.com'],
    [{ immediateFederatedRedirect: true }, 'immediateFederatedRedirect needs signInFlow "redirect"'],
    [{ tosUrl: 'http://clinic.example' }, 'tosUrl must be a path of this site or an address that'],
    [{ widgetUrl: '/profile' }, 'widgetUrl must be /auth'],
    [{ queryParameterForWidgetMode: 'my mode' }, 'queryParameterForWidgetMode must be a word'],
    [
      { queryParameterForWidgetMode: 'x', queryParameterForSignInSuccessUrl: 'x' },
      'queryParameterForWidgetMode and queryParameterForSignInSuccessUrl are the same',
    ],
    [{ signInOptions: 'google.com' }, 'signInOptions must be of the type array'],
    [{ signInOptions: [] }, 'signInOptions must name a way to sign in'],
    [listed('password', 'myspace.com'), 'signInOptions[1] is "myspace.com"; it must be google.com,'],
    [listed('phone', { provider: 'phone' }), 'signInOptions names a way to sign in twice'],
    [google({ scope: [] }), 'signInOptions[0] has unknown settings: "scope"'],
    [phone({ whitelistedCountries: [] }), 'whitelistedCountries must be a non-empty array'],
    [
      phone({ whitelistedCountries: ['GB'], blacklistedCountries: ['US'] }),
      'signInOptions[0].whitelistedCountries and blacklistedCountries are both given',
    ],
    [phone({ whitelistedCountries: ['gb'] }), 'whitelistedCountries[0] must be ISO codes'],
    [
      { tenants: { a: { displayName: 'A', signInOptions: ['password', 'phone'] } }, immediateFederatedRedirect: true },
      'immediateFederatedRedirect needs',
    ],
    [{ tenants: {} }, 'tenants must name a tenant'],
    [{ tenants: { '1x': tenants._ } }, 'tenants has "1x", which is not a valid tenant id'],
    [
      { tenants: { a: { displayName: 'A', signInOptions: [{ provider: 'phone', x: 1 }] } } },
      'tenants.a.signInOptions[0] has unknown settings: "x"',
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

  test.each([
    ['a missing file', () => join(folder, 'none.yaml'), 'cannot be read: ENOENT'],
    ['neither JSON nor YAML', () => file('a: [b'), 'cannot be read: '],
    ['a list', () => file('- password\n'), ': must be an object of settings.'],
  ])('rejects %s in one sentence', (_, value, sentence) => {
    const message = refused(value())
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(`SIGN_IN_CONFIG${sentence.startsWith(':') ? '' : ' '}${sentence}`)
  })
})
