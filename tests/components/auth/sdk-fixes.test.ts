import { describe, expect, test, vi } from 'vitest'
import { fixMockCaptcha, fixCredentials, fixPersistence, fixStorageCheck } from '@/components/auth/sdk'

test('restores a credential to be linked', () => {
  const target: Parameters<typeof fixCredentials>[0] = {}
  fixCredentials(target)
  const google = target.fromJSON?.({ providerId: 'google.com', signInMethod: 'google.com', idToken: 'x' })
  expect(google?.providerId).toBe('google.com')
  const email = { email: 'a@x.test', password: 'p', providerId: 'password', signInMethod: 'password' }
  expect(target.fromJSON?.(JSON.stringify(email))?.providerId).toBe('password')
})

describe('the mock captcha', () => {
  /** Like the SDK's: solves itself once, and is removed by its reset. */
  class Verifier {
    widget = {
      timerId: null as number | null,
      responseToken: null as string | null,
      isVisible: false,
      execute: vi.fn(),
    }
    _delegate: { recaptcha: { reset(): void; _widgets?: Map<number, unknown> } | null } = {
      recaptcha: { reset: () => expect.fail('it is gone'), _widgets: new Map([[7, this.widget]]) },
    }
    async render() {
      return 7
    }
  }
  const mended = () => {
    class Own extends Verifier {
      override render() {
        return super.render()
      }
    }
    const scope: { grecaptcha?: { reset: () => void } } = {}
    fixMockCaptcha(scope, Own.prototype)
    return { scope, verifier: new Own() }
  }

  test('can be reset before it loads, without affecting a real one', () => {
    const { scope } = mended()
    expect(() => scope.grecaptcha?.reset()).not.toThrow()
    const real = { grecaptcha: 'real' }
    fixMockCaptcha(real, class extends Verifier {}.prototype)
    expect(real.grecaptcha).toBe('real')
  })

  test.each<[string, (of: ReturnType<typeof mended>) => void]>([
    ['the SDK', ({ verifier }) => verifier._delegate.recaptcha?.reset()],
    ['the widget', ({ scope }) => scope.grecaptcha?.reset()],
  ])('can be solved again after a reset by %s', async (_, reset) => {
    const both = mended()
    const { verifier } = both
    expect(await verifier.render()).toBe(7)
    Object.assign(verifier.widget, { timerId: 12345, responseToken: 'spent' })
    reset(both)
    expect(verifier.widget).toMatchObject({ timerId: null, responseToken: null })
    expect(verifier.widget.execute).not.toHaveBeenCalled()
    verifier.widget.isVisible = true
    reset(both)
    expect(verifier.widget.execute).toHaveBeenCalledOnce()
  })
})

test('ignores missing storage, but no other errors', async () => {
  class Client {
    async setPersistence(kind: string) {
      throw Object.assign(new Error(kind), { code: `auth/${kind}` })
    }
  }
  fixPersistence(Client.prototype)
  await expect(new Client().setPersistence('unsupported-persistence-type')).resolves.toBeUndefined()
  await expect(new Client().setPersistence('invalid-persistence-type')).rejects.toThrow()
})

test('passes the storage check’s answer on without throwing', () => {
  class Resolver {
    iframes = { key: { send: (_n: string, _d: object, answer: (result: unknown) => void) => answer(['yes']) } }
    _isIframeWebStorageSupported(auth: { _key(): 'key' }, callback: (result: unknown) => void) {
      this.iframes[auth._key()].send('storage', {}, (result) => {
        callback(result)
        throw new Error('always')
      })
    }
  }
  const callback = vi.fn()
  const auth = { _key: () => 'key' as const }
  expect(() => new Resolver()._isIframeWebStorageSupported(auth, callback)).toThrow('always')
  fixStorageCheck(Resolver)
  expect(() => new Resolver()._isIframeWebStorageSupported(auth, callback)).not.toThrow()
  expect(callback).toHaveBeenCalledTimes(2)
  expect(callback).toHaveBeenLastCalledWith(['yes'])
})
