import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Provider } from '@/lib/contract/plan'
import {
  awaitProvider,
  withTimeouts,
  CustomerMissing,
  type BillingProvider,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { setResponseDeadline, withRequest } from '@/lib/server/http/request'

const patienceMs = 9500

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** A provider that answers only questions about offers. */
const providerThat = (name: Provider, offers: () => Promise<never>) =>
  withTimeouts({ name, offers } as unknown as BillingProvider)
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

test('adds the provider to its failure, and keeps the message', async () => {
  const cause = new Error('socket')
  const failed = new ApiFailure('provider-unavailable', { message: 'Not now.', cause })
  const error = await failureOf(() => providerThat('chargebee', failsWith(failed)).offers())
  expect(error).toEqual(silent('chargebee'))
  expect(error).toMatchObject({ message: 'Not now.', extra: { cause } })
})

test.each([new CustomerMissing(new Error('x')), new ApiFailure('unknown-price')])(
  'leaves other errors unchanged: %s',
  async (thrown) => {
    expect(await failureOf(() => providerThat('stripe', failsWith(thrown)).offers())).toBe(thrown)
  },
)

test('names the provider that is pending at the deadline', async () => {
  expect(await failureOf(() => providerThat('stripe', hangs).offers())).toEqual(silent('stripe'))
  const stripe = providerThat('stripe', failsWith(new ApiFailure('unknown-price')))
  const chargebee = providerThat('chargebee', hangs)
  const both = () => Promise.allSettled([stripe.offers(), chargebee.offers()])
  expect(await failureOf(() => awaitProvider(both(), 500))).toEqual(silent('chargebee'))
})
