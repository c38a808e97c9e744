import { expect, test, vi } from 'vitest'
import { interceptCalls, type Call } from '@/components/auth/widget/calls'

class Client {
  name = 'mine'
  async signInWithPopup(provider: string) {
    return `${this.name} ${provider}`
  }
  async signInWithPhoneNumber() {
    return { verificationId: 'v', confirm: async (code: string) => `confirmed ${code}` }
  }
}
class User {
  isAnonymous = true
  async linkWithCredential(credential: string) {
    return credential
  }
}

test('a call goes through, with its arguments and its client, and may be made again', async () => {
  class Own extends Client {}
  const seen: Call[] = []
  interceptCalls(Client.prototype, ['signInWithPopup'], async (call) => {
    seen.push(call)
    await call.go()
    return call.go()
  })
  const client = new Own()
  expect(await client.signInWithPopup('google.com')).toBe('mine google.com')
  expect(seen.map(({ name, args, guest }) => [name, args, guest])).toEqual([['signInWithPopup', ['google.com'], false]])
})

test('a prototype is changed once', async () => {
  const around = vi.fn(({ go }: Call) => go())
  interceptCalls(User.prototype, ['linkWithCredential'], around)
  interceptCalls(User.prototype, ['linkWithCredential'], around)
  expect(await new User().linkWithCredential('x')).toBe('x')
  expect(around).toHaveBeenCalledOnce()
  expect(around.mock.calls[0]?.[0].guest).toBe(true)
})

test('the code of a text message is a call, too', async () => {
  class Phone extends Client {
    override async signInWithPhoneNumber() {
      return super.signInWithPhoneNumber()
    }
  }
  const names: string[] = []
  interceptCalls(Phone.prototype, ['signInWithPhoneNumber'], ({ name, go }) => {
    names.push(name)
    return go()
  })
  const result = await new Phone().signInWithPhoneNumber()
  expect(await result.confirm('123456')).toBe('confirmed 123456')
  expect(names).toEqual(['signInWithPhoneNumber', 'confirm'])
})

test('a name that the release lacks is passed over', () => {
  expect(() => interceptCalls({}, ['signInWithPopup'], ({ go }) => go())).not.toThrow()
})
