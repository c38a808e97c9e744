import { beforeEach, expect, test, vi } from 'vitest'
import { readAccount } from '@/lib/browser/account'

const world = vi.hoisted(() => ({ user: null as object | null, signIn: {} as object }))
vi.mock('@/lib/browser/identity', () => ({
  openIdentity: async () => ({
    auth: { currentUser: world.user },
    config: { admin: true },
  }),
  userRestored: async () => undefined,
}))
vi.mock('@/lib/browser/config', () => ({ publicConfig: async () => ({ signIn: world.signIn }) }))

const site = { signInOptions: [{ provider: 'google.com' }, { provider: 'password', signInMethod: 'password' }] }
const ada = {
  uid: 'u1',
  displayName: 'Ada',
  email: 'ada@x.test',
  tenantId: null as string | null,
  providerData: [{ providerId: 'password', email: 'ada@x.test' }],
  metadata: {},
}

beforeEach(() => {
  world.user = ada
  world.signIn = site
})

test('offers the site’s methods, with the user’s own named', async () => {
  expect(await readAccount()).toMatchObject({
    methods: [{ id: 'password', name: 'Email and password', detail: 'ada@x.test' }],
    offered: [
      { id: 'google.com', name: 'Google' },
      { id: 'password', name: 'Email and password' },
    ],
    usesEmailLink: false,
  })
})
