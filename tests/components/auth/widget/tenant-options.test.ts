import { expect, test } from 'vitest'
import { askedTenant, tenantsConfig, withTenant } from '@/components/auth/widget/tenant-options'
import { settingsOf } from '@/tests/components/auth/some-settings'

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

test('each tenant has its list, its look and what all of them share', () => {
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
])('%s belongs to the domain: %s', (address, belongs) => {
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
])('the address %j names %s', (search, tenant) => {
  expect(askedTenant(search, read().tenants)).toBe(tenant)
})

test('a chosen tenant stands in the address, the project itself under an empty name', () => {
  const href = 'https://u.example/auth?signInSuccessUrl=%2Fprofile'
  expect(withTenant(href, 'north')).toBe(`${href}&tenantId=north`)
  expect(withTenant(href, '_')).toBe(`${href}&tenantId=`)
  expect(withTenant(`${href}&tenantId=north`, null)).toBe(href)
})
