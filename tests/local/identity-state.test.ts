import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { restore, snapshot, type AgentProject, type IdentityState } from '@/local/identity-state'

type Indexed = AgentProject & {
  getUserByEmail(email: string): { localId: string } | undefined
  getUserByPhoneNumber(phone: string): { localId: string } | undefined
  getUserByProviderRawId(provider: string, id: string): { localId: string } | undefined
  createUserWithLocalId(localId: string, props: object): object
  createOob(email: string, newEmail: undefined, type: string, link: (code: string) => string): { oobCode: string }
  createVerificationCode(phone: string): { sessionInfo: string }
  validateOobCode(code: string): object | undefined
  getVerificationCodeBySessionInfo(info: string): object | undefined
  getTenantProject(id: string): Indexed
}

const { AgentProjectState } = createRequire(import.meta.url)('firebase-tools/lib/emulator/auth/state.js') as {
  AgentProjectState: new (projectId: string) => Indexed
}

const people = [
  { localId: 'a', email: 'ada@example.com', passwordHash: 'hash', salt: 'salt', displayName: 'Ada', createdAt: '1' },
  { localId: 'b', phoneNumber: '+15550100' },
  {
    localId: 'c',
    email: 'cy@example.com',
    providerUserInfo: [{ providerId: 'google.com', rawId: 'g-1', email: 'cy@example.com', federatedId: 'g-1' }],
  },
  { localId: 'd' },
]

/** Through a file and back. */
const stored = (project: AgentProject) => JSON.parse(JSON.stringify(snapshot(project))) as IdentityState

test('restores all users without signing them out', () => {
  const before = new AgentProjectState('demo-unhurried')
  for (const { localId, ...props } of people) before.createUserWithLocalId(localId, props)
  const after = new AgentProjectState('demo-unhurried')
  restore(after, stored(before))
  expect(stored(after)).toEqual(stored(before))
  expect(after.getUserByEmail('ada@example.com')?.localId).toBe('a')
  expect(after.getUserByPhoneNumber('+15550100')?.localId).toBe('b')
  expect(after.getUserByProviderRawId('google.com', 'g-1')?.localId).toBe('c')
  expect(JSON.stringify(stored(after))).not.toContain('validSince')
})

test('restores open codes, configuration and tenants', () => {
  const before = new AgentProjectState('demo-unhurried')
  const { oobCode } = before.createOob(
    'ada@example.com',
    undefined,
    'EMAIL_SIGNIN',
    (code) => `http://x/?oobCode=${code}`,
  )
  const { sessionInfo } = before.createVerificationCode('+15550100')
  Object.assign(before.config, { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } })
  before.getTenantProject('clinic').createUserWithLocalId('t', { email: 'tess@example.com' })
  const after = new AgentProjectState('demo-unhurried')
  restore(after, stored(before))
  expect(after.validateOobCode(oobCode)).toMatchObject({ email: 'ada@example.com' })
  expect(after.getVerificationCodeBySessionInfo(sessionInfo)).toMatchObject({ phoneNumber: '+15550100' })
  expect(after.config).toMatchObject({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } })
  expect(after.getTenantProject('clinic').getUserByEmail('tess@example.com')?.localId).toBe('t')
})
