/** Timeouts of provider calls, and what a failure says about the outcome. */
import 'server-only'
import * as z from 'zod'
import type { Provider } from '@/lib/contract/plan'
import { ApiFailure } from '@/lib/server/http/errors'
import { pendingProviders, requestDeadline, trackProviderCall, withDeadline } from '@/lib/server/http/request-context'
import { withSpan } from '@/lib/server/observability/spans'
import type { BillingProvider } from './provider'

export const previewTimeoutMs = 1500

/** Per call, so that one retry fits into a request. */
export const providerCallTimeoutMs = 4000

export const maxPerCustomer = 1000

export const maxEvents = 10_000

/** Limits the wait to the time left for the request. @throws ApiFailure `provider-unavailable` */
export function awaitProvider<T>(work: Promise<T>, reserveMs = 0): Promise<T> {
  const pending = pendingProviders()
  return withDeadline(requestDeadline() - reserveMs, work, () => timeoutFailure(pending[0]))
}

/** @throws ApiFailure `provider-unavailable` if the request's time is over */
export function assertTimeLeft(reserveMs = 0): void {
  if (requestDeadline() - reserveMs <= Date.now()) throw timeoutFailure()
}

/** After a timeout the outcome is unknown. */
const timeoutFailure = (provider?: Provider) =>
  new ApiFailure('provider-unavailable', {
    message:
      'The payment provider didn’t answer in time. As far as we know, nothing has changed. Please check again in a minute.',
    cause: new Error('deadline'),
    ...(provider && { provider }),
  })

const rethrowWithProvider = (provider: Provider) => (error: unknown) => {
  if (!(error instanceof ApiFailure) || !error.code.startsWith('provider-')) throw error
  throw new ApiFailure(error.code, { ...error.extra, message: error.message, provider })
}

type Method = (...args: never[]) => Promise<unknown>

/**
 * Adds a deadline, a trace span and the provider's name in errors to every method but the background's
 * `missedCustomers`. Vendor clients only limit single calls.
 */
export function withTimeouts(provider: BillingProvider): BillingProvider {
  const { name } = provider
  const withTimeout = (method: string, run: Method) =>
    async function call(...args: never[]): Promise<unknown> {
      assertTimeLeft()
      const result = trackProviderCall(name, () => withSpan(`${name} ${method}`, {}, () => run(...args)))
      return awaitProvider(result).catch(rethrowWithProvider(name))
    }
  const entries = Object.entries(provider as unknown as Record<string, Method | string>).map(([method, run]) => [
    method,
    typeof run === 'string' || method === 'missedCustomers' ? run : withTimeout(method, run),
  ])
  return Object.fromEntries(entries) as BillingProvider
}

const vendorError = z.union([
  z.object({ statusCode: z.number(), code: z.string().optional() }),
  z.object({ http_status_code: z.number() }).transform(({ http_status_code: statusCode }) => ({ statusCode })),
])

function statusOf(error: unknown): number | null {
  const { data } = vendorError.safeParse(error instanceof ApiFailure ? error.extra.cause : undefined)
  return data && !('code' in data && isInProgress(data)) ? data.statusCode : null
}

/** Whether Stripe is still working on this object. Chargebee has no such error. */
export const isInProgress = ({ code }: { code?: string | undefined }): boolean =>
  code === 'idempotency_key_in_use' || code === 'lock_timeout'

/** Whether a failed call was answered, so that it is not under way. */
export const isAnswered = (error: unknown): boolean => statusOf(error) !== null

/** Whether the provider refused without changing anything. A 5xx may follow a change. */
export function isClientError(error: unknown): boolean {
  const status = statusOf(error)
  return status !== null && status < 500
}

const temporaryCodes = /lock_timeout|idempotency_key_in_use|in_progress|temporar|unreadable_answer/

/** Whether a retry would be refused too. Wrong keys (401, 403) and rate limits (429) may pass. */
export const isFinalRefusal = (status: number | undefined, code = ''): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  ![401, 403, 408, 429].includes(status) &&
  !temporaryCodes.test(code)

export const isProviderRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'provider-refused'
