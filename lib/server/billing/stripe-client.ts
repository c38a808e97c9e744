import 'server-only'
import Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { CustomerMissing, timeoutMs } from './provider'

/** The SDK against Stripe itself, or against `STRIPE_API_BASE`. */
export function stripeClient(settings: StripeEnv): Stripe {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Stripe(settings.secretKey, {
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Whatever Stripe refuses or fails at, the person cannot mend it and nothing has changed for them; the log has the cause. */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError) throw new ApiFailure('provider-unavailable', { cause })
    throw cause
  }
}

/**
 * The same for a call that names a customer.
 * @throws CustomerMissing when Stripe does not know that customer; an unknown price or session is something else
 */
export function askOfCustomer<T>(call: Promise<T>): Promise<T> {
  const known = call.catch((error: unknown) => {
    throw isMissing(error) && error.param === 'customer' ? new CustomerMissing(error) : error
  })
  return ask(known)
}

/** Whether Stripe says that what a call names is not there. */
export const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
