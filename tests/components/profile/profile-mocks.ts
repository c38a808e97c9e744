/** A signed-in profile with mocked session, API and account. Import it first, so that the mocks apply. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Session } from '@/components/session/store'
import { noPlan } from '@/lib/contract/plan-words'
import { adaRecord } from '@/tests/components/people'

const session = vi.hoisted(() => ({
  now: {} as unknown,
  signOutAndGoHome: vi.fn(),
  signOut: vi.fn(),
  applyPlan: vi.fn(),
  refreshPlan: vi.fn(),
  syncPerson: vi.fn(),
}))
vi.mock('@/components/session/store', async (original) => ({
  ...(await original<object>()),
  getSnapshot: () => session.now,
}))
vi.mock('@/components/session/session', () => ({ ...session, useSession: () => session.now as Session }))
const api = vi.hoisted(() => ({
  exportData: vi.fn(),
  deleteAccount: vi.fn(),
  endSessions: vi.fn(),
  invoices: () => Promise.resolve({ status: 200, data: { invoices: [] } }),
  plans: () => Promise.resolve({ status: 200, data: { plans: [] } }),
}))
vi.mock('@/lib/browser/api', () => api)
const picture = vi.hoisted(() => ({ pictureUrl: vi.fn(), uploadPicture: vi.fn(), removePicture: vi.fn() }))
vi.mock('@/lib/browser/picture', () => picture)
const files = vi.hoisted(() => ({ openPicture: vi.fn(), drawCrop: vi.fn(), croppedPng: vi.fn() }))
vi.mock('@/lib/browser/picture-crop', async (original) => ({ ...(await original<object>()), ...files }))
const account = vi.hoisted(() => ({
  readAccount: vi.fn(),
  changeName: vi.fn(),
  changeEmail: vi.fn(),
  linkProvider: vi.fn(),
  removeMethod: vi.fn(),
  reauthenticate: vi.fn(),
  signInAddress: (_: string, part = '') => `/auth?signInSuccessUrl=${encodeURIComponent(`/profile${part}`)}`,
}))
vi.mock('@/lib/browser/account', () => account)
vi.mock('@/lib/browser/account-change', () => account)
const deleteIdentity = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/identity', () => ({ deleteIdentity }))

export const user = { ...adaRecord, name: 'Ada Lovelace', username: 'Ada Lovelace' }
export const storedPicture = 'http://localhost/p.png?alt=media'
export const accountDetails = {
  uid: 'u1',
  name: 'Ada Lovelace',
  email: 'ada@x.test',
  emailVerified: true,
  methods: [{ id: 'password', name: null, detail: 'ada@x.test' }],
  offered: [
    { id: 'google.com', name: 'Google' },
    { id: 'password', name: null },
    { id: 'phone', name: null },
  ],
  usesEmailLink: false,
  signedInAt: '2026-11-21T22:12:00.000Z',
  createdAt: '2026-10-03T09:00:00.000Z',
  canEndSessions: true,
  factors: [],
  offeredFactors: [],
}

export const button = (name: string) => screen.getByRole('button', { name })
export const press = (name: string) => userEvent.click(button(name))

beforeEach(() => {
  localStorage.clear()
  session.now = { state: 'in', uid: 'u1', person: null, user, plan: noPlan }
  session.signOutAndGoHome.mockReset()
  session.signOut.mockReset().mockResolvedValue(undefined)
  picture.pictureUrl.mockReset().mockResolvedValue(null)
  picture.uploadPicture.mockReset().mockResolvedValue({ url: storedPicture })
  picture.removePicture.mockReset().mockResolvedValue(null)
  files.openPicture.mockReset().mockResolvedValue({ picture: { width: 400, height: 200 } })
  files.croppedPng.mockReset().mockResolvedValue(new Blob(['png']))
  account.readAccount.mockReset().mockResolvedValue(accountDetails)
  session.syncPerson.mockReset().mockResolvedValue(undefined)
  api.endSessions.mockReset().mockResolvedValue({ status: 200, data: { ended: true } })
  api.exportData.mockReset().mockResolvedValue({ status: 200, data: { user } })
  api.deleteAccount.mockReset().mockResolvedValue({ status: 200, data: { deleted: true } })
  deleteIdentity.mockReset().mockResolvedValue(true)
})
afterEach(() => vi.unstubAllGlobals())

export { account, api, files, picture, deleteIdentity, session }
