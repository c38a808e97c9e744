import { afterEach, describe, expect, test, vi } from 'vitest'
import { hidingOf, steerLookUp, type Steering, type Visit } from '@/components/auth/look-up'

function client(methods: string[]) {
  return {
    fetchSignInMethodsForEmail: vi.fn<(email: string) => Promise<string[]>>(async () => methods),
    signInWithEmailAndPassword: vi.fn<(email: string, password: string) => Promise<unknown>>(async () => 'signed in'),
  }
}
function steered(methods: string[], change: Partial<Steering> = {}) {
  const made = client(methods)
  const ask = made.fetchSignInMethodsForEmail
  const signIn = made.signInWithEmailAndPassword
  steerLookUp(made, {
    visit: () => 'in',
    method: () => 'password',
    page: () => 'firebaseui-id-page-sign-in',
    hides: async () => true,
    ...change,
  })
  return { made, ask, signIn }
}

describe('where the project hides who has an account', () => {
  test.each<[Visit, 'password' | 'emailLink', string[]]>([
    ['in', 'password', ['password']],
    ['in', 'emailLink', ['emailLink']],
    ['new', 'password', []],
    ['new', 'emailLink', []],
  ])('who says %s, by %s, is answered %j', async (visit, method, answer) => {
    const { made, ask } = steered([], { visit: () => visit, method: () => method })
    expect(await made.fetchSignInMethodsForEmail('a@x.test')).toEqual(answer)
    expect(ask).toHaveBeenCalledWith('a@x.test')
  })

  test('after creating failed the address is taken, whatever was said', async () => {
    const { made } = steered([], { visit: () => 'new', page: () => 'mdl-card firebaseui-id-page-password-sign-up' })
    await expect(made.fetchSignInMethodsForEmail('a@x.test')).rejects.toMatchObject({
      code: 'auth/email-already-in-use',
    })
  })

  test('while linking there is an account', async () => {
    const { made } = steered([], { visit: () => 'new', page: () => 'firebaseui-id-page-callback' })
    expect(await made.fetchSignInMethodsForEmail('a@x.test')).toEqual(['password'])
  })
})

test('a real answer is handed on, and nobody is asked about hiding', async () => {
  const hides = vi.fn(async () => true)
  const { made } = steered(['google.com'], { hides })
  expect(await made.fetchSignInMethodsForEmail('a@x.test')).toEqual(['google.com'])
  expect(hides).not.toHaveBeenCalled()
})

test('without hiding an empty answer means create an account, also for who says that they are known', async () => {
  const { made } = steered([], { hides: async () => false })
  expect(await made.fetchSignInMethodsForEmail('a@x.test')).toEqual([])
})

test.each(['auth/invalid-credential', 'auth/invalid-login-credentials'])(
  '%s is told in the words of a wrong password',
  async (code) => {
    const { made, signIn } = steered([])
    signIn.mockRejectedValue(Object.assign(new Error('x'), { code }))
    await expect(made.signInWithEmailAndPassword('a@x.test', 'b')).rejects.toMatchObject({
      code: 'auth/wrong-password',
    })
  },
)

test('other failures of signing in stay what they are', async () => {
  const { made, signIn } = steered([])
  signIn.mockRejectedValue(Object.assign(new Error('x'), { code: 'auth/too-many-requests' }))
  await expect(made.signInWithEmailAndPassword('a', 'b')).rejects.toMatchObject({ code: 'auth/too-many-requests' })
})

describe('finding out whether it hides', () => {
  afterEach(() => vi.unstubAllGlobals())
  const answering = (response: () => Promise<Response>) => {
    const fetch = vi.fn(response)
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('location', { origin: 'http://localhost:3000' })
    return fetch
  }

  test.each([
    [{ registered: false }, false],
    [{ registered: true }, false],
    [{ kind: 'x', sessionId: 'y' }, true],
  ])('%j: %s', async (answer, hides) => {
    const fetch = answering(async () => Response.json(answer))
    const ask = hidingOf('http://localhost:3000/identitytoolkit.googleapis.com', 'key')
    expect(await ask('a@x.test')).toBe(hides)
    expect(await ask('b@x.test')).toBe(hides)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('in doubt it does, and the next time is asked again', async () => {
    const fetch = answering(async () => new Response('', { status: 500 }))
    const ask = hidingOf('http://localhost:3000', 'key')
    expect(await ask('a@x.test')).toBe(true)
    fetch.mockRejectedValueOnce(new TypeError('offline'))
    expect(await ask('a@x.test')).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
