import { expect, test, vi } from 'vitest'
import { mendCaptcha, mendCredentials, mendPersistence, mendStorageCheck } from '@/components/auth/mends'

test('a credential that waits to be linked can be read back', () => {
  const target: Parameters<typeof mendCredentials>[0] = {}
  mendCredentials(target)
  const google = target.fromJSON?.({ providerId: 'google.com', signInMethod: 'google.com', idToken: 'x' })
  expect(google?.providerId).toBe('google.com')
  const email = { email: 'a@x.test', password: 'p', providerId: 'password', signInMethod: 'password' }
  expect(target.fromJSON?.(JSON.stringify(email))?.providerId).toBe('password')
})

test('a captcha that was never loaded can be reset; a real one is left alone', () => {
  const bare: { grecaptcha?: { reset: () => void } } = {}
  mendCaptcha(bare)
  expect(() => bare.grecaptcha?.reset()).not.toThrow()
  const real = { grecaptcha: 'real' }
  mendCaptcha(real)
  expect(real.grecaptcha).toBe('real')
})

test('a browser without storage ends in no uncaught error; other failures stay', async () => {
  class Client {
    async setPersistence(kind: string) {
      throw Object.assign(new Error(kind), { code: `auth/${kind}` })
    }
  }
  mendPersistence(Client.prototype)
  await expect(new Client().setPersistence('unsupported-persistence-type')).resolves.toBeUndefined()
  await expect(new Client().setPersistence('invalid-persistence-type')).rejects.toThrow()
})

test('the check of the helper’s storage hands the answer on, and throws no more', () => {
  class Resolver {
    iframes = { key: { send: (_n: string, _d: object, answer: (result: unknown) => void) => answer(['yes']) } }
    _isIframeWebStorageSupported(auth: { _key(): 'key' }, heard: (result: unknown) => void) {
      this.iframes[auth._key()].send('storage', {}, (result) => {
        heard(result)
        throw new Error('always')
      })
    }
  }
  const heard = vi.fn()
  const auth = { _key: () => 'key' as const }
  expect(() => new Resolver()._isIframeWebStorageSupported(auth, heard)).toThrow('always')
  mendStorageCheck(Resolver)
  expect(() => new Resolver()._isIframeWebStorageSupported(auth, heard)).not.toThrow()
  expect(heard).toHaveBeenCalledTimes(2)
  expect(heard).toHaveBeenLastCalledWith(['yes'])
})
