import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import {
  providerCallTimeoutMs,
  isFinalRefusal,
  isInProgress,
  CustomerMissing,
} from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { requestDeadline } from '@/lib/server/http/request'

export const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

export function stripeClient(settings: StripeEnv): Stripe {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Stripe(settings.secretKey, {
    telemetry: false,
    timeout: providerCallTimeoutMs,
    maxNetworkRetries: 1,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** @throws ApiFailure `provider-refused` if a retry would not help, else `provider-unavailable` */
export async function translateErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause
    const isRefused = isFinalRefusal(cause.statusCode, cause.code)
    throw new ApiFailure(isRefused ? 'provider-refused' : 'provider-unavailable', { cause })
  }
}

/** @throws also CustomerMissing */
export function translateCustomerErrors<T>(call: Promise<T>): Promise<T> {
  const withCustomerMissing = call.catch((error: unknown) => {
    throw isMissing(error) && error.param === 'customer' ? new CustomerMissing(error) : error
  })
  return translateErrors(withCustomerMissing)
}

const retryDelayMs = 300

export async function retryWhileInProgress<T>(call: () => Promise<T>): Promise<T> {
  const deadline = requestDeadline()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isBusy = error instanceof Stripe.errors.StripeError && isInProgress(error)
      if (!isBusy || Date.now() + retryDelayMs >= deadline) throw error
      await sleep(retryDelayMs)
    }
  }
}

/** Stripe repeats a 5xx under the same key for a day, so such a retry uses another key. */
export async function withIdempotencyKey<T>(key: string, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await retryWhileInProgress(() => call(key))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) throw error
    return retryWhileInProgress(() => call(`${key}-2`))
  }
}

const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

export const nullIfMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
