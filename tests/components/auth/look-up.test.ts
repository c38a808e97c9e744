import { afterEach, describe, expect, test, vi } from 'vitest'
import { methodsWhenHidden, hidesAccounts, usableMethods, type LookUp } from '@/components/auth/answers'

const steering = (change: Partial<LookUp> = {}): LookUp => ({
  visit: 'in',
  method: 'password',
  page: 'sign-in',
  isOpenedByLink: false,
  rememberedVisit: null,
  offers: (method) => ['google.com', 'password', 'saml.clinic'].includes(method),
  conflictMethods: [],
  ...change,
})

describe('a project that hides accounts', () => {
  test.each<[Partial<LookUp>, string[]]>([
    [{ visit: 'in' }, ['password']],
    [{ visit: 'in', method: 'emailLink' }, ['emailLink']],
    [{ visit: 'new' }, []],
    [{ visit: 'new', method: 'emailLink' }, []],
    // While linking, the account exists whatever the visitor says.
    [{ page: 'callback', visit: 'new' }, ['password']],
    [{ page: 'callback', method: 'emailLink' }, ['emailLink']],
    [{ page: 'callback', conflictMethods: ['google.com'] }, ['google.com']],
    [{ page: 'callback', conflictMethods: ['twitter.com'] }, ['password']],
    [{ page: 'callback', conflictMethods: ['twitter.com', 'google.com'] }, ['google.com']],
    // A guest opens a link.
    [{ page: 'blank', isOpenedByLink: true, visit: 'new' }, ['emailLink']],
    [{ page: 'blank', isOpenedByLink: true, rememberedVisit: 'in' }, ['emailLink']],
    [{ page: 'blank', isOpenedByLink: true, rememberedVisit: 'new' }, []],
    // The address was given before the widget shows a page.
    [{ page: 'blank' }, ['password']],
    [{ page: 'blank', visit: 'new' }, []],
  ])('for %j, answers %j', (change, answer) => {
    expect(methodsWhenHidden(steering(change))).toEqual(answer)
  })

  test('reports a taken address after a failed sign-up', () => {
    const taken = steering({ visit: 'new', page: 'password-sign-up' })
    expect(() => methodsWhenHidden(taken)).toThrow(expect.objectContaining({ code: 'auth/email-already-in-use' }))
  })
})

test.each<[string[], boolean, string[]]>([
  [[], false, []],
  [['password'], false, ['password']],
  [['emailLink'], false, ['emailLink']],
  [['google.com'], false, ['google.com']],
  [['saml.clinic'], false, ['saml.clinic']],
  // The widget would stay blank for a provider without a button.
  [['github.com'], false, ['elsewhere:github.com']],
  [['github.com', 'google.com'], false, ['elsewhere:github.com', 'google.com']],
  [['password', 'google.com'], true, ['emailLink']],
  [['google.com'], true, ['google.com']],
  [[], true, []],
])('reveals accounts if the project does: %j, link preferred: %s → %j', (methods, insists, answer) => {
  expect(usableMethods(methods, { ...steering(), prefersLink: insists })).toEqual(answer)
})

describe('checking whether the project hides accounts', () => {
  afterEach(() => vi.unstubAllGlobals())
  const api = { identityBase: 'https://identity.test', apiKey: 'key', checkHeaders: async () => ({}) }
  const answering = (answer: () => Promise<Response>) => {
    const fetch = vi.fn(answer)
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('location', { origin: 'https://site.test' })
    return fetch
  }

  test.each([
    [{ registered: false }, false],
    [{ registered: true }, false],
    [{ sessionId: 'x' }, true],
  ])('reads %j as %s with one request', async (answer, hidden) => {
    const fetch = answering(async () => Response.json(answer))
    const hides = hidesAccounts({ ...api, apiKey: 'the key' })
    expect(await hides('a@x.test')).toBe(hidden)
    expect(await hides('b@x.test')).toBe(hidden)
    expect(fetch).toHaveBeenCalledOnce()
    expect(fetch).toHaveBeenCalledWith(
      'https://identity.test/v1/accounts:createAuthUri?key=the%20key',
      expect.objectContaining({ body: JSON.stringify({ identifier: 'a@x.test', continueUri: 'https://site.test' }) }),
    )
  })

  test('sends the headers of App Check', async () => {
    const fetch = answering(async () => Response.json({ registered: true }))
    const checked = { 'X-Firebase-AppCheck': 'proof' }
    expect(await hidesAccounts({ ...api, checkHeaders: async () => checked })('a@x.test')).toBe(false)
    expect(fetch).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ headers: { 'Content-Type': 'application/json', ...checked } }),
    )
  })

  test.each([
    ['refuses', async () => new Response('', { status: 503 })],
    ['is not reached', () => Promise.reject(new TypeError('no'))],
  ])('assumes hiding while the provider %s, and retries', async (_, answer) => {
    const fetch = answering(answer)
    const hides = hidesAccounts(api)
    expect(await hides('a@x.test')).toBe(true)
    expect(await hides('a@x.test')).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
