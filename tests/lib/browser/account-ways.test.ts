import { expect, test } from 'vitest'
import { isOnlyMethod, methodOf, offeredMethods, optionsFor } from '@/lib/browser/account-rules'
import type { SignInOption } from '@/lib/contract/sign-in'

test.each<[string, string[], string[], boolean]>([
  ['password', ['password'], ['password', 'phone'], true],
  ['password', ['password', 'phone'], ['password', 'phone'], false],
  ['password', ['password', 'github.com'], ['password', 'phone'], true],
  ['github.com', ['password', 'github.com'], ['password', 'phone'], false],
  ['github.com', ['github.com'], ['password'], true],
  ['phone', ['password', 'phone', 'github.com'], ['password', 'phone'], false],
])('for %s of %j with %j offered, is the only method: %s', (id, linked, offered, only) => {
  expect(isOnlyMethod(id, linked, offered)).toBe(only)
})

const site: SignInOption[] = [{ provider: 'google.com' }, { provider: 'password' }, { provider: 'anonymous' }]
const clinic: SignInOption[] = [{ provider: 'saml.clinic', providerName: 'the clinic' }]
const project: SignInOption[] = [{ provider: 'phone' }]

const withClinic = { signInOptions: site, tenants: { clinic: { displayName: 'C', signInOptions: clinic } } }
const withProject = { signInOptions: site, tenants: { _: { displayName: 'P', signInOptions: project } } }

test.each([
  ['a user without a tenant', { signInOptions: site }, null, site],
  ['a tenant’s member', withClinic, 'clinic', clinic],
  ['the project’s own', withProject, null, project],
])('offers the tenant’s methods to %s', (_, settings, tenant, options) => {
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
])('names %s with %j %s', (id, options, name) => {
  expect(methodOf(id, options)).toEqual({ id, name })
})

test('lists no method for a guest', () => {
  expect(offeredMethods(site).map(({ name }) => name)).toEqual(['Google', 'Email and password'])
})
