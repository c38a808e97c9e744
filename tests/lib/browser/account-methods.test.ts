import { expect, test } from 'vitest'
import { isByLink, isOnlyWay, methodOf, offeredMethods, optionsFor } from '@/lib/browser/account-methods'
import type { SignInOption } from '@/lib/contract/sign-in'

test.each<[string, string[], string[], boolean]>([
  ['password', ['password'], ['password', 'phone'], true],
  ['password', ['password', 'phone'], ['password', 'phone'], false],
  ['password', ['password', 'github.com'], ['password', 'phone'], true],
  ['github.com', ['password', 'github.com'], ['password', 'phone'], false],
  ['github.com', ['github.com'], ['password'], true],
  ['github.com', ['github.com', 'apple.com'], ['password'], false],
  ['phone', ['password', 'phone', 'github.com'], ['password', 'phone'], false],
])('%s of %j, where %j are offered: the only way in? %s', (id, linked, offered, only) => {
  expect(isOnlyWay(id, linked, offered)).toBe(only)
})

const site: SignInOption[] = [{ provider: 'google.com' }, { provider: 'password' }, { provider: 'anonymous' }]
const clinic: SignInOption[] = [{ provider: 'saml.clinic', providerName: 'the clinic' }]
const project: SignInOption[] = [{ provider: 'phone' }]

test.each([
  ['nobody’s member', { signInOptions: site }, null, site],
  [
    'a tenant’s member',
    { signInOptions: site, tenants: { clinic: { displayName: 'C', signInOptions: clinic } } },
    'clinic',
    clinic,
  ],
  [
    'another tenant’s',
    { signInOptions: site, tenants: { clinic: { displayName: 'C', signInOptions: clinic } } },
    'north',
    site,
  ],
  [
    'the project’s own',
    { signInOptions: site, tenants: { _: { displayName: 'P', signInOptions: project } } },
    null,
    project,
  ],
])('%s is offered their own ways', (_, settings, tenant, options) => {
  expect(optionsFor(settings, tenant)).toEqual(options)
})

const byLink: SignInOption[] = [{ provider: 'password', signInMethod: 'emailLink' }]

test.each<[string, SignInOption[], string]>([
  ['google.com', [], 'Google'],
  ['google.com', [{ provider: 'google.com', providerName: 'the clinic' }], 'the clinic'],
  ['saml.north', [], 'north'],
  ['phone', [], 'Phone'],
  ['password', site, 'Email and password'],
  ['password', byLink, 'Email link'],
])('%s with %j is called %s', (id, options, name) => {
  expect(methodOf(id, options)).toEqual({ id, name })
})

test('e-mail is by link only where the settings say so', () => {
  expect([byLink, site, clinic].map(isByLink)).toEqual([true, false, false])
})

test('a guest’s way is no part of an account', () => {
  expect(offeredMethods(site).map(({ name }) => name)).toEqual(['Google', 'Email and password'])
})
