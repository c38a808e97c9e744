import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Provider } from '@/lib/contract/plan'
import { withTimeouts } from '@/lib/server/billing/providers/calls'
import { CustomerMissing, type BillingProvider } from '@/lib/server/billing/providers/provider'
import { awaitProvider } from '@/lib/server/billing/providers/calls'
import { ApiFailure } from '@/lib/server/http/errors'
import { setResponseDeadline, withRequest } from '@/lib/server/http/request-context'

const patienceMs = 9500

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A provider that answers only questions about subscriptions. */
const providerThat = (name: Provider, subscriptions: () => Promise<never>) =>
  withTimeouts({ name, subscriptions } as unknown as BillingProvider)
const hangs = () => new Promise<never>(() => {})
const failsWith = (error: Error) => async (): Promise<never> => {
  throw error
}

/** The error of a request past its deadline. */
async function failureOf(run: () => Promise<unknown>): Promise<unknown> {
  const failed = withRequest('r', () => {
    setResponseDeadline(Date.now() + patienceMs)
    return run().then(
      () => 'no failure',
      (error: unknown) => error,
    )
  })
  await vi.advanceTimersByTimeAsync(patienceMs)
  return failed
}
const silent = (provider: Provider) =>
  expect.objectContaining({ code: 'provider-unavailable', extra: expect.objectContaining({ provider }) })

test.each(['stripe', 'chargebee'] as const)(
  'adds the provider %s to its failure, and keeps the message',
  async (name) => {
    const cause = new Error('socket')
    const failed = new ApiFailure('provider-unavailable', { message: 'Not now.', cause })
    const error = await failureOf(() => providerThat(name, failsWith(failed)).subscriptions('c'))
    expect(error).toEqual(silent(name))
    expect(error).toMatchObject({ message: 'Not now.', extra: { cause } })
  },
)

test.each([new CustomerMissing(new Error('x')), new ApiFailure('unknown-price'), new Error('x')])(
  'leaves other errors unchanged: %s',
  async (thrown) => {
    expect(await failureOf(() => providerThat('stripe', failsWith(thrown)).subscriptions('c'))).toBe(thrown)
  },
)

test('names the provider that is pending at the deadline', async () => {
  const stripe = providerThat('stripe', hangs)
  expect(await failureOf(() => stripe.subscriptions('c'))).toEqual(silent('stripe'))
  expect(await failureOf(() => awaitProvider(stripe.subscriptions('c'), 500))).toEqual(silent('stripe'))
})

test('names the pending one of two providers', async () => {
  const stripe = providerThat('stripe', failsWith(new ApiFailure('unknown-price')))
  const chargebee = providerThat('chargebee', hangs)
  const both = () => Promise.allSettled([stripe.subscriptions('c'), chargebee.subscriptions('c')])
  expect(await failureOf(() => awaitProvider(both(), 500))).toEqual(silent('chargebee'))
})

test('names no provider if none is pending in this request', async () => {
  const other = failureOf(() => providerThat('stripe', hangs).subscriptions('c'))
  const error = await failureOf(() => awaitProvider(hangs()))
  expect(error).toMatchObject({ code: 'provider-unavailable' })
  expect((error as ApiFailure).extra.provider).toBeUndefined()
  expect(await other).toEqual(silent('stripe'))
})
