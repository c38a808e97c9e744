import { expect, test } from 'vitest'
import { providerName } from '@/components/auth/page/provider-name'
import { settingsOf } from '@/tests/components/auth/some-settings'

test.each([
  ['google.com', [], 'Google'],
  ['github.com', [], 'GitHub'],
  ['google.com', [{ provider: 'google.com', providerName: 'the clinic' }], 'the clinic'],
  ['saml.north', [{ provider: 'saml.north' }], 'the provider'],
])('%s with %j is called %s', (id, signInOptions, name) => {
  const settings = signInOptions.length > 0 ? settingsOf({ signInOptions }) : settingsOf()
  expect(providerName(id, settings)).toBe(name)
})

test('of a tenant, too', () => {
  const tenants = {
    clinic: { displayName: 'Clinic', signInOptions: [{ provider: 'oidc.x', providerName: 'the ward' }] },
  }
  expect(providerName('oidc.x', settingsOf({ tenants }))).toBe('the ward')
})
