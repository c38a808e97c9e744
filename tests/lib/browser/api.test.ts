// @vitest-environment happy-dom
import { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as api from '@/lib/browser/api'
import { callTimeoutMs } from '@/lib/browser/time'
import { consentWording } from '@/lib/contract/plan-words'
import { consentHeader, shownTermsHeader, tokenHeader } from '@/lib/site'
import { ada } from '@/tests/components/people'

// The client takes it when it is imported.
vi.hoisted(() => (document.documentElement.lang = 'en'))
const { freshToken, endRefusedSignIn } = vi.hoisted(() => ({ freshToken: vi.fn(), endRefusedSignIn: vi.fn() }))
vi.mock('@/lib/browser/identity', () => ({ freshToken, endRefusedSignIn }))
const base = vi.hoisted(() => ({ value: '/api' as string | null }))
vi.mock('@/lib/browser/config', () => ({ apiBase: () => base.value }))

const sent = vi.fn()
const change = { uid: 'u 1', subscriptionId: 'sub_1', store: 'stripe' as const }
const person = { ...ada, email: null, phone: '+1', providerId: 'phone' }
const checkout = {
  priceId: 'price_1',
  successUrl: `${location.origin}/pricing/thankyou/`,
  cancelUrl: `${location.origin}/pricing/start`,
  locale: 'en',
}

beforeEach(() => {
  base.value = '/api'
  freshToken.mockReset().mockResolvedValue({ token: 'token', authTime: 'Mon' })
  endRefusedSignIn.mockReset().mockResolvedValue(true)
  sent.mockReset().mockResolvedValue({ status: 200, data: {} })
})

/** The request as sent, without axios' own headers. */
const wire = ({ baseURL, method, url, params, data, headers }: InternalAxiosRequestConfig) => ({
  baseURL,
  method: method?.toUpperCase(),
  url,
  params,
  data: data && JSON.parse(data),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(accept|content-type)$/i.test(name))),
})

const language = { 'Accept-Language': 'en' }

api.client.defaults.adapter = async (config) => ({
  headers: {},
  ...(await sent(wire(config)).catch(({ code }: { code?: string }) => {
    throw new AxiosError('x', code, config)
  })),
  config,
})

test.each([
  ['x'.repeat(257), 'x'.repeat(200)],
  [`${'x'.repeat(199)}\u{1f600}`, 'x'.repeat(199)],
])('shortens names to the server’s limit: %j', async (name, kept) => {
  await api.insertOrUpdate({ ...person, name })
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({ data: expect.objectContaining({ name: kept, username: kept }) }),
  )
})

test.each<[string, () => Promise<unknown>, string, string, object | undefined, object | undefined]>([
  ['getUser', () => api.getUser('u1'), 'GET', '/users/get-user', { uid: 'u1' }, undefined],
  [
    'insertOrUpdate',
    () => api.insertOrUpdate(person),
    'POST',
    '/users/insert-or-update',
    undefined,
    { uid: 'u1', name: 'Ada', username: 'Ada', email: null, providerId: 'phone', phone: '+1', locale: 'en' },
  ],
  ['cancelPlan', () => api.cancelPlan(change), 'POST', '/users/cancel-plan', { uid: 'u 1' }, change],
  [
    'ephemeralKeys',
    () => api.ephemeralKeys('u1'),
    'POST',
    '/stripe/ephemeral_keys',
    { uid: 'u1', api_version: '2020-08-27' },
    undefined,
  ],
  ['portal', () => api.portal('u1', { returnUrl: 'x' }), 'POST', '/billing/portal', { uid: 'u1' }, { returnUrl: 'x' }],
  [
    'pausePlan',
    () => api.pausePlan({ ...change, months: 2 }),
    'POST',
    '/users/pause-plan',
    { uid: 'u 1' },
    { ...change, months: 2 },
  ],
  [
    'previewChange',
    () => api.previewChange({ ...change, priceId: 'p' }),
    'POST',
    '/users/preview-change',
    { uid: 'u 1' },
    { ...change, priceId: 'p' },
  ],
  ['refundPlan', () => api.refundPlan(change), 'POST', '/users/refund-plan', { uid: 'u 1' }, change],
  ['deleteAccount', () => api.deleteAccount('u1'), 'POST', '/users/delete-account', undefined, { uid: 'u1' }],
])('sends %s with method, path, query, body and a fresh token', async (_, call, method, url, params, data) => {
  await call()
  expect(freshToken).toHaveBeenCalledTimes(1)
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      baseURL: '/api',
      method,
      url,
      params,
      data,
      headers: { ...language, [tokenHeader]: 'token' },
    }),
  )
})

test.each([
  ['resuming', () => api.resumePlan(change), '/users/resume-plan', { uid: 'u 1' }, change, {}],
  [
    'stripe, with the terms that were shown',
    () =>
      api.stripeCheckout({
        uid: 'u1',
        priceId: 'price_1',
        ui: 'hosted',
        locale: 'en',
        shown: { amount: 1900, currency: 'USD', trialDays: 7 },
      }),
    '/stripe/checkout-session',
    { uid: 'u1' },
    checkout,
    { [shownTermsHeader]: '1900 USD 7' },
  ],
  [
    'chargebee',
    () => api.chargebeeCheckout({ uid: 'u1', priceId: 'price_1', locale: 'en' }),
    '/chargebee/checkout-session',
    { uid: 'u1' },
    checkout,
    {},
  ],
])('sends the version of the consent’s wording with %s', async (_, call, url, params, data, extra) => {
  await call()
  const headers = { ...language, [tokenHeader]: 'token', [consentHeader]: consentWording, ...extra }
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ method: 'POST', url, params, data, headers }))
})

test('bypasses the browser cache for offers only on request', async () => {
  await api.plans()
  await api.plans({ fresh: true })
  expect(sent.mock.calls.map(([{ headers }]) => headers)).toEqual([
    language,
    { ...language, 'Cache-Control': 'no-cache' },
  ])
})

test('returns Retry-After with a refusal', async () => {
  const data = { error: { code: 'too-many-requests', message: 'x', requestId: 'r1' } }
  sent.mockResolvedValue({ status: 429, data, headers: { 'retry-after': '3500' } })
  expect(await api.getUser('u1')).toEqual({ status: 429, data, retryAfter: 3500 })
})

describe('retries', () => {
  const refusal = { status: 401, data: { error: { code: 'unauthenticated', message: 'x', requestId: 'r1' } } }
  const lost = { code: 'ERR_NETWORK' }
  const ok = { status: 200, data: {} }
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test.each<[string, () => Promise<unknown>, object[], number]>([
    ['any call after a 401', () => api.cancelPlan(change), [refusal, ok], 200],
    ['a refused call once only', () => api.cancelPlan(change), [refusal, refusal], 401],
    ['a lost read twice', () => api.plans(), [lost, lost, ok], 200],
    ['no more than twice', () => api.getUser('u1'), [lost, lost, lost], 0],
    ['no call that may have been carried out', () => api.cancelPlan(change), [lost], 0],
  ])('%s', async (_, call, replies, status) => {
    for (const reply of replies) {
      if ('code' in reply) sent.mockRejectedValueOnce(reply)
      else sent.mockResolvedValueOnce(reply)
    }
    freshToken.mockResolvedValueOnce({ token: 'old', authTime: 'Sun' })
    const answer = call()
    await vi.runAllTimersAsync()
    expect(await answer).toMatchObject({ status })
    expect(sent).toHaveBeenCalledTimes(replies.length)
    const [first, ...later] = sent.mock.calls.map(([{ data, headers }]) => ({ data, token: headers[tokenHeader] }))
    for (const repeated of later) expect(repeated).toEqual({ data: first?.data, token: first?.token && 'token' })
  })

  test('shares one time limit between all attempts', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    sent.mockImplementation(async () => {
      limit.abort()
      return Promise.reject(lost)
    })
    const answer = api.getUser('u1')
    await vi.runAllTimersAsync()
    expect(await answer).toMatchObject({ status: 0, data: { error: { code: 'no-answer' } } })
    expect([sent.mock.calls.length, timeout.mock.calls]).toEqual([1, [[callTimeoutMs]]])
    timeout.mockRestore()
  })
})

describe('never throws', () => {
  const error = (code: string) => ({ data: { error: { code, message: expect.any(String), requestId: '' } } })

  test('requests nothing without a mode', async () => {
    base.value = null
    expect(await api.getUser('u1')).toMatchObject({ status: 0, ...error('no-mode') })
    expect(freshToken).not.toHaveBeenCalled()
    expect(sent).not.toHaveBeenCalled()
  })

  test.each([
    ['auth/network-request-failed', 0, 'not-sent'],
    ['auth/user-token-expired', 401, 'unauthenticated'],
  ])('sends nothing if the token fails with %s: %i', async (code, status, answer) => {
    freshToken.mockRejectedValue(Object.assign(new Error(code), { code }))
    expect(await api.getUser('u1')).toMatchObject({ status, ...error(answer) })
    expect(sent).not.toHaveBeenCalled()
  })

  test('shows the message of a function that refuses the token', async () => {
    const message =
      'Firebase: HTTP Cloud Function returned an error: {"error":{"message":"Closed today.","status":"PERMISSION_DENIED"}} (auth/internal-error).'
    freshToken.mockRejectedValue(Object.assign(new Error(message), { code: 'auth/internal-error' }))
    const answer = await api.getUser('u1')
    expect(answer).toMatchObject({
      status: 403,
      data: { error: { code: 'permission-denied', message: 'Closed today.' } },
    })
  })

  test('reports refused tokens to the identity SDK, unless a call has none', async () => {
    const data = { error: { code: 'unauthenticated', message: 'x', requestId: 'r1' } }
    sent.mockResolvedValue({ status: 401, data })
    expect(await api.getUser('u1')).toEqual({ status: 401, data })
    expect(sent).toHaveBeenCalledTimes(2)
    expect(endRefusedSignIn).toHaveBeenCalledTimes(1)
    await api.plans()
    expect(endRefusedSignIn).toHaveBeenCalledTimes(1)
    sent.mockResolvedValue({ status: 403, data })
    await api.getUser('u1')
    expect(endRefusedSignIn).toHaveBeenCalledTimes(1)
  })

  test('sends a refused call again for a user who has signed in again', async () => {
    endRefusedSignIn.mockResolvedValueOnce(false)
    sent.mockResolvedValueOnce({ status: 401, data: {} }).mockResolvedValueOnce({ status: 401, data: {} })
    expect(await api.getUser('u1')).toMatchObject({ status: 200 })
    expect(endRefusedSignIn).toHaveBeenCalledExactlyOnceWith('Mon')
  })

  test.each([
    [502, '<html>Bad gateway</html>', 502],
    [200, '<html>Log in to this network</html>', 0],
  ])('turns %i with %j into a message with status %i', async (status, data, expected) => {
    sent.mockResolvedValue({ status, data })
    const answer = await api.getUser('u1')
    expect(answer).toMatchObject({ status: expected, data: { error: { message: expect.any(String) } } })
  })
})
