import { beforeEach, expect, test, vi } from 'vitest'
import { uploadPicture } from '@/lib/browser/picture'

const world = vi.hoisted(() => ({ identity: vi.fn(), upload: vi.fn() }))
vi.mock('@/lib/browser/config', () => ({ apiBase: () => '' }))
vi.mock('@/lib/browser/identity', () => ({ openIdentity: world.identity }))
vi.mock('@/lib/browser/picture-sdk', () => ({
  getStorage: () => ({}),
  ref: () => ({}),
  uploadBytesResumable: world.upload,
  getDownloadURL: async () => 'http://x.test/p.png',
}))

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
const store = () => uploadPicture('u1', new Blob(['png']))

beforeEach(() => {
  world.identity.mockReset().mockResolvedValue({ app: {}, config: { storageBucket: 'b', emulator: false } })
  world.upload.mockReset()
})

test.each([
  ['storage/retry-limit-exceeded', 'unknown'],
  ['storage/unauthorized', 'refused'],
  ['storage/quota-exceeded', 'noRoom'],
])('describes %s without exaggeration', async (code, problem) => {
  world.upload.mockImplementation(() => failing(code))
  expect(await store()).toEqual({ problem })
})

test('changes nothing if an upload cannot start', async () => {
  world.identity.mockRejectedValue(new Error('offline'))
  expect(await store()).toEqual({ problem: 'notSent' })
  expect(world.upload).not.toHaveBeenCalled()
})
