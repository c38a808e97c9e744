import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { StripeEnv } from '@/lib/env'
import { waitingEnds } from '@/lib/server/http/deadline'
import { ApiFailure } from '@/lib/server/http/errors'
import { CustomerMissing } from '@/lib/server/billing/providers/provider'
import { isFinal, isUnderWay } from '@/lib/server/billing/providers/outcomes'
import { timeoutMs } from '@/lib/server/billing/providers/timeouts'

/**
 * The SDK takes any answer for a success whose JSON has no `error`, whatever its status: a 500 of somebody who stands
 * between us and Stripe as well. Here such an answer is given one.
 */
class StrictHttp extends Stripe.HttpClient {
  private readonly plain = Stripe.createNodeHttpClient()

  override getClientName(): string {
    return this.plain.getClientName()
  }

  override async makeRequest(...asked: Parameters<Stripe.HttpClient['makeRequest']>) {
    const response = await this.plain.makeRequest(...asked)
    const status = response.getStatusCode()
    if (status < 400) return response
    const read = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await read()
      if (typeof body === 'object' && body !== null && 'error' in body) return body
      return {
        error: { type: 'api_error', code: 'unreadable_answer', message: `An answer ${status} that does not say why.` },
      }
    }
    return response
  }
}

/** The SDK against Stripe itself, or against `STRIPE_API_BASE`. */
export function stripeClient(settings: StripeEnv): Stripe {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Stripe(settings.secretKey, {
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    httpClient: new StrictHttp(),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** @throws ApiFailure `provider-refused` if asking again would not help, else `provider-unavailable` */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause
    const refused = isFinal(cause.statusCode, cause.code)
    throw new ApiFailure(refused ? 'provider-refused' : 'provider-unavailable', { cause })
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

/** Milliseconds between two questions for the outcome of a call that is under way. */
const underWayMs = 300

/**
 * The outcome of a call under a key, also where the same call is still being carried out: for another press, or
 * for a try of ours that was given up. Asked again under its key it answers with what came of the first.
 * @throws what Stripe said last, when nobody waits any longer
 */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<T> {
  const until = waitingEnds()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const waits = error instanceof Stripe.errors.StripeError && isUnderWay(error)
      if (!waits || Date.now() + underWayMs >= until) throw error
      await pause(underWayMs)
    }
  }
}

/**
 * A call under a key, and once more under another when Stripe itself failed: it repeats what it answered under
 * a key for a day, its own failures too. Without an answer the key stays, since the call may have worked.
 */
export async function underKey<T>(key: string, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await outcomeOf(() => call(key))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) throw error
    return outcomeOf(() => call(`${key}-2`))
  }
}

/** Whether Stripe says that what a call names is not there. */
export const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
