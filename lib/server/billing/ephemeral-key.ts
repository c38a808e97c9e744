import 'server-only'
import { env, type StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { ensureCustomer } from './customers'
import { billingProvider, withinDeadline } from './provider'
import { ask, stripeClient } from './stripe-client'

/**
 * Stripe's ephemeral-key object for the mobile app's SDK.
 * @param versions the query's `api_version` values: one, of the form 2020-08-27, with or without a release name
 * @throws ApiFailure `invalid-request` for an api_version of the wrong form
 */
export async function ephemeralKey(person: { uid: string; email: string | null }, versions: string[]): Promise<object> {
  const [version] = versions
  if (versions.length !== 1 || !version || !/^\d{4}-\d{2}-\d{2}(\.[a-z]{1,32})?$/.test(version)) {
    throw new ApiFailure('invalid-request', { message: 'api_version must be one date such as 2020-08-27.' })
  }
  const provider = await billingProvider('stripe')
  const settings = env().stripe
  if (!settings) throw new ApiFailure('unavailable')
  return withinDeadline(
    ensureCustomer(provider, person).then((customer) => stripeEphemeralKey(settings, customer, version)),
  )
}

/**
 * An ephemeral key for the mobile SDK, made for that SDK's own API version, not this server's.
 * @param apiVersion such as `2020-08-27`
 */
async function stripeEphemeralKey(settings: StripeEnv, customerId: string, apiVersion: string) {
  const stripe = stripeClient(settings)
  const { lastResponse: _, ...key } = await ask(stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion }))
  return key
}
